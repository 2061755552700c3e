import TerminalText
import ViewMessages

/// The place of a part of a kind that this view does not have.
struct UnknownPartView: PartView {
    let part: UnknownPart

    /// Characters of a kind's name.
    private static let longestKind = 64

    var sanitized: Part {
        let kind = part.kind.map { String(Sanitizer.line($0).prefix(Self.longestKind)) }
        return .unknown(UnknownPart(kind: kind ?? "", fallback: part.fallback.map(Sanitizer.block)))
    }

    private var text: String { part.fallback ?? "This view cannot show “\(part.kind ?? "")”" }

    func layOut(in content: inout Content) { content.append(wrapped: text, .quiet) }

    func print(on page: inout LinearPage) {
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) { page.append(String(line)) }
    }
}
