import TerminalText
import ViewMessages

/// The place of a part of a kind that this view does not have.
struct UnknownPartView: PartView {
    let part: UnknownPart

    private var text: String { part.fallback ?? "This view cannot show “\(part.kind ?? "")”" }

    func layOut(in content: inout Content) { content.append(wrapped: text, .quiet) }

    func print(on page: inout LinearPage) {
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) { page.append(String(line)) }
    }
}
