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
            for title in text.split(separator: ",") { ids.append(try option(title.trimmed)) }
            return (field.options ?? []).map(\.id).filter(ids.contains).joined(separator: "\n")
        }
    }

    private func option(_ name: String) throws(CommandError) -> String {
        let options = field.options ?? []
        let lower = name.lowercased()
        guard let option = options.first(where: { $0.title.lowercased() == lower || $0.id.lowercased() == lower })
        else {
            throw CommandError(reason: "% has no such choice", field.label)
        }
        return option.id
    }
}

extension Substring {
    fileprivate var trimmed: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
