import ScreenModel
import TerminalText
import ViewMessages

/// The fields of a submitted form, in their order.
package struct FormFields: Equatable, Sendable {
    package private(set) var fields: [(name: String, value: String)] = []

    /// More fields are refused. A form has at most 500, and a field of choices one for each.
    private static let most = 12_000

    package static func == (one: FormFields, other: FormFields) -> Bool {
        one.fields.elementsEqual(other.fields, by: ==)
    }

    package init(_ fields: [(name: String, value: String)] = []) { self.fields = fields }

    /// - Returns: nil for what no form sends: a broken escape, invalid UTF-8, too many fields.
    package init?(encoded bytes: some Collection<UInt8>) {
        for pair in bytes.split(separator: UInt8(ascii: "&")) {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard fields.count < Self.most, let name = FormCoding.decode(parts[0]),
                let value = FormCoding.decode(parts.count > 1 ? parts[1] : parts[0].suffix(0))
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

    /// As a form sends it.
    package var encoded: String {
        fields.map { "\(FormCoding.encode($0.name))=\(FormCoding.encode($0.value))" }.joined(separator: "&")
    }
}

/// The name of a form's field in the page. The page's own fields have names without a colon.
enum InputName {
    static func of(_ field: FormField) -> String { "field:\(FormCoding.encode(field.id))" }
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

/// Percent-encoding as forms have it (URL Standard, application/x-www-form-urlencoded).
enum FormCoding {
    /// Letters, digits and `*-._` stay; all other bytes become `%XX`.
    static func encode(_ text: String) -> String {
        guard !text.utf8.allSatisfy(isPlain) else { return text }
        var output: [UInt8] = []
        for byte in text.utf8 {
            if isPlain(byte) {
                output.append(byte)
            } else {
                output += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// `+` is a blank.
    /// - Returns: nil for a broken escape or invalid UTF-8.
    static func decode(_ bytes: some Sequence<UInt8>) -> String? {
        var output: [UInt8] = []
        var rest = bytes.makeIterator()
        while let byte = rest.next() {
            switch byte {
            case UInt8(ascii: "+"): output.append(0x20)
            case UInt8(ascii: "%"):
                guard let high = rest.next().flatMap(value), let low = rest.next().flatMap(value) else { return nil }
                output.append(high << 4 | low)
            default: output.append(byte)
            }
        }
        return String(validating: output, as: UTF8.self)
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
            UInt8(ascii: "*"):
            true
        default: false
        }
    }

    private static func value(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
