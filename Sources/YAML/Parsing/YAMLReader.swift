/// Parses a file's text into a tree that knows its lines.
package struct YAMLReader {
    /// More than any sane file needs. A few lines of aliases of aliases can stand for billions, and some checks compare every
    /// value with every other one.
    package static let nodeLimit = 10_000

    private let file: String
    private let folder: String?
    private var mistakes: [Mistake] = []
    private var nodeCount = 0

    /// The tree, nil when there is none to go on with, and what is wrong with the text.
    /// - Parameter folder: where the file's relative paths begin; nil for the working folder.
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

    /// The members of a mapping. Of a key that stands more than once, the last one counts.
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
                        message: "duplicate key \"\(name)\"; it stands in line \(key.line) already"))
            } else if name == "<<", key.isPlain {
                inherited += inheritedMembers(convert(value, path: path))
            } else if !name.hasPrefix("x-") || path.hasSuffix(".environment") {
                let value = convert(value, path: ComposeNode.path(path, name))
                members.append(ComposeNode.Member(key: name, place: place(key), value: value))
            }
        }
        let names = Set(members.map(\.key))
        return members + first(of: inherited).filter { !names.contains($0.key) }
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
        // "!" alone says no more than that the value is not to be guessed at.
        guard let tag = node.tag, tag.hasPrefix("!"), tag != "!" else { return nil }
        if let instruction = ComposeNode.MergeInstruction(rawValue: tag) { return instruction }
        let known = ComposeNode.MergeInstruction.allCases.map(\.rawValue)
        mistakes.append(result.mistake("unknown tag \"\(tag)\"\(Suggestion.hint(for: tag, among: known))"))
        return nil
    }
}
