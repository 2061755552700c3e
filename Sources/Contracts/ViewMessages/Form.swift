package import JSON

/// Fields that are filled in and submitted together.
package struct Form: JSONCodable, Equatable, Sendable {
    /// What `didSubmit` and `didChange` report.
    package var id: String
    package var heading: String?
    package var fields: [FormField]
    /// The button below the fields; "Submit" by default.
    package var submit: String?
}

/// A field of a form.
package struct FormField: JSONCodable, Equatable, Sendable {
    package enum Kind: String, JSONCodable, Sendable {
        case text
        /// Never shown, recorded or remembered. `didSubmit` has it among `secrets`.
        case secret
        case number
        case multiline
        case toggle = "switch"
        /// One of the options.
        case choice
        /// Any of the options.
        case choices
        /// A day of the Gregorian calendar: `2026-11-22`.
        case date

        /// A kind that only a newer presenter knows is text.
        package init(from reader: inout JSONReader) throws(JSONError) {
            self = Kind(rawValue: try reader.read(String.self)) ?? .text
        }
    }

    package struct Option: JSONCodable, Equatable, Sendable {
        /// What the value is when it is chosen.
        package var id: String
        package var title: String
    }

    /// Names its value in `didSubmit`.
    package var id: String
    package var label: String
    package var kind: Kind  // init: .text
    /// Its value until the user changes it. A new screen with another value replaces what the user has entered.
    package var value: FieldValue?
    /// Shown while the field is empty.
    package var placeholder: String?
    package var help: String?
    package var isRequired: Bool?  // JSON: required
    /// What is wrong with the value, from the presenter.
    package var error: String?
    /// Each change reports `didChange`.
    package var isLive: Bool?  // JSON: live
    /// Of a choice.
    package var options: [Option]?
    /// Of a number.
    package var min: Double?
    package var max: Double?
}

/// What a field of a form holds.
package enum FieldValue: JSONCodable, Equatable, Sendable {
    case text(String)
    /// As it is written in JSON, so that no digit is lost.
    case number(String)
    case flag(Bool)
    case texts([String])

    package init(from reader: inout JSONReader) throws(JSONError) {
        let json = reader.bytes(try reader.skipValue())
        switch json.first {
        case UInt8(ascii: "\""): self = .text(try String(json: json))
        case UInt8(ascii: "t"), UInt8(ascii: "f"): self = .flag(try Bool(json: json))
        case UInt8(ascii: "["): self = .texts(try [String](json: json))
        case .some(let byte) where byte == UInt8(ascii: "-") || 0x30...0x39 ~= byte:
            self = .number(String(decoding: json, as: UTF8.self))
        default: throw reader.mismatch("a text, a number, true, false or a list of texts")
        }
    }

    package func write(to writer: inout JSONWriter) {
        switch self {
        case .text(let text): writer.write(text)
        case .number(let number): writer.json(Array(number.utf8))
        case .flag(let flag): writer.write(flag)
        case .texts(let texts): writer.write(texts)
        }
    }
}
