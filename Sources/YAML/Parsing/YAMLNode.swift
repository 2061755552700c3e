/// A node of a YAML document. An alias is a copy of the node that its anchor names.
struct YAMLNode {
    typealias Pair = (key: YAMLNode, value: YAMLNode)

    enum Content {
        /// `isPlain`: written without quotes, so that `true` may be a truth value.
        case scalar(String, isPlain: Bool)
        case sequence([YAMLNode])
        /// In the order of the file; a key may stand more than once.
        case mapping([Pair])
    }

    let content: Content
    /// Where it begins, counted from 1.
    let line: Int
    /// The explicit tag, such as `!reset`; nil where there is none.
    let tag: String?
    /// The line where the text of a scalar begins; nil where its lines are not those of the file.
    let textLine: Int?

    /// The text of a scalar.
    var text: String? { if case .scalar(let text, _) = content { text } else { nil } }

    var isPlain: Bool { if case .scalar(_, isPlain: true) = content { true } else { false } }
}
