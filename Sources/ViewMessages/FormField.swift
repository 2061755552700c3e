package import JSON

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

        package init(id: String, title: String) {
            self.id = id
            self.title = title
        }
    }

    /// Names its value in `didSubmit`.
    package var id: String
    package var label: String
    package var kind: Kind
    /// What it holds until the person changes it. A new screen with another value replaces what the person has entered.
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

    package init(
        id: String, label: String, kind: Kind = .text, value: FieldValue? = nil, placeholder: String? = nil,
        help: String? = nil, isRequired: Bool? = nil, error: String? = nil, isLive: Bool? = nil,
        options: [Option]? = nil, min: Double? = nil, max: Double? = nil
    ) {
        self.id = id
        self.label = label
        self.kind = kind
        self.value = value
        self.placeholder = placeholder
        self.help = help
        self.isRequired = isRequired
        self.error = error
        self.isLive = isLive
        self.options = options
        self.min = min
        self.max = max
    }
}
