package import Languages
import Encodings
import JSON
package import ViewMessages

/// The entry in a form's field, as text: a switch as `true`, choices as ids, one per line.
package struct FieldEntry {
    package let field: FormField

    package init(field: FormField) {
        self.field = field
    }

    /// The value that the screen declares for the field.
    package var declared: String {
        switch field.value {
        case .text(let text), .number(let text): text
        case .flag(let flag): flag ? "true" : ""
        case .texts(let ids): ids.joined(separator: "\n")
        case nil: ""
        }
    }

    /// - Returns: nil for an entry without a value, such as an empty number.
    package func value(of text: String) -> FieldValue? {
        switch field.kind {
        case .text, .secret, .multiline, .path: .text(text)
        case .toggle: .flag(text == "true")
        case .choices: .texts(text.split(separator: "\n").map(String.init))
        case .number: Self.number(text).map { .number($0) }
        case .choice, .date: text.isEmpty ? nil : .text(text)
        }
    }

    /// The error of the entry, as far as the field's declaration defines it; nil for none.
    package func error(in text: String, _ words: Words) -> String? {
        let trimmed = text.split(separator: " ").joined()
        if trimmed.isEmpty {
            return field.isRequired == true && field.kind != .toggle ? words["This is required"] : nil
        }
        switch field.kind {
        case .text, .secret, .multiline, .toggle, .choices, .path: return nil
        // Such an entry is what the user has typed to find an option.
        case .choice:
            return text == declared || field.options?.contains { $0.id == text } == true
                ? nil : words["Choose one of the options"]
        case .date: return CalendarDay(text) != nil ? nil : words["Enter a date, for example 2026-11-22"]
        case .number:
            guard let number = Self.number(text), let value = Double(number) else {
                return words["Enter a number, for example 42"]
            }
            if let min = field.min, value < min { return words("Must be at least %", Self.text(of: min)) }
            if let max = field.max, value > max { return words("Must be at most %", Self.text(of: max)) }
            return nil
        }
    }

    /// The text of a choice for the user: the title of the chosen option, or what was typed to find one.
    package func title(of text: String) -> String { field.options?.first { $0.id == text }?.title ?? text }

    /// The chosen options' titles, in the order of the options.
    package func titles(of text: String) -> [String] {
        let ids = Set(text.split(separator: "\n").map(String.init))
        return (field.options ?? []).filter { ids.contains($0.id) }.map(\.title)
    }

    package func picking(_ option: String, in text: String) -> String {
        guard field.kind == .choices else { return option }
        var ids = text.split(separator: "\n").map(String.init)
        if ids.contains(option) { ids.removeAll { $0 == option } } else { ids.append(option) }
        // In the order of the options, so that the same choice is the same value.
        return (field.options ?? []).map(\.id).filter(ids.contains).joined(separator: "\n")
    }

    /// - Returns: the number as JSON writes it; nil for anything else.
    private static func number(_ text: String) -> String? {
        let text = text.split(separator: " ").joined()
        guard text.utf8.count <= 64, let number = text.utf8.first.map({ $0 == 0x2B ? String(text.dropFirst()) : text }),
            let value = try? Double(json: Array(number.utf8)), value.isFinite
        else { return nil }
        return number
    }

    /// A bound as a user writes it: `10`, not `10.0`.
    package static func text(of number: Double) -> String {
        Int(exactly: number).map { "\($0)" } ?? "\(number)"
    }
}

/// The entries of a form, checked as far as its fields declare.
package struct FormSubmission {
    /// The report, if nothing is wrong.
    package private(set) var report: ViewOutput.DidSubmit
    /// The errors, by the field's name (``FieldName``).
    package private(set) var errors: [String: String] = [:]
    /// The name of the uppermost field that is wrong; nil where none is.
    package private(set) var firstWrong: String?

    /// - Parameters:
    ///   - texts: the entries by the field's name; empty where there is nothing.
    ///   - words: for what is wrong.
    package init(_ form: Form, texts: (String) -> String?, _ words: Words = Words(nil)) {
        report = ViewOutput.DidSubmit(form: form.id, values: [:])
        for field in form.fields {
            let name = FieldName.of(field, in: form)
            let entry = FieldEntry(field: field)
            let text = texts(name) ?? ""
            errors[name] = entry.error(in: text, words)
            if errors[name] != nil, firstWrong == nil { firstWrong = name }
            guard field.kind == .secret else {
                report.values[field.id] = entry.value(of: text)
                continue
            }
            report.secrets = (report.secrets ?? [:]).merging([field.id: text]) { $1 }
        }
    }
}
