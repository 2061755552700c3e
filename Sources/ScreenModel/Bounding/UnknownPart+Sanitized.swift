import TerminalText
import ViewMessages

extension UnknownPart {
    /// Characters of a kind's name.
    private static let longestKind = 64

    var sanitized: UnknownPart {
        let kind = kind.map { String(Sanitizer.line($0).prefix(Self.longestKind)) }
        return UnknownPart(kind: kind ?? "", fallback: fallback.map(Sanitizer.block))
    }
}
