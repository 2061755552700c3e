import Yams

/// A file's text to a tree that knows its lines.
struct YAMLReader {
    /// More than any sane file; a few lines of aliases of aliases can stand for billions.
    static let nodeLimit = 100_000

    private let file: String
    private var mistakes: [Mistake] = []
    private var nodeCount = 0

    /// The tree, nil when there is none to go on with, and what was wrong with the text.
    static func read(_ text: String, file: String) -> (tree: ComposeNode?, mistakes: [Mistake]) {
        let composed = YAMLText.compose(text, file: file)
        var reader = YAMLReader(file: file)
        reader.mistakes = composed.mistakes
        guard let root = composed.node else { return (nil, reader.mistakes) }
        let tree = reader.convert(root, path: "")
        return (tree.isBroken ? nil : tree, reader.mistakes)
    }

    private init(file: String) { self.file = file }

    private func place(_ mark: Mark?) -> Place { Place(origin: file, line: mark?.line) }

    private mutating func convert(_ node: Node, path: String) -> ComposeNode {
        var result = ComposeNode(content: .broken, place: place(node.mark), path: path)
        nodeCount += 1
        guard nodeCount <= Self.nodeLimit else {
            if nodeCount == Self.nodeLimit + 1 {
                mistakes.append(
                    result.mistake("more than \(Self.nodeLimit) values; do aliases repeat one another here?"))
            }
            return result
        }
        result.instruction = instruction(of: node, in: result)
        result.content = content(of: node, path: path)
        return result
    }

    private mutating func content(of node: Node, path: String) -> ComposeNode.Content {
        switch node {
        case .scalar(let scalar):
            let isPlain = scalar.style == .plain && scalar.tag.rawValue != Tag.Name.str.rawValue
            if isPlain, ["", "~", "null", "Null", "NULL"].contains(scalar.string) { return .null }
            return .scalar(scalar.string, isPlain: isPlain)
        case .sequence(let sequence):
            return .list(sequence.map { convert($0, path: path) })
        case .mapping(let mapping):
            return .mapping(members(of: mapping, path: path))
        case .alias:
            return .broken
        }
    }

    private mutating func members(of mapping: Node.Mapping, path: String) -> [ComposeNode.Member] {
        var members: [ComposeNode.Member] = []
        var inherited: [ComposeNode.Member] = []
        var renamed: [(key: String, line: Int?)] = []
        for (key, value) in mapping {
            guard let name = key.scalar?.string else {
                mistakes.append(Mistake(place: place(key.mark), path: path, message: "a key must be a plain name"))
                continue
            }
            if let original = YAMLText.originalKey(ofRenamed: name) {
                renamed.append((original, key.mark?.line))
            } else if name == "<<", key.scalar?.style == .plain {
                inherited += inheritedMembers(convert(value, path: path))
            } else if !name.hasPrefix("x-") || path.hasSuffix(".environment") {
                let value = convert(value, path: ComposeNode.path(path, name))
                members.append(ComposeNode.Member(key: name, place: place(key.mark), value: value))
            }
        }
        report(renamed, in: mapping, path: path)
        for member in inherited where !members.contains(where: { $0.key == member.key }) { members.append(member) }
        return members
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

    private mutating func report(
        _ duplicates: [(key: String, line: Int?)], in mapping: Node.Mapping, path: String
    ) {
        for (key, line) in duplicates {
            let last = mapping.reversed().first { $0.key.scalar?.string == key }
            let first = line.map { "; it stands in line \($0) already" } ?? ""
            mistakes.append(
                Mistake(place: place(last?.key.mark), path: path, message: "duplicate key \"\(key)\"\(first)"))
        }
    }

    private mutating func instruction(of node: Node, in result: ComposeNode) -> ComposeNode.MergeInstruction? {
        let tag =
            switch node {
            case .scalar(let scalar): scalar.tag.rawValue
            case .sequence(let sequence): sequence.tag.rawValue
            case .mapping(let mapping): mapping.tag.rawValue
            case .alias: ""
            }
        guard tag.hasPrefix("!"), tag != Tag.Name.nonSpecific.rawValue else { return nil }
        if let instruction = ComposeNode.MergeInstruction(rawValue: tag) { return instruction }
        let known = ComposeNode.MergeInstruction.allCases.map(\.rawValue)
        mistakes.append(result.mistake("unknown tag \"\(tag)\"\(Suggestion.hint(for: tag, among: known))"))
        return nil
    }
}
