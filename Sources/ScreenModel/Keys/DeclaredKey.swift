import TerminalText

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

    /// What a person reads for it.
    package var name: String { scalar == " " ? "Space" : text }

    /// Behind a title: ` (o)`; empty where there is no key.
    package static func suffix(_ text: String?) -> String { DeclaredKey(text).map { " (\($0.name))" } ?? "" }
}
