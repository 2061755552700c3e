import Composition
import YAML

/// A place in a document, and what a compose file may have there.
struct Caret {
    /// What stands or may stand at the place.
    enum Slot: Equatable {
        /// A key of the mapping at the path.
        case key
        /// A value: the key or "-" that it belongs to is the last word of the path.
        case value
    }

    let slot: Slot
    /// The keys around it, "-" for items.
    let path: [String]
    /// What has been typed of it; nil between words.
    let node: YAMLOutline.Node?

    /// Nil in a comment or in a text of several lines.
    init?(at offset: Int, in outline: YAMLOutline, of document: TextDocument) {
        guard !outline.texts.contains(where: { $0.contains(offset) }) else { return nil }
        if let node = outline.nodes.last(where: {
            $0.kind != .item && $0.range.lowerBound <= offset && offset <= $0.range.upperBound
        }) {
            self.init(node, in: outline, of: document)
            return
        }
        guard !Self.isInComment(offset, document, outline) else { return nil }
        if let flow = outline.flows.last(where: { $0.start < offset && offset <= ($0.end.map { $0 - 1 } ?? .max) }),
            flow.end != nil || Self.isSameLine(flow.start, offset, document)
        {
            self.init(in: flow, at: offset, outline, document)
        } else {
            self.init(inBlockAt: offset, outline, document)
        }
    }

    private init(_ node: YAMLOutline.Node, in outline: YAMLOutline, of document: TextDocument) {
        self.node = node
        path = outline.path(to: node)
        guard node.kind == .scalar else {
            slot = .key
            return
        }
        // A word below a key, and not behind it, is the beginning of a key.
        let parent = node.parent.map { outline.nodes[$0] }
        let isBehind = parent.map {
            !node.isInFlow && Self.isSameLine($0.range.lowerBound, node.range.lowerBound, document)
        }
        let isInMapping =
            node.isInFlow
            && outline.flows.contains {
                $0.isMapping && $0.owner == node.parent && $0.start < node.range.lowerBound
                    && node.range.upperBound <= $0.end ?? .max
            }
        slot = isBehind == true || (node.isInFlow && !isInMapping) ? .value : .key
    }

    /// Between the words of a flow collection: the sign before decides.
    private init(in flow: YAMLOutline.Flow, at offset: Int, _ outline: YAMLOutline, _ document: TextDocument) {
        node = nil
        let before = document.bytes[flow.start..<offset].last { $0 > 0x20 }
        let owner = flow.owner.map { outline.path(to: outline.nodes[$0]) + [Self.name(outline.nodes[$0])] } ?? []
        if before == UInt8(ascii: ":"),
            let key = outline.nodes.last(where: { $0.kind == .key && $0.valueStart <= offset })
        {
            (slot, path) = (.value, outline.path(to: key) + [key.text])
        } else if flow.isMapping {
            (slot, path) = (.key, owner)
        } else {
            (slot, path) = (.value, owner + ["-"])
        }
    }

    /// Between the words of a block: the column decides, or the key in the same line.
    private init(inBlockAt offset: Int, _ outline: YAMLOutline, _ document: TextDocument) {
        node = nil
        let last = outline.nodes.lastIndex { !$0.isInFlow && $0.kind != .scalar && $0.range.lowerBound < offset }
        if let last, Self.isSameLine(outline.nodes[last].range.lowerBound, offset, document),
            offset >= outline.nodes[last].valueStart
        {
            let node = outline.nodes[last]
            path = outline.path(to: node) + [Self.name(node)]
            slot = .value
            return
        }
        let line = document.position(of: offset).line
        let column = offset - document.offset(of: TextPosition(line: line, character: 0))
        var index = last
        while let current = index, outline.nodes[current].column >= column { index = outline.nodes[current].parent }
        path = index.map { outline.path(to: outline.nodes[$0]) + [Self.name(outline.nodes[$0])] } ?? []
        slot = .key
    }

    private static func name(_ node: YAMLOutline.Node) -> String { node.kind == .item ? "-" : node.text }

    private static func isSameLine(_ one: Int, _ other: Int, _ document: TextDocument) -> Bool {
        document.position(of: one).line == document.position(of: other).line
    }

    /// Behind a "#" that no quoted text contains.
    private static func isInComment(_ offset: Int, _ document: TextDocument, _ outline: YAMLOutline) -> Bool {
        let line = document.position(of: offset).line
        let start = document.offset(of: TextPosition(line: line, character: 0))
        let behindNodes = outline.nodes.last { start <= $0.range.lowerBound && $0.range.upperBound <= offset }?.range
            .upperBound
        return document.bytes[(behindNodes ?? start)..<offset].contains(UInt8(ascii: "#"))
    }
}

extension Caret {
    /// What may be at a path.
    static func shapes(at path: [String]) -> [ValueShape] {
        path.reduce(into: flat([ComposeShapes.file])) { shapes, word in
            shapes = flat(
                shapes.flatMap { shape -> [ValueShape] in
                    switch shape {
                    case .mapping(let table) where word != "-": table[word].map { [$0.shape] } ?? []
                    case .named(let named) where word != "-": [named.value]
                    case .list(let list) where word == "-": [list.first, list.item].compactMap(\.self)
                    default: []
                    }
                })
        }
    }

    private static func flat(_ shapes: [ValueShape]) -> [ValueShape] {
        shapes.flatMap { shape -> [ValueShape] in
            switch shape {
            case .either(let inner): flat(inner)
            case .verbatim(let inner): flat([inner])
            default: [shape]
            }
        }
    }

    /// The description of a key, as its page has it.
    static func description(of key: String, at path: [String]) -> (row: KeyTable.Row, section: PageSection)? {
        for case .mapping(let table) in shapes(at: path) {
            if let row = table[key] { return (row, table.section) }
        }
        return nil
    }

    /// What a value there names.
    static func meanings(at path: [String]) -> Set<TextShape.Meaning> {
        Set(shapes(at: path).compactMap { if case .text(let text) = $0 { text.meaning } else { nil } })
    }
}
