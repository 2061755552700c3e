import Markdown
import ViewMessages

extension Screen {
    /// The addresses that its texts lead to.
    var links: [String] {
        allParts.flatMap { part -> [String] in
            guard case .text(let text) = part, text.format == .markdown else { return [] }
            return MarkdownText(text.body)?.links ?? []
        }
    }
}
