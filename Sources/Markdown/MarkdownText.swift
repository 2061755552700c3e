/// Markdown (CommonMark with GitHub's tables and strikethrough) as blocks, one after another: what stands inside another block
/// says so itself. All texts are as they were written: whoever draws them makes them harmless.
package struct MarkdownText: Equatable, Sendable {
    package struct Block: Equatable, Sendable {
        package enum Content: Equatable, Sendable {
            case paragraph([Span])
            /// Level: from 1.
            case heading(level: Int, [Span])
            /// Lines that are not wrapped.
            case code(String)
            case table(Table)
            case rule
        }

        package var content: Content
        /// What it stands in, the outermost first.
        package var containers: [Container]
        /// It belongs to the block before it, as the items of a tight list do.
        package var isClose: Bool
    }

    package enum Container: Equatable, Sendable {
        case quote
        /// An item of a list: the mark of its first block, such as `•` or `1.`; blanks of that width before its others.
        case item(mark: String)
    }

    package struct Span: Equatable, Sendable {
        package var text: String
        package var isStrong = false
        package var isEmphasized = false
        package var isStruck = false
        package var isCode = false
        /// The index of its link in ``MarkdownText/links``.
        package var link: Int?
    }

    package struct Table: Equatable, Sendable {
        package enum Alignment: Equatable, Sendable {
            case left, center, right
        }

        package var alignments: [Alignment] = []
        package var header: [[Span]] = []
        package var rows: [[[Span]]] = []
    }

    package internal(set) var blocks: [Block] = []
    /// The addresses that links lead to, in their order.
    package internal(set) var links: [String] = []

    /// In bytes. A longer text is no Markdown.
    package static let limit = 1 << 18

    /// - Returns: nil for a text over the limit.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.limit, let reader = MarkdownReader(text) else { return nil }
        self = reader.result
    }

    init() {}
}
