import TerminalText
package import ViewMessages

/// The key that a screen declares for something: one character that can be typed.
package struct DeclaredKey: Equatable {
    package let scalar: Unicode.Scalar

    /// - Returns: nil for what no key types as a text: a control character, several characters, or none.
    package init?(_ text: String?) {
        guard let text, text.unicodeScalars.count == 1, let scalar = text.unicodeScalars.first,
            Sanitizer.line(text) == text
        else { return nil }
        self.scalar = scalar
    }

    package var text: String { String(scalar) }

    /// The name that a user reads.
    package var name: String { scalar == " " ? "Space" : text }

    /// The key behind a title: ` (o)`; empty without a key.
    package static func suffix(_ text: String?) -> String { DeclaredKey(text).map { " (\($0.name))" } ?? "" }
}

extension ScreenKey {
    /// Help, quit, palette, search: each leads to something that has no other key.
    private static let reserved: Set<Unicode.Scalar> = ["?", "q", ":", "/"]

    /// True if something is reported when it is pressed, and not only done by the view.
    package var isReported: Bool { does?.contains(.report) ?? true }

    /// The key for it; nil where it has none, or the view needs the character itself.
    package var pressing: DeclaredKey? {
        DeclaredKey(character).flatMap { Self.reserved.contains($0.scalar) ? nil : $0 }
    }
}
