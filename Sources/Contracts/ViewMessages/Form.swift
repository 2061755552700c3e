package import JSON

/// Fields that the user fills in and submits together.
package struct Form: PartContent {
    /// The id in `didSubmit` and `didChange`.
    package var id: String  // bounds: id
    package var heading: String?
    package var fields: [FormField]  // bounds: ...500
    /// The title of the button below the fields.
    package var submit: String?  // bounds: 1...
}

/// A field of a form.
package struct FormField: JSONCodable, Equatable, Sendable {
    package enum Kind: String, CaseIterable, JSONCodable, Sendable {
        case text
        /// A text that is never shown, recorded or remembered. `didSubmit` has it among `secrets`.
        case secret
        case number
        case multiline
        case toggle = "switch"
        /// Exactly one of the options.
        case choice
        /// Any number of the options.
        case choices
        /// A day of the Gregorian calendar: `2026-11-22`.
        case date
        /// The name of a file or a folder, where the application runs. The user completes it from `suggestions`.
        case path

        /// A kind that only a newer presenter knows is text.
        package init(from reader: inout JSONReader) throws(JSONError) {
            self = try reader.word(among: Self.allCases) ?? .text
        }
    }

    package struct Option: JSONCodable, Equatable, Sendable {
        /// The value of the field when this option is chosen.
        package var id: String  // bounds: id
        package var title: String
    }

    /// The name of the field's value in `didSubmit`.
    package var id: String  // bounds: id
    package var label: String
    /// A view treats an unknown kind as text. A date is written as 2026-11-22.
    package var kind: Kind  // init: .text
    /// The field's value until the user changes it. A new screen with another value replaces the user's entry.
    package var value: FieldValue?  // bounds: own
    /// A text that is shown while the field is empty.
    package var placeholder: String?
    package var help: String?
    package var isRequired: Bool?  // JSON: required
    /// The error of the value, in words.
    package var error: String?  // bounds: 1...
    /// True if each change reports `didChange`; never for a secret.
    package var isLive: Bool?  // JSON: live
    /// The options of `choice` and `choices`.
    package var options: [Option]?  // bounds: ...10_000
    /// Suggestions for a `path`: whole texts for the field, folders with a `/` at the end.
    package var suggestions: [String]?  // bounds: own
    /// The least value of a number.
    package var min: Double?  // bounds: raw
    /// The greatest value of a number.
    package var max: Double?  // bounds: raw
}

/// The content of a field in a form.
package enum FieldValue: JSONCodable, Equatable, Sendable {
    case text(String)
    /// A number as it is written in JSON, so that no digit is lost.
    case number(String)
    case flag(Bool)
    case texts([String])

    package init(from reader: inout JSONReader) throws(JSONError) {
        switch reader.nextByte {
        case UInt8(ascii: "\""): self = .text(try reader.string())
        case UInt8(ascii: "t"), UInt8(ascii: "f"): self = .flag(try reader.bool())
        case UInt8(ascii: "["): self = .texts(try reader.read())
        case UInt8(ascii: "-"), 0x30...0x39:
            self = .number(String(decoding: reader.bytes(try reader.skipValue()), as: UTF8.self))
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
