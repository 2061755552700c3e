/// The keys, items, scalars and flow collections of a YAML text, found in one pass, also where the text is not valid because somebody is
/// typing. Places and nesting are all that an editor asks about; what the values mean is for ``ComposeLoader``.
struct YAMLOutline {
    struct Node {
        enum Kind {
            case key, item, scalar
            /// `{…}` and `[…]`.
            case mapping, list
        }

        let kind: Kind
        /// The index of the node that it belongs to; nil at the top.
        let parent: Int?
        /// The text of a key or a scalar, without quotes.
        let text: String
        /// The place of that text, with its quotes; of an item, its dash or nothing; of a collection, only its bracket until it is closed.
        var range: Range<Int>
        /// The place behind a key's colon, an item's dash or a collection's bracket.
        let valueStart: Int
        /// Bytes from the beginning of the line.
        let column: Int
        /// True for flow collections and all that is in them.
        let isInFlow: Bool

        var isCollection: Bool { kind == .mapping || kind == .list }
        var isClosed: Bool { range.count > 1 }
    }

    /// Nodes. The loader refuses files with a third of that, so what follows has no help.
    private static let most = 30_000
    /// More than any file that the loader reads, and little enough that every node can have its path.
    private static let deepest = 128
    /// Blanks before a line that are compared.
    private static let widest = 1000

    private(set) var nodes: [Node] = []
    /// The lines of block scalars, in which nothing is a key.
    private(set) var texts: [Range<Int>] = []
    /// Bytes that were looked at; for tests.
    private(set) var visits = 0

    private let bytes: [UInt8]
    private var at = 0
    private var lineStart = 0
    /// The nodes around the current place, the outermost first.
    private var open: [Int] = []

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        while at < bytes.count { readToken() }
    }

    // MARK: - Paths

    /// The names of the keys on the way to a node, "-" for items; without its own.
    func path(to node: Node) -> [String] { path(through: node.parent) }

    /// The names up to and with a node's.
    func path(through index: Int?) -> [String] {
        var path: [String] = []
        var index = index
        while let node = index.map({ nodes[$0] }) {
            if !node.isCollection { path.append(node.kind == .item ? "-" : node.text) }
            index = node.parent
        }
        return path.reversed()
    }

    /// The keys right below a path, in their order.
    func keys(below path: [String]) -> [Node] {
        nodes.filter { $0.kind == .key && self.path(to: $0) == path }
    }

    // MARK: - Characters

    private var byte: UInt8 { at < bytes.count ? bytes[at] : 0x0A }
    private var next: UInt8 { at + 1 < bytes.count ? bytes[at + 1] : 0x0A }
    private var isAtEndOfLine: Bool { byte == 0x0A || byte == 0x0D }
    private var isInFlow: Bool { open.last.map { nodes[$0].isInFlow } ?? false }

    private mutating func step() {
        guard at < bytes.count else { return }
        at += 1
        visits += 1
    }

    private mutating func skipBlanks() { while byte == 0x20 || byte == 0x09 { step() } }

    private mutating func skipLine() { while !isAtEndOfLine { step() } }

    private mutating func skipLineBreak() {
        if byte == 0x0D, next == 0x0A { step() }
        step()
        lineStart = at
    }

    // MARK: - Nodes

    private mutating func add(_ kind: Node.Kind, _ range: Range<Int>, _ text: String = "", valueStart: Int? = nil) {
        nodes.append(
            Node(
                kind: kind, parent: open.last, text: text, range: range, valueStart: valueStart ?? range.upperBound,
                column: range.lowerBound - lineStart, isInFlow: isInFlow || kind == .mapping || kind == .list))
        if kind != .scalar { open.append(nodes.count - 1) }
        if open.count >= Self.deepest || nodes.count >= Self.most { at = bytes.count }
    }

    private mutating func close(_ isOver: (Node) -> Bool) {
        while let last = open.last, isOver(nodes[last]) { open.removeLast() }
    }

    /// Ends what cannot go on beside a new value, and begins the item that a value in a flow list is without a dash.
    private mutating func beginValue(at place: Int) {
        let column = place - lineStart
        guard isInFlow else { return close { $0.column >= column } }
        if let last = open.last, nodes[last].kind == .list { add(.item, place..<place) }
    }

    // MARK: - Tokens

    private mutating func readToken() {
        switch byte {
        case 0x0A, 0x0D: readLineBreak()
        case 0x20, 0x09: step()
        case UInt8(ascii: "#") where at == lineStart || bytes[at - 1] <= 0x20: skipLine()
        case _ where isMarker: skipLine()
        case UInt8(ascii: "-") where next <= 0x20 && !isInFlow:
            let column = at - lineStart
            close { $0.column > column || ($0.column == column && $0.kind == .item) }
            add(.item, at..<at + 1)
            step()
        // Tags and anchors.
        case UInt8(ascii: "!"), UInt8(ascii: "&"): while byte > 0x20 { step() }
        case UInt8(ascii: "|") where !isInFlow, UInt8(ascii: ">") where !isInFlow: readText()
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            beginValue(at: at)
            add(byte == UInt8(ascii: "{") ? .mapping : .list, at..<at + 1)
            step()
        case UInt8(ascii: "}") where isInFlow, UInt8(ascii: "]") where isInFlow:
            step()
            close { !$0.isCollection }
            if let last = open.popLast() { nodes[last].range = nodes[last].range.lowerBound..<at }
        case UInt8(ascii: ",") where isInFlow:
            step()
            close { !$0.isCollection }
        default: readWord()
        }
    }

    private var isMarker: Bool {
        at == lineStart
            && (byte == UInt8(ascii: "%") || bytes[at...].starts(with: "---".utf8)
                || bytes[at...].starts(with: "...".utf8))
    }

    /// A line that is not further to the right than the block around a flow collection does not belong to it: nobody has closed it yet.
    private mutating func readLineBreak() {
        skipLineBreak()
        skipBlanks()
        guard isInFlow, !isAtEndOfLine, byte != UInt8(ascii: "]"), byte != UInt8(ascii: "}"),
            let block = open.last(where: { !nodes[$0].isInFlow }), at - lineStart <= nodes[block].column
        else { return }
        close { $0.isInFlow }
    }

    /// A block scalar: the lines that are further to the right, and blank ones.
    private mutating func readText() {
        let column = open.last.map { nodes[$0].column } ?? -1
        skipLine()
        skipLineBreak()
        let start = at
        var end = at
        while at < bytes.count {
            let line = at
            skipBlanks()
            let isBlank = isAtEndOfLine
            guard isBlank || at - line > column else { break }
            skipLine()
            skipLineBreak()
            if !isBlank { end = at }
        }
        texts.append(start..<end)
        (at, lineStart) = (end, end)
    }

    /// A key with its colon, or a scalar.
    private mutating func readWord() {
        let (text, range) = readScalar(isInFlow: isInFlow)
        let isKey = byte == UInt8(ascii: ":") && (next <= 0x20 || isInFlow)
        if isKey, isInFlow { close { !$0.isCollection } }
        beginValue(at: range.lowerBound)
        add(isKey ? .key : .scalar, range, text, valueStart: isKey ? at + 1 : nil)
        if isKey { step() }
    }

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
        var end = at
        // Where the next line cannot belong to the text, most likely, the closing quote is not typed yet.
        while at < bytes.count, byte != quote || (quote == UInt8(ascii: "'") && next == quote),
            !isAtEndOfLine || continuesQuote()
        {
            // In single quotes, two of them are one; in others, a backslash protects one.
            if byte == quote || (byte == UInt8(ascii: "\\") && quote == UInt8(ascii: "\"")) { step() }
            step()
            end = at
        }
        let text = String(decoding: bytes[start + 1..<end], as: UTF8.self)
        if byte == quote { step() }
        let range = start..<at
        skipBlanks()
        return (text, range)
    }

    /// True if the next line is further to the right than the current one, as the rest of a quoted text would be.
    private mutating func continuesQuote() -> Bool {
        let indentation = bytes[lineStart...].prefix(Self.widest).prefix { $0 == 0x20 }.count
        let line = at + (byte == 0x0D && next == 0x0A ? 2 : 1)
        let rest = bytes[min(line, bytes.count)...].prefix(Self.widest).prefix { $0 == 0x20 }
        let first = rest.endIndex < bytes.count ? bytes[rest.endIndex] : 0x0A
        visits += rest.count
        return first == 0x0A || first == 0x0D || rest.count > indentation
    }

    private func isFlowSign(_ byte: UInt8) -> Bool { ",[]{}".utf8.contains(byte) }
}
