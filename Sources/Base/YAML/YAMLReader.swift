import Spelling

/// Parses a file's text into a tree that knows its lines.
package struct YAMLReader {
    /// The most nodes: more than a sane file needs. A few lines of aliases of aliases can expand to billions, and some checks compare every
    /// value with every other one.
    package static let nodeLimit = 10_000

    private let file: String
    private let folder: String?
    private var mistakes: [Mistake] = []
    private var nodeCount = 0

    /// The tree, nil if the text is too broken for one, and what is wrong with the text.
    /// - Parameter folder: the folder where the file's relative paths begin; nil for the working folder.
    package static func read(_ text: String, file: String, folder: String? = nil) -> (
        tree: ComposeNode?, mistakes: [Mistake]
    ) {
        do throws(Mistake) {
            var reader = YAMLReader(file: file, folder: folder)
            let tree = reader.convert(try YAMLDocument.root(of: text, file: file), path: "")
            return (tree.isBroken ? nil : tree, reader.mistakes)
        } catch {
            return (nil, [error])
        }
    }

    private init(file: String, folder: String?) {
        self.file = file
        self.folder = folder
    }

    private func place(_ node: YAMLNode) -> Place { Place(origin: file, line: node.line, folder: folder) }

    private mutating func convert(_ node: YAMLNode, path: String) -> ComposeNode {
        var result = ComposeNode(content: .broken, place: place(node), path: path)
        nodeCount += 1
        guard nodeCount <= Self.nodeLimit else {
            if nodeCount == Self.nodeLimit + 1 {
                mistakes.append(
                    result.mistake("more than \(Self.nodeLimit) values; do aliases repeat one another here?"))
            }
            return result
        }
        result.instruction = instruction(of: node, in: result)
        result.textLine = node.textLine
        switch node.content {
        case .scalar(let text, let isPlain):
            let isNull = isPlain && ["", "~", "null", "Null", "NULL"].contains(text)
            result.content = isNull ? .null : .scalar(text, isPlain: isPlain)
        case .sequence(let items): result.content = .list(items.map { convert($0, path: path) })
        case .mapping(let pairs): result.content = .mapping(members(of: pairs, path: path))
        }
        return result
    }

    /// The members of a mapping. If a key appears more than once, the last one counts.
    private mutating func members(of pairs: [YAMLNode.Pair], path: String) -> [ComposeNode.Member] {
        var members: [ComposeNode.Member] = []
        var inherited: [ComposeNode.Member] = []
        let last = Dictionary(
            pairs.enumerated().compactMap { index, pair in pair.key.text.map { ($0, index) } },
            uniquingKeysWith: { $1 })
        for (index, (key, value)) in pairs.enumerated() {
            guard let name = key.text else {
                mistakes.append(Mistake(place: place(key), path: path, message: "a key must be a plain name"))
                continue
            }
            if let last = last[name], last != index {
                mistakes.append(
                    Mistake(
                        place: place(pairs[last].key), path: path,
                        message: "duplicate key \"\(name)\"; it is already in line \(key.line)"))
            } else if name == "<<", key.isPlain {
                inherited += inheritedMembers(convert(value, path: path))
            } else if !name.hasPrefix("x-") || Self.hasForeignNames(path) {
                let value = convert(value, path: ComposeNode.path(path, name))
                members.append(ComposeNode.Member(key: name, place: place(key), value: value))
            }
        }
        let names = Set(members.map(\.key))
        return members + first(of: inherited).filter { !names.contains($0.key) }
    }

    /// True if the names at a path belong to the user, so that `x-…` is one like any other: variables, and headers of a source.
    private static func hasForeignNames(_ path: String) -> Bool {
        path.hasSuffix(".environment") || path.hasPrefix("sources.") && path.hasSuffix(".headers")
    }

    private func first(of members: [ComposeNode.Member]) -> [ComposeNode.Member] {
        var names: Set<String> = []
        return members.filter { names.insert($0.key).inserted }
    }

    /// Members of a merge key's value: a mapping, or a list of mappings of which the earlier ones win
    /// (<https://yaml.org/type/merge.html>).
    private mutating func inheritedMembers(_ value: ComposeNode) -> [ComposeNode.Member] {
        if let members = value.members { return members }
        guard let items = value.items else {
            mistakes.append(value.mistake("\"<<\" takes a mapping or a list of mappings, not \(value.kind)"))
            return []
        }
        return items.flatMap { inheritedMembers($0) }
    }

    private mutating func instruction(of node: YAMLNode, in result: ComposeNode) -> ComposeNode.MergeInstruction? {
        // "!" alone only means that the value's type is not to be guessed.
        guard let tag = node.tag, tag.hasPrefix("!"), tag != "!" else { return nil }
        if let instruction = ComposeNode.MergeInstruction(rawValue: tag) { return instruction }
        let known = ComposeNode.MergeInstruction.allCases.map(\.rawValue)
        mistakes.append(result.mistake("unknown tag \"\(tag)\"\(Suggestion.hint(for: tag, among: known))"))
        return nil
    }
}

/// Parses a text that is one YAML document into its root node.
struct YAMLDocument {
    /// The greatest depth, which no compose file has; without a limit a malicious one could overflow the stack.
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
        // An anchor may be defined again; an alias means the latest one.
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
