import Declarations
import Formatting
import JSON
import Scenes
import Secrecy
import ViewMessages

/// The form of a tool, a prompt or a template: fields made of its schema, and arguments made of the entries.
struct MCPForm {
    static let id = "arguments"
    static let mostFields = 500

    let fields: [MCPField]
    /// The URI that the values are put into; nil for one with unknown operators, which the user completes.
    private var template: URITemplate?
    /// The field whose value is an object with further arguments.
    private var rest: String?

    init(for entry: MCPEntry) {
        switch entry.kind {
        case .resource: fields = []
        case .template:
            template = try? URITemplate(entry.name)
            let names = template?.names ?? []
            if names.isEmpty { template = nil }
            let unique = names.enumerated().filter { !names[..<$0].contains($1) }.map(\.element)
            fields =
                names.isEmpty
                ? [MCPField(name: "uri", label: "URI", isRequired: true, standard: entry.name.json)]
                // An empty one is left out.
                : unique.map { MCPField(name: $0, label: $0) }
        case .prompt: fields = Self.promptFields(entry.schema?.bytes ?? [])
        case .tool:
            let schema = entry.schema?.bytes ?? []
            let named = Self.toolFields(schema)
            rest = Self.openness(of: schema, named.map(\.name))
            fields = named + (rest.map { [MCPField(restOf: schema, id: $0)] } ?? [])
        }
    }

    /// The id of a field for arguments that `properties` does not name; nil if it names all.
    private static func openness(of json: [UInt8], _ names: [String]) -> String? {
        guard let schema = try? MCPSchema(json: json) else { return nil }
        let additional = schema.additionalProperties.map { $0.bytes.first != UInt8(ascii: "f") }
        let isComposed = schema.anyOf != nil || schema.oneOf != nil || schema.allOf != nil || schema.reference != nil
        // Without properties, any object will do.
        guard isComposed || additional ?? (schema.properties == nil) else { return nil }
        var id = "…"
        while names.contains(id) { id += "…" }
        return id
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
                isRequired: required.contains(name.json), in: schema)
        }
    }

    /// - Parameters:
    ///   - values: the entries, by the fields' names.
    ///   - mistakes: the errors of the values, in the user's language.
    func part(
        _ values: [String: FieldValue], mistakes: [String: String], submit: String, for reader: Reader
    ) -> Part {
        let shown = fields.map { field in
            var shown = field.formField(values[field.name], error: mistakes[field.name])
            // An error goes when the value is mended.
            if shown.error != nil, field.kind != .secret { shown.isLive = true }
            if field.name == rest { shown.label = reader[fields.count > 1 ? "Further arguments" : "Arguments"] }
            return shown
        }
        return .form(Form(id: Self.id, fields: shown, submit: submit))
    }

    func mistake(in name: String, _ value: FieldValue?, for reader: Reader) -> String? {
        guard case .failure(let mistake)? = fields.first(where: { $0.name == name })?.json(value, for: reader) else {
            return nil
        }
        return mistake.text
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
            case .success(let value?) where field.name == rest:
                let inner = value.dropFirst().dropLast()
                json += (json.isEmpty || inner.isEmpty ? [] : [UInt8(ascii: ",")]) + inner
            case .success(let value?):
                json += (json.isEmpty ? [] : [UInt8(ascii: ",")]) + field.name.json + [UInt8(ascii: ":")] + value
            case .failure(let mistake): mistakes[field.name] = mistake.text
            }
        }
        if let template {
            let texts = values.compactMapValues { value -> String? in
                if case .text(let text) = value, !text.isEmpty { text } else { nil }
            }
            return (JSONBytes(MCPCallTarget(uri: template.expand(texts))).bytes, mistakes)
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

/// An argument: its field, and its way to JSON.
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
    var label: String
    var help: String?
    var kind = Kind.text
    var isRequired = false
    /// The default as JSON.
    var standard: [UInt8]?
    var minimum: Double?
    var maximum: Double?
    var longest: Int?
    /// The text of an empty field.
    var example: String?
    var isNullable = false

    struct Mistake: Error { let text: String }

    /// Names of arguments that usually have several lines.
    private static let longNames: Set = ["body", "content", "code", "markdown", "sql", "script", "source", "html"]
    /// A text that may be longer than this gets several lines.
    private static let longText = 500

}

extension MCPField {
    /// - Parameter json: the schema of all arguments.
    init(restOf json: [UInt8], id: String) {
        self.init(name: id, label: id, kind: .json(first: UInt8(ascii: "{")))
        guard let schema = try? MCPSchema(json: json) else { return }
        let inner = schema.reference == nil ? schema.anyOf?.first ?? schema.oneOf?.first : JSONBytes(json)
        example = inner.flatMap { MCPSchema.read($0.bytes, in: json).example(in: json) }
    }

    init(_ argument: MCPPromptArgument) {
        self.init(
            name: argument.name, label: argument.title ?? argument.name, help: argument.description,
            kind: Self.textKind(argument.name, nil), isRequired: argument.required == true)
    }

    /// - Parameter root: the schema to which references lead.
    init(_ name: String, _ schema: MCPSchema, isRequired: Bool, in root: [UInt8] = []) {
        self.init(
            name: name, label: schema.title ?? name, help: schema.description, kind: Self.kind(name, schema),
            isRequired: isRequired,
            standard: schema.defaultValue.flatMap { $0.bytes == Array("null".utf8) ? nil : $0.bytes },
            minimum: schema.minimum, maximum: schema.maximum, longest: schema.maxLength,
            example: schema.example(in: root), isNullable: schema.isNullable)
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
        if SecretName.matches(name) || schema?.format == "password" || schema?.writeOnly == true { return .secret }
        if schema?.format == "date" { return .date }
        return longNames.contains(name.lowercased()) || (schema?.maxLength ?? 0) > longText ? .lines : .text
    }

    // MARK: The field

    func formField(_ value: FieldValue?, error: String?) -> FormField {
        var field = FormField(id: name, label: label)
        field.value = value ?? standard.flatMap(fieldValue)
        field.help = help
        field.isRequired = isRequired && !isNullable ? true : nil
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
            field.placeholder = example ?? "JSON"
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
            // A switch that is off by default need not be sent.
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
        // An absent argument would mean the default, or be a mistake.
        if isNullable, isRequired || standard != nil { return .success(Array("null".utf8)) }
        return isRequired ? .failure(Mistake(text: reader["This is required"])) : .success(nil)
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
            return .failure(Mistake(text: reader["Enter a JSON object, in braces"]))
        case UInt8(ascii: "[") where json.first != first:
            return .failure(Mistake(text: reader["Enter a JSON array, in brackets"]))
        default: return .success(json)
        }
    }
}

extension JSONBytes {
    var text: String { String(decoding: bytes, as: UTF8.self) }
}
