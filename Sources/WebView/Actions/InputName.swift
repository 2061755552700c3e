import ScreenModel
import TerminalText
import ViewMessages

/// Names a form's field in the page. The page's own fields have names without a colon.
enum InputName {
    static func of(_ field: FormField) -> String { "field:\(PercentCoding.encode(field.id))" }
}

extension FormField {
    /// What was entered, as a field holds it (``FieldEntry``).
    /// - Parameter texts: the values that a page has sent for it.
    func entry(from texts: [String]) -> String {
        switch kind {
        case .toggle: texts.contains("true") ? "true" : ""
        case .choices: (options ?? []).map(\.id).filter(Set(texts).contains).joined(separator: "\n")
        case .choice: (options ?? []).map(\.id).first { $0 == texts.last } ?? ""
        case .multiline: Bounded.entry(Sanitizer.block(texts.last ?? ""))
        case .text, .secret, .number, .date: Bounded.entry(Sanitizer.line(texts.last ?? ""))
        }
    }
}
