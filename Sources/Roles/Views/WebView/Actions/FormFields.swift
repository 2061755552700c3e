import Platform
import Encodings
import ScreenModel
import TerminalText
import ViewMessages

/// The fields of a submitted form, in their order.
package struct FormFields: Equatable, Sendable {
    package private(set) var fields: [(name: String, value: String)] = []

    /// The most fields of a form; a form with more is refused. A form has at most 500, and a field of choices one for each.
    private static let most = 12_000

    package static func == (one: FormFields, other: FormFields) -> Bool {
        one.fields.elementsEqual(other.fields, by: ==)
    }

    package init(_ fields: [(name: String, value: String)] = []) { self.fields = fields }

    /// - Returns: nil for what no form sends: a broken escape, invalid UTF-8, too many fields.
    package init?(encoded bytes: some Collection<UInt8>) {
        for pair in bytes.split(separator: UInt8(ascii: "&")) {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard fields.count < Self.most, let name = PercentEncoding.text(parts[0], isForm: true),
                let value = PercentEncoding.text(parts.count > 1 ? parts[1] : parts[0].suffix(0), isForm: true)
            else { return nil }
            fields.append((name, value))
        }
    }

    package subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

    package func values(of name: String) -> [String] { fields.lazy.filter { $0.name == name }.map(\.value) }

    package func number(_ name: String) -> Int? {
        self[name].flatMap { $0.utf8.count <= 9 ? Int($0) : nil }
    }

    package mutating func append(_ name: String, _ value: String) { fields.append((name, value)) }

    /// The fields as a form sends them.
    package var encoded: String {
        let encode = PercentEncoding.form.encode
        return fields.map { "\(encode($0.name))=\(encode($0.value))" }.joined(separator: "&")
    }
}

/// The name of a form's field in the page. The page's own fields have names without a colon.
enum InputName {
    static func of(_ field: FormField) -> String { "field:\(PercentEncoding.form.encode(field.id))" }
}

extension FormField {
    /// The entry of the user, as a field holds it (``FieldEntry``).
    /// - Parameter texts: values that a page has sent for the field.
    func entry(from texts: [String]) -> String {
        switch kind {
        case .toggle: texts.contains("true") ? "true" : ""
        case .choices: (options ?? []).map(\.id).filter(Set(texts).contains).joined(separator: "\n")
        case .choice: option(texts.last ?? "")
        case .multiline: Bounded.entry(Sanitizer.block(texts.last ?? ""))
        case .text, .secret, .number, .date, .path: Bounded.entry(Sanitizer.line(texts.last ?? ""))
        }
    }

    /// The id of the option with that id or title; among many options, what the user has typed to find one.
    private func option(_ text: String) -> String {
        let options = options ?? []
        if let option = options.first(where: { $0.id == text }) ?? options.first(where: { $0.title == text }) {
            return option.id
        }
        return hasManyOptions ? Bounded.entry(Sanitizer.line(text)) : ""
    }
}
