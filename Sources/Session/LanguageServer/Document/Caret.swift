import Composition
import YAML

/// A place in a document, and what a compose file may have there.
struct Caret {
    /// True at a value: the key or "-" that it belongs to is the last word of the path. At other places, a key of the mapping at the path
    /// stands or may stand.
    let isValue: Bool
    /// The keys around it, "-" for items.
    let path: [String]
    /// The word that has been typed there; nil between words.
    let node: YAMLOutline.Node?

    /// Nil in a comment or in a text of several lines.
    init?(at offset: Int, in document: TextDocument) {
        let outline = document.outline
        let nodes = outline.nodes
        guard !outline.texts.contains(where: { $0.contains(offset) }) else { return nil }
        let line = document.lineStart(of: offset)
        node = nodes.last {
            ($0.kind == .key || $0.kind == .scalar) && $0.range.lowerBound <= offset && offset <= $0.range.upperBound
        }
        if let node {
            isValue = node.kind == .scalar && Self.isValue(node, in: document)
            path = outline.path(to: node)
            return
        }
        // A "#" in a quoted text is before the end of a node.
        let behindNodes = nodes.last { line <= $0.range.lowerBound && $0.range.upperBound <= offset }?.range.upperBound
        guard !document.bytes[(behindNodes ?? line)..<offset].contains(UInt8(ascii: "#")) else { return nil }
        let flow = nodes.lastIndex {
            $0.isCollection && $0.valueStart <= offset
                && ($0.isClosed ? offset < $0.range.upperBound : $0.range.lowerBound >= line)
        }
        if let flow {
            // The sign before decides.
            let before = document.bytes[nodes[flow].range.lowerBound..<offset].last { $0 > 0x20 }
            let key = nodes.lastIndex { $0.kind == .key && $0.valueStart <= offset }
            let (isBehind, isInList) = (before == UInt8(ascii: ":"), nodes[flow].kind == .list)
            isValue = isBehind || isInList
            path = outline.path(through: isBehind ? key : flow) + (isInList && !isBehind ? ["-"] : [])
            return
        }
        // The column decides, or the key in the same line.
        var block = nodes.lastIndex { !$0.isInFlow && $0.kind != .scalar && $0.range.lowerBound < offset }
        isValue = block.map { nodes[$0].range.lowerBound >= line && nodes[$0].valueStart <= offset } ?? false
        while !isValue, let current = block, nodes[current].column >= offset - line { block = nodes[current].parent }
        path = outline.path(through: block)
    }

    /// A word below a key, and not behind it, is the beginning of a key.
    private static func isValue(_ scalar: YAMLOutline.Node, in document: TextDocument) -> Bool {
        guard let parent = scalar.parent.map({ document.outline.nodes[$0] }), parent.kind != .mapping else {
            return false
        }
        return scalar.isInFlow || parent.range.lowerBound >= document.lineStart(of: scalar.range.lowerBound)
    }
}

extension Caret {
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

    /// The things that a value there names.
    static func meanings(at path: [String]) -> Set<TextShape.Meaning> {
        Set(shapes(at: path).compactMap { if case .text(let text) = $0 { text.meaning } else { nil } })
    }
}
