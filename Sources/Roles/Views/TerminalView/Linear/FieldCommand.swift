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
        case .choice:
            guard !text.isEmpty else { return "" }
            guard let option = option(named: text) else { throw noSuchChoice }
            return option.id
        case .choices:
            let ids = try options(text).map(\.id)
            return (field.options ?? []).map(\.id).filter(ids.contains).joined(separator: "\n")
        }
    }

    /// - Parameter list: titles with commas between them. A title may contain commas, too: the longest one counts.
    private func options(_ list: String) throws(CommandError) -> [FormField.Option] {
        let most = (field.options ?? []).map { max($0.title.count { $0 == "," }, $0.id.count { $0 == "," }) }.max() ?? 0
        var parts = list.split(separator: ",")[...]
        var found: [FormField.Option] = []
        while let first = parts.first {
            var named: (option: FormField.Option, parts: Int)?
            for (count, last) in zip(1..., parts.prefix(most + 1)) {
                let name = list[first.startIndex..<last.endIndex].withoutOuter { $0 == " " }
                if let option = option(named: name) { named = (option, count) }
            }
            guard let named else { throw noSuchChoice }
            found.append(named.option)
            parts = parts.dropFirst(named.parts)
        }
        return found
    }

    private func option(named name: String) -> FormField.Option? {
        (field.options ?? []).first(named: name, \.title, \.id)
    }

    private var noSuchChoice: CommandError { CommandError(reason: "% has no such choice", field.label) }
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
