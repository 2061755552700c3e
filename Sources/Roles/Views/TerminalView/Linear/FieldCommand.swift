import Platform
import ScreenModel
import ViewMessages

/// `set NAME TEXT` on a screen: which field it means, and what to enter there.
struct FieldCommand {
    let name: String
    let field: FormField
    /// Nil where a secret follows on a line of its own.
    let text: String?

    init(name: String, field: FormField, text: String) {
        self.name = name
        self.field = field
        self.text = text
    }

    /// - Parameter argument: a field's label or id, in quotes if need be, and behind it the text.
    init?(_ argument: String, on screen: Screen) {
        let isQuoted = argument.hasPrefix("\"")
        let lower = argument.lowercased()
        var best: (length: Int, name: String, field: FormField)?
        for (name, _, field) in screen.formFields {
            for word in [field.label, field.id] where !word.isEmpty && word.count > best?.length ?? 0 {
                let quoted = isQuoted ? "\"\(word.lowercased())\"" : word.lowercased()
                if lower == quoted || lower.hasPrefix(quoted + " ") { best = (quoted.count, name, field) }
            }
        }
        guard let best else { return nil }
        name = best.name
        field = best.field
        let rest = argument.dropFirst(best.length).drop { $0 == " " }
        text = rest.isEmpty && field.kind == .secret ? nil : String(rest)
    }

    var isSecretMissing: Bool { text == nil && field.kind == .secret }

    /// The entry for ``text``, as the field holds it.
    func entry() throws(CommandError) -> String {
        let text = text ?? ""
        switch field.kind {
        case .text, .secret, .number, .date, .path: return Bounded.entry(text)
        case .multiline:
            return Bounded.entry(text.split(separator: "\\n", omittingEmptySubsequences: false).joined(separator: "\n"))
        case .toggle:
            switch text.lowercased() {
            case "on", "yes", "true", "1": return "true"
            case "off", "no", "false", "0", "": return ""
            default: throw CommandError(reason: "enter on or off")
            }
        case .choice: return text.isEmpty ? "" : try option(text)
        case .choices:
            var ids: [String] = []
            for title in text.split(separator: ",") { ids.append(try option(title.withoutOuter { $0 == " " })) }
            return (field.options ?? []).map(\.id).filter(ids.contains).joined(separator: "\n")
        }
    }

    private func option(_ name: String) throws(CommandError) -> String {
        let found = (field.options ?? []).first(named: name, \.title, \.id)
        guard let found else { throw CommandError(reason: "% has no such choice", field.label) }
        return found.id
    }
}

extension Sequence {
    /// The first element that a user names, whatever the case: by its title, or else by what programs call it.
    func first(
        named name: String, _ title: (Element) -> String?, _ id: (Element) -> String
    ) -> Element? {
        let name = name.lowercased()
        return first { title($0)?.lowercased() == name } ?? first { id($0).lowercased() == name }
    }
}
