import Formatting
import InteractorMessages
import ViewMessages

/// A README as a text of the screen, or a word in its place.
enum ReadmeText {
    static let missing = Text(body: "There is no README.", tone: .muted)

    static func text(_ readme: Readme) -> Text {
        guard let body = readme.text, readme.obstacle == nil else {
            return Text(heading: readme.name, body: word(for: readme), tone: .muted)
        }
        guard body.contains(where: { !$0.isWhitespace }) else {
            return Text(heading: readme.name, body: "It is empty.", tone: .muted)
        }
        return Text(heading: readme.name, body: body, format: isMarkdown(readme.name) ? .markdown : .plain)
    }

    private static func word(for readme: Readme) -> String {
        switch readme.obstacle {
        case .tooLarge:
            let size = readme.size.map { ": it has \(Quantity.text($0, "byte", "bytes"))" } ?? ""
            return "It is too large to be shown\(size)."
        case .encoding: return "It cannot be shown: it is not written in UTF-8."
        case .binary: return "It cannot be shown: it is no text."
        case nil: return "It cannot be shown."
        }
    }

    /// By the file's name, as GitHub decides. Other markup, such as reStructuredText, is shown as it was written.
    private static func isMarkdown(_ name: String) -> Bool {
        let name = name.lowercased()
        return !name.contains(".") || ["md", "markdown", "mdown", "mkd", "mkdn"].contains { name.hasSuffix(".\($0)") }
    }
}
