import Recording
import TerminalText
package import Wire

/// Describes a person's action in one line that is safe to print.
package enum UserActionText {
    private static let longest = 200

    /// For an event of the view: the last word of its type and its values, such as `didSearch music`.
    package static func of(_ event: Event) -> String {
        let name = event.type.split(separator: ".").last.map(String.init) ?? event.type
        guard case .object(let data) = JSONTree(event.data) else { return clean(name) }
        let values = data.sorted { $0.key < $1.key }.compactMap { text(of: $0.value) }
        return clean(([name] + values).joined(separator: " "))
    }

    /// For typed text: unprintable keys are shown as symbols.
    package static func of(typed text: String) -> String {
        let line = text.hasSuffix("\n") ? String(text.dropLast()) : text
        var shown = String.UnicodeScalarView()
        for scalar in line.prefix(longest).unicodeScalars { shown.append(symbol(for: scalar) ?? scalar) }
        return clean(String(shown))
    }

    private static func text(of value: JSONTree) -> String? {
        switch value {
        case .string(let text): text
        case .number, .bool: value.text
        case .null, .array, .object: nil
        }
    }

    /// U+2400 to U+2421 are control pictures; Enter is shown as on its key.
    private static func symbol(for scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0x0A, 0x0D: "⏎"
        case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value)
        case 0x7F: "␡"
        default: nil
        }
    }

    private static func clean(_ text: String) -> String { String(Sanitizer.line(text).prefix(longest)) }
}
