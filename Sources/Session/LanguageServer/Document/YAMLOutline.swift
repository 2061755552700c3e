/// The keys, items and scalars of a YAML text, found in one pass, also where the text is not valid because somebody is typing. It knows
/// places and nesting, which is what an editor asks about; what the values mean is for ``ComposeLoader``.
struct YAMLOutline {
    struct Node {
        enum Kind { case key, item, scalar }

        var kind: Kind
        /// The index of the key or item that it belongs to; nil at the top.
        var parent: Int?
        /// The text of a key or a scalar, without quotes.
        var text: String
        /// Of that text, with its quotes; of an item, its dash or nothing.
        var range: Range<Int>
        /// Behind the colon of a key, or the dash of an item.
        var valueStart: Int
        /// In bytes from the beginning of the line.
        var column: Int
        var isInFlow: Bool
        /// How many keys and items are around it.
        var depth: Int
    }

    /// `{…}` or `[…]`.
    struct Flow {
        var isMapping: Bool
        var start: Int
        /// nil where it is not closed.
        var end: Int?
        /// The index of the key or item whose value it is.
        var owner: Int?
    }

    /// Nodes and collections. The loader refuses files with a third of that, so what follows has no help.
    private static let most = 30_000
    /// More than any file that the loader reads, and little enough that every node can have its path.
    private static let deepest = 64
    /// Blanks before a line that are compared.
    private static let widest = 1000

    private(set) var nodes: [Node] = []
    private(set) var flows: [Flow] = []
    /// The lines of block scalars, in which nothing is a key.
    private(set) var texts: [Range<Int>] = []
    /// How many bytes were looked at; for tests.
    private(set) var visits = 0

    private let bytes: [UInt8]
    private var at = 0
    private var lineStart = 0
    /// The keys and items around the current line, by their columns.
    private var open: [Int] = []

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        while at < bytes.count { readLine() }
    }

    // MARK: - Characters

    private var byte: UInt8 { at < bytes.count ? bytes[at] : 0x0A }
    private var next: UInt8 { at + 1 < bytes.count ? bytes[at + 1] : 0x0A }
    private var isAtEndOfLine: Bool { at >= bytes.count || bytes[at] == 0x0A || bytes[at] == 0x0D }

    private mutating func step() {
        guard at < bytes.count else { return }
        at += 1
        visits += 1
    }

    private mutating func skipBlanks() { while byte == 0x20 || byte == 0x09 { step() } }

    private mutating func skipLine() {
        while !isAtEndOfLine { step() }
        skipLineBreak()
    }

    private mutating func skipLineBreak() {
        guard at < bytes.count else { return }
        if bytes[at] == 0x0D, at + 1 < bytes.count, bytes[at + 1] == 0x0A { step() }
        step()
        lineStart = at
    }

    // MARK: - Blocks

    private mutating func readLine() {
        lineStart = at
        skipBlanks()
        if isAtEndOfLine || byte == UInt8(ascii: "#") || isMarker { return skipLine() }
        readBlockValue()
        // What is left of the line is a comment, or broken.
        if at > lineStart { skipLine() }
    }

    private var isMarker: Bool {
        at == lineStart
            && (byte == UInt8(ascii: "%") || bytes[at...].starts(with: "---".utf8)
                || bytes[at...].starts(with: "...".utf8))
    }

    private mutating func readBlockValue() {
        while byte == UInt8(ascii: "-"), next <= 0x20 {
            let column = at - lineStart
            close { $0.column > column || ($0.column == column && $0.kind == .item) }
            open.append(add(.item, at..<at + 1, valueStart: at + 1))
            step()
            skipBlanks()
        }
        guard !isAtEndOfLine, byte != UInt8(ascii: "#") else { return }
        let column = at - lineStart
        let lineOfKey = lineStart
        close { $0.column >= column }
        guard !isFlowStart else { return readFlows(column) }
        let (text, range) = readScalar(isInFlow: false)
        guard lineStart == lineOfKey, byte == UInt8(ascii: ":"), next <= 0x20 else {
            return _ = add(.scalar, range, text, column: column)
        }
        open.append(add(.key, range, text, valueStart: at + 1, column: column))
        step()
        readValue(column)
    }

    /// What follows a colon in a block.
    private mutating func readValue(_ column: Int) {
        skipProperties()
        guard !isAtEndOfLine, byte != UInt8(ascii: "#") else { return }
        if byte == UInt8(ascii: "|") || byte == UInt8(ascii: ">") { return readText(column) }
        guard !isFlowStart else { return readFlows(column) }
        let (text, range) = readScalar(isInFlow: false)
        add(.scalar, range, text)
    }

    /// Blanks, tags and anchors.
    private mutating func skipProperties() {
        skipBlanks()
        while byte == UInt8(ascii: "!") || byte == UInt8(ascii: "&") {
            while byte > 0x20 { step() }
            skipBlanks()
        }
    }

    /// A block scalar: the lines that are further to the right, and blank ones.
    private mutating func readText(_ column: Int) {
        skipLine()
        let start = at
        var end = at
        while at < bytes.count {
            let line = at
            skipBlanks()
            let isBlank = isAtEndOfLine
            guard isBlank || at - line > column else {
                at = line
                break
            }
            skipLine()
            if !isBlank { end = at }
        }
        texts.append(start..<end)
        // The caller skips the line that it is in.
        at = end
        lineStart = end
    }

    private mutating func close(_ isOver: (Node) -> Bool) {
        while let last = open.last, isOver(nodes[last]) { open.removeLast() }
    }

    @discardableResult
    private mutating func add(
        _ kind: Node.Kind, _ range: Range<Int>, _ text: String = "", valueStart: Int? = nil, column: Int? = nil,
        in flow: Flow? = nil
    ) -> Int {
        let parent = flow.map(\.owner) ?? open.last
        let depth = parent.map { nodes[$0].depth + 1 } ?? 0
        nodes.append(
            Node(
                kind: kind, parent: parent, text: text, range: range,
                valueStart: valueStart ?? range.upperBound, column: column ?? range.lowerBound - lineStart,
                isInFlow: flow != nil, depth: depth))
        if depth >= Self.deepest || nodes.count + flows.count >= Self.most { at = bytes.count }
        return nodes.count - 1
    }

    // MARK: - Scalars

    /// - Returns: the text without quotes, and its place with them.
    private mutating func readScalar(isInFlow: Bool) -> (text: String, range: Range<Int>) {
        let start = at
        let quote = byte
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            var end = at
            while !isAtEndOfLine {
                if byte == UInt8(ascii: ":"), next <= 0x20 || (isInFlow && isFlowSign(next)) { break }
                if isInFlow, isFlowSign(byte) { break }
                if byte == UInt8(ascii: "#"), at > start, bytes[at - 1] <= 0x20 { break }
                step()
                if bytes[at - 1] > 0x20 { end = at }
            }
            return (String(decoding: bytes[start..<end], as: UTF8.self), start..<end)
        }
        step()
        while at < bytes.count {
            if byte == quote {
                // In single quotes, two of them are one.
                guard quote == UInt8(ascii: "'"), next == quote else { break }
                step()
            } else if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
                step()
            } else if isAtEndOfLine {
                // Most likely, the closing quote is not typed yet.
                let text = String(decoding: bytes[min(start + 1, at)..<at], as: UTF8.self)
                guard continuesQuote(quote) else { return (text, start..<at) }
            }
            step()
        }
        let inner = min(start + 1, bytes.count)..<max(min(start + 1, bytes.count), min(at, bytes.count))
        if at < bytes.count { step() }
        skipBlanks()
        return (String(decoding: bytes[inner], as: UTF8.self), start..<min(inner.upperBound + 1, bytes.count))
    }

    /// Whether the next line is further to the right than the current one, as the rest of a quoted text would be.
    private mutating func continuesQuote(_ quote: UInt8) -> Bool {
        let indentation = bytes[lineStart...].prefix(Self.widest).prefix { $0 == 0x20 }.count
        var line = at
        if bytes[line] == 0x0D, line + 1 < bytes.count, bytes[line + 1] == 0x0A { line += 1 }
        line += 1
        let rest = bytes[min(line, bytes.count)...].prefix(Self.widest).prefix { $0 == 0x20 }
        let first = rest.endIndex < bytes.count ? bytes[rest.endIndex] : 0x0A
        visits += rest.count
        return first == 0x0A || first == 0x0D || rest.count > indentation
    }

    // MARK: - Flow

    private var isFlowStart: Bool { byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") }

    private func isFlowSign(_ byte: UInt8) -> Bool { ",[]{}".utf8.contains(byte) }

    /// A flow collection with all that is in it.
    /// - Parameter column: of the block around it. A line that is not further to the right does not belong to a collection that nobody has
    ///   closed yet.
    private mutating func readFlows(_ column: Int) {
        /// The collections around the current place, by their indices.
        var around: [Int] = []
        /// In each of them, the key or item whose value comes next.
        var owners: [Int?] = []
        var outer = open.last
        while at < bytes.count {
            if isAtEndOfLine {
                skipLineBreak()
                skipBlanks()
                guard isAtEndOfLine || at - lineStart > column || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}")
                else {
                    at = lineStart
                    return
                }
                continue
            }
            switch byte {
            case 0x20, 0x09: step()
            case UInt8(ascii: "#") where at == lineStart || bytes[at - 1] <= 0x20: while !isAtEndOfLine { step() }
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                if let index = around.last, !flows[index].isMapping { outer = add(.item, at..<at, in: flows[index]) }
                flows.append(Flow(isMapping: byte == UInt8(ascii: "{"), start: at, end: nil, owner: outer))
                around.append(flows.count - 1)
                if around.count >= Self.deepest || nodes.count + flows.count >= Self.most { at = bytes.count }
                owners.append(outer)
                step()
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                step()
                guard let index = around.popLast() else { return }
                flows[index].end = at
                owners.removeLast()
                guard !around.isEmpty else { return skipBlanks() }
                outer = owners.last ?? nil
            case UInt8(ascii: ","):
                step()
                if let index = around.last { outer = flows[index].owner }
                if !owners.isEmpty { owners[owners.count - 1] = outer }
            default:
                guard let index = around.last else { return }
                readFlowEntry(in: flows[index], &outer)
                owners[owners.count - 1] = outer
            }
        }
    }

    /// A scalar, or a key with its colon.
    private mutating func readFlowEntry(in flow: Flow, _ outer: inout Int?) {
        skipProperties()
        guard !isAtEndOfLine, !isFlowStart, !isFlowSign(byte) else { return }
        let column = at - lineStart
        let (text, range) = readScalar(isInFlow: true)
        if byte == UInt8(ascii: ":") {
            outer = add(.key, range, text, valueStart: at + 1, column: column, in: flow)
            return step()
        }
        if at == range.lowerBound { return step() }
        var value = flow
        value.owner = outer
        if !flow.isMapping, outer == flow.owner {
            value.owner = add(.item, range.lowerBound..<range.lowerBound, column: column, in: flow)
        }
        add(.scalar, range, text, column: column, in: value)
    }
}

extension YAMLOutline {
    /// The names of keys on the way to a node, "-" for items; without its own.
    func path(to node: Node) -> [String] {
        var path: [String] = []
        var index = node.parent
        while let current = index {
            path.append(nodes[current].kind == .item ? "-" : nodes[current].text)
            index = nodes[current].parent
        }
        return path.reversed()
    }

    /// The keys right below a path, in their order.
    func keys(below path: [String]) -> [Node] {
        nodes.filter { $0.kind == .key && self.path(to: $0) == path }
    }
}
