/// Parses a text that is one YAML document into its root node.
struct YAMLDocument {
    /// No compose file is nested this deep; without a limit a malicious one could overflow the stack.
    private static let depthLimit = 1000
    /// Bounds the memory that a file of nothing but punctuation can take. What aliases expand to is counted by
    /// ``YAMLReader``.
    private static let nodeLimit = YAMLReader.nodeLimit

    private let parser: YAMLParser
    private let file: String
    private var anchors: [String: YAMLNode] = [:]
    private var depth = 0
    private var nodeCount = 0

    static func root(of text: String, file: String) throws(Mistake) -> YAMLNode {
        var document = YAMLDocument(parser: YAMLParser(text), file: file)
        return try document.root()
    }

    private init(parser: YAMLParser, file: String) {
        self.parser = parser
        self.file = file
    }

    private mutating func root() throws(Mistake) -> YAMLNode {
        _ = try next()  // The start of the stream.
        guard case .documentStart = try next().kind else { throw mistake("the file is empty", line: nil) }
        let root = try node(from: try next())
        _ = try next()  // The end of the document.
        let end = try next()
        guard case .streamEnd = end.kind else {
            throw mistake("a second document begins here; a compose file is one document", line: end.line)
        }
        return root
    }

    private mutating func node(from event: YAMLEvent) throws(Mistake) -> YAMLNode {
        nodeCount += 1
        guard nodeCount <= Self.nodeLimit else {
            throw mistake("more than \(Self.nodeLimit) values", line: event.line)
        }
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.depthLimit else { throw mistake("nested too deep", line: event.line) }
        let content: YAMLNode.Content
        switch event.kind {
        case .alias(let name):
            guard let node = anchors[name] else {
                throw mistake("not valid YAML: found undefined alias", line: event.line)
            }
            return node
        case .scalar(let text, let isPlain): content = .scalar(text, isPlain: isPlain)
        case .sequenceStart: content = .sequence(try items())
        case .mappingStart: content = .mapping(try pairs())
        case .sequenceEnd, .mappingEnd, .documentStart, .documentEnd, .streamStart, .streamEnd:
            throw mistake("not valid YAML: found no value", line: event.line)
        }
        let node = YAMLNode(content: content, line: event.line, tag: event.tag, textLine: event.textLine)
        // An anchor may be defined again; an alias stands for the latest one.
        if let anchor = event.anchor { anchors[anchor] = node }
        return node
    }

    private mutating func items() throws(Mistake) -> [YAMLNode] {
        var items: [YAMLNode] = []
        while true {
            let event = try next()
            if case .sequenceEnd = event.kind { return items }
            items.append(try node(from: event))
        }
    }

    private mutating func pairs() throws(Mistake) -> [YAMLNode.Pair] {
        var pairs: [YAMLNode.Pair] = []
        while true {
            let event = try next()
            if case .mappingEnd = event.kind { return pairs }
            let key = try node(from: event)
            pairs.append((key, try node(from: try next())))
        }
    }

    private func next() throws(Mistake) -> YAMLEvent {
        do throws(YAMLParser.Failure) {
            return try parser.next()
        } catch {
            throw mistake("not valid YAML: \(error)", line: error.line)
        }
    }

    private func mistake(_ message: String, line: Int?) -> Mistake {
        Mistake(place: Place(origin: file, line: line), message: message)
    }
}
