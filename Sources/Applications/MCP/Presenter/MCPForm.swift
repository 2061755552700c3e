import Formatting
import JSON
import Scenes
import ViewMessages

/// The form of a tool, a prompt or a template: fields made of its schema, and arguments made of what was entered.
struct MCPForm {
    static let id = "arguments"
    /// Of a form.
    static let mostFields = 500

    let fields: [MCPField]

    init(for entry: MCPEntry) {
        switch entry.kind {
        case .resource: fields = []
        case .template: fields = [MCPField(templateOf: entry.name)]
        case .prompt: fields = Self.promptFields(entry.schema?.bytes ?? [])
        case .tool: fields = Self.toolFields(entry.schema?.bytes ?? [])
        }
    }

    private static func promptFields(_ list: [UInt8]) -> [MCPField] {
        (JSONSlices.elements(ofArray: list.span) ?? []).prefix(mostFields)
            .compactMap { try? MCPPromptArgument(json: Array(list[$0])) }.map(MCPField.init)
    }

    private static func toolFields(_ schema: [UInt8]) -> [MCPField] {
        let properties = JSONSlices.member("properties", of: schema.span).map { Array(schema[$0]) } ?? Array("{}".utf8)
        let required = (JSONSlices.elements(of: "required", in: schema.span) ?? []).map { Array(schema[$0]) }
        let members = (try? JSONSlices.members(properties.span)) ?? []
        return members.prefix(mostFields).compactMap { member in
            guard let name = JSONText.decode(properties.span.extracting(member.key)), !name.isEmpty else { return nil }
            return MCPField(
                name, MCPSchema.read(Array(properties[member.value]), in: schema),
                isRequired: required.contains(name.json))
        }
    }

    /// - Parameters:
    ///   - values: what was entered, by the fields' names.
    ///   - mistakes: the errors of the values, in the user's language.
    func part(_ values: [String: FieldValue], mistakes: [String: String], submit: String) -> Part {
        .form(
            Form(
                id: Self.id, fields: fields.map { $0.formField(values[$0.name], error: mistakes[$0.name]) },
                submit: submit))
    }

    /// - Returns: the arguments as a JSON object, and the errors by the fields' names.
    func arguments(
        _ values: [String: FieldValue], secrets: [String: String], for reader: Reader
    ) -> (json: [UInt8], mistakes: [String: String]) {
        var json: [UInt8] = []
        var mistakes: [String: String] = [:]
        for field in fields {
            switch field.json(values[field.name] ?? secrets[field.name].map(FieldValue.text), for: reader) {
            case .success(nil): continue
            case .success(let value?):
                json += (json.isEmpty ? [] : [UInt8(ascii: ",")]) + field.name.json + [UInt8(ascii: ":")] + value
            case .failure(let mistake): mistakes[field.name] = mistake.text
            }
        }
        return ([UInt8(ascii: "{")] + json + [UInt8(ascii: "}")], mistakes)
    }
}

/// An argument of a prompt: always a text.
struct MCPPromptArgument: JSONReadable {
    var name: String
    var title: String?
    var description: String?
    var required: Bool?
}

/// One argument: how it is asked for, and how it becomes JSON.
struct MCPField {
    enum Kind: Equatable {
        case text, lines, secret, flag, date
        case number(isInteger: Bool)
        /// The values as JSON; the ids of the options are their places.
        case choice([[UInt8]]), choices([[UInt8]])
        /// Any other value, as JSON.
        case json(first: UInt8?)
    }

    let name: String
    let label: String
    let help: String?
    let kind: Kind
    let isRequired: Bool
    /// As JSON.
    let standard: [UInt8]?
    let minimum: Double?
    let maximum: Double?
    let longest: Int?

    struct Mistake: Error { let text: String }

    /// Names of arguments that usually have several lines.
    private static let longNames: Set = ["body", "content", "code", "markdown", "sql", "script", "source", "html"]
    /// A text that may be longer than this gets several lines.
    private static let longText = 500

    init(templateOf uri: String) {
        (name, label, help, kind, isRequired) = ("uri", "URI", nil, .text, true)
        (standard, minimum, maximum, longest) = (uri.json, nil, nil, nil)
    }

    init(_ argument: MCPPromptArgument) {
        (name, label, help) = (argument.name, argument.title ?? argument.name, argument.description)
        (kind, isRequired) = (Self.textKind(argument.name, nil), argument.required == true)
        (standard, minimum, maximum, longest) = (nil, nil, nil, nil)
    }

    init(_ name: String, _ schema: MCPSchema, isRequired: Bool) {
        self.name = name
        self.isRequired = isRequired
        label = schema.title ?? name
        help = schema.description
        kind = Self.kind(name, schema)
        standard = schema.defaultValue.flatMap { $0.bytes == Array("null".utf8) ? nil : $0.bytes }
        minimum = schema.minimum
        maximum = schema.maximum
        longest = schema.maxLength
    }

    private static func kind(_ name: String, _ schema: MCPSchema) -> Kind {
        if let values = schema.values { return .choice(values) }
        switch schema.typeName {
        case "boolean": return .flag
        case "integer": return .number(isInteger: true)
        case "number": return .number(isInteger: false)
        case "string": return textKind(name, schema)
        case "array":
            if let values = schema.items.flatMap({ try? MCPSchema(json: $0.bytes) })?.values { return .choices(values) }
            return .json(first: UInt8(ascii: "["))
        case "object": return .json(first: UInt8(ascii: "{"))
        default: return .json(first: nil)
        }
    }

    private static func textKind(_ name: String, _ schema: MCPSchema?) -> Kind {
        if isSecret(name) || schema?.format == "password" || schema?.writeOnly == true { return .secret }
        if schema?.format == "date" { return .date }
        return longNames.contains(name.lowercased()) || (schema?.maxLength ?? 0) > longText ? .lines : .text
    }

    /// Endings of names whose values are secrets, without separators. `SecretName` in Secrecy knows more of them, but that module brings the
    /// engine of regular expressions, 2 MB, into each presenter.
    private static let secretEndings = [
        "password", "passwd", "passphrase", "passcode", "secret", "token", "apikey", "accesskey", "secretkey",
        "privatekey",
        "credential", "cookie", "authorization",
    ]

    /// `nextPageToken` names a place in a list.
    private static func isSecret(_ name: String) -> Bool {
        var plain = name.lowercased().filter(\.isLetter)
        if plain.hasSuffix("s") { plain.removeLast() }
        guard secretEndings.contains(where: plain.hasSuffix) else { return false }
        return !["pagetoken", "nexttoken", "synctoken", "continuationtoken"].contains(where: plain.hasSuffix)
    }

    // MARK: The field

    func formField(_ value: FieldValue?, error: String?) -> FormField {
        var field = FormField(id: name, label: label)
        field.value = value ?? standard.flatMap(fieldValue)
        field.help = help
        field.isRequired = isRequired ? true : nil
        field.error = error
        switch kind {
        case .text: field.kind = .text
        case .lines: field.kind = .multiline
        case .secret: (field.kind, field.value) = (.secret, nil)
        case .flag: field.kind = .toggle
        case .date: field.kind = .date
        case .number:
            (field.kind, field.min, field.max) = (.number, minimum, maximum)
        case .choice(let values):
            (field.kind, field.options) = (.choice, Self.options(values))
        case .choices(let values):
            (field.kind, field.options) = (.choices, Self.options(values))
        case .json:
            field.kind = .multiline
            field.placeholder = "JSON"
        }
        return field
    }

    private static func options(_ values: [[UInt8]]) -> [FormField.Option] {
        values.enumerated().map { FormField.Option(id: "\($0)", title: Self.text($1)) }
    }

    /// A value of JSON as the user reads it.
    private static func text(_ json: [UInt8]) -> String {
        (try? String(json: json)) ?? String(decoding: json, as: UTF8.self)
    }

    private func fieldValue(_ json: [UInt8]) -> FieldValue? {
        switch kind {
        case .text, .lines, .date: (try? String(json: json)).map(FieldValue.text)
        case .secret: nil
        case .flag: (try? Bool(json: json)).map(FieldValue.flag)
        case .number: (try? Double(json: json)) == nil ? nil : .number(String(decoding: json, as: UTF8.self))
        case .choice(let values): values.firstIndex(of: json).map { .text("\($0)") }
        case .choices(let values):
            JSONSlices.elements(ofArray: json.span).map { ranges in
                .texts(ranges.compactMap { values.firstIndex(of: Array(json[$0])) }.map { "\($0)" })
            }
        case .json: .text(String(decoding: json, as: UTF8.self))
        }
    }

    // MARK: The argument

    /// - Returns: the argument as JSON; nil if there is none.
    func json(_ value: FieldValue?, for reader: Reader) -> Result<[UInt8]?, Mistake> {
        switch (kind, value) {
        case (.flag, .flag(let flag)):
            // What is off by default need not be sent.
            return .success(flag || isRequired || standard != nil ? flag.json : nil)
        case (.number(let isInteger), .number(let number)): return numeric(number, isInteger, reader)
        case (.number(let isInteger), .text(let text)) where !text.trimmingBlanks.isEmpty:
            return numeric(text.trimmingBlanks, isInteger, reader)
        case (.choice(let values), .text(let id)):
            guard let place = Int(id), values.indices.contains(place) else { return missing(reader) }
            return .success(values[place])
        case (.choices(let values), .texts(let ids)):
            let chosen = ids.compactMap { Int($0) }.filter(values.indices.contains).map { values[$0] }
            guard !chosen.isEmpty || isRequired || standard != nil else { return .success(nil) }
            return .success(
                [UInt8(ascii: "[")] + Array(chosen.joined(separator: [UInt8(ascii: ",")])) + [UInt8(ascii: "]")])
        case (.json(let first), .text(let text)) where !text.trimmingBlanks.isEmpty: return any(text, first, reader)
        case (.text, .text(let text)), (.lines, .text(let text)), (.secret, .text(let text)), (.date, .text(let text)):
            guard !text.isEmpty else { return missing(reader) }
            if let longest, text.unicodeScalars.count > longest {
                return .failure(Mistake(text: reader("At most % characters", reader.number(longest))))
            }
            return .success(text.json)
        default: return missing(reader)
        }
    }

    private func missing(_ reader: Reader) -> Result<[UInt8]?, Mistake> {
        isRequired ? .failure(Mistake(text: reader["This is required"])) : .success(nil)
    }

    private func numeric(_ text: String, _ isInteger: Bool, _ reader: Reader) -> Result<[UInt8]?, Mistake> {
        let json = Array(text.utf8)
        guard let number = try? Double(json: json) else { return .failure(Mistake(text: reader["Not a number"])) }
        if isInteger, number != number.rounded() { return .failure(Mistake(text: reader["Not a whole number"])) }
        if let minimum, number < minimum {
            return .failure(Mistake(text: reader("At least %", "\(JSONBytes(minimum).text)")))
        }
        if let maximum, number > maximum {
            return .failure(Mistake(text: reader("At most %", "\(JSONBytes(maximum).text)")))
        }
        return .success(json)
    }

    private func any(_ text: String, _ first: UInt8?, _ reader: Reader) -> Result<[UInt8]?, Mistake> {
        var json: [UInt8] = []
        guard JSONCompaction.append(Array(text.utf8), to: &json) else {
            return .failure(Mistake(text: reader["This is not valid JSON"]))
        }
        switch first {
        case UInt8(ascii: "{") where json.first != first:
            return .failure(Mistake(text: reader["A JSON object is wanted here, in braces"]))
        case UInt8(ascii: "[") where json.first != first:
            return .failure(Mistake(text: reader["A JSON array is wanted here, in brackets"]))
        default: return .success(json)
        }
    }
}

extension JSONBytes {
    var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// As much of a JSON Schema as a form needs.
struct MCPSchema: JSONReadable {
    var type: JSONBytes?
    var title: String?
    var description: String?
    var format: String?
    var writeOnly: Bool?
    var enumValues: [JSONBytes]?  // JSON: enum
    var constValue: JSONBytes?  // JSON: const
    var defaultValue: JSONBytes?  // JSON: default
    var minimum: Double?
    var maximum: Double?
    var maxLength: Int?
    var items: JSONBytes?
    var anyOf: [JSONBytes]?
    var oneOf: [JSONBytes]?
    var reference: String?  // JSON: $ref

    /// References to follow.
    private static let deepest = 8

    /// A property's schema; one that cannot be read is empty, and its value is entered as JSON.
    /// - Parameter root: where references lead (`#/$defs/NAME`).
    static func read(_ json: [UInt8], in root: [UInt8], depth: Int = 0) -> MCPSchema {
        guard depth < deepest, var schema = try? MCPSchema(json: json) else {
            return (try? MCPSchema(json: Array("{}".utf8))) ?? MCPSchema()
        }
        var inner: MCPSchema?
        if let reference = schema.reference, let target = resolve(reference, in: root) {
            inner = read(target, in: root, depth: depth + 1)
        } else if schema.type == nil, let only = schema.onlyAlternative {
            inner = read(only, in: root, depth: depth + 1)
        }
        if var inner {
            inner.title = schema.title ?? inner.title
            inner.description = schema.description ?? inner.description
            inner.defaultValue = schema.defaultValue ?? inner.defaultValue
            schema = inner
        }
        return schema
    }

    /// The one alternative beside null, as for an optional value.
    private var onlyAlternative: [UInt8]? {
        let alternatives = (anyOf ?? oneOf ?? []).filter { (try? MCPSchema(json: $0.bytes))?.typeName != "null" }
        return alternatives.count == 1 ? alternatives[0].bytes : nil
    }

    private static func resolve(_ reference: String, in root: [UInt8]) -> [UInt8]? {
        guard reference.hasPrefix("#/") else { return nil }
        var value = root
        for step in reference.dropFirst(2).split(separator: "/") {
            guard let range = JSONSlices.member(String(step), of: value.span) else { return nil }
            value = Array(value[range])
        }
        return value
    }

    /// The type's name; of several, the first beside null.
    var typeName: String? {
        guard let type else { return nil }
        if let name = try? String(json: type.bytes) { return name }
        return (try? [String](json: type.bytes))?.first { $0 != "null" }
    }

    /// The values of a choice, as JSON.
    var values: [[UInt8]]? {
        if let enumValues { return enumValues.map(\.bytes).filter { $0 != Array("null".utf8) } }
        if let constValue { return [constValue.bytes] }
        guard let alternatives = oneOf ?? anyOf, !alternatives.isEmpty else { return nil }
        let constants = alternatives.compactMap { (try? MCPSchema(json: $0.bytes))?.constValue?.bytes }
        return constants.count == alternatives.count ? constants : nil
    }

    init() {}
}
