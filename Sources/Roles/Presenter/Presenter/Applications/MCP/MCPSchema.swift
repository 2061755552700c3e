import JSON

/// The part of JSON Schema that a form needs.
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
    var allOf: JSONBytes?
    var properties: JSONBytes?
    var additionalProperties: JSONBytes?
    var reference: String?  // JSON: $ref

    /// References to follow.
    private static let deepest = 8

    /// A property's schema; one that cannot be read is empty, and its value is entered as JSON.
    /// - Parameter root: the schema to which references lead (`#/$defs/NAME`).
    static func read(_ json: [UInt8], in root: [UInt8], depth: Int = 0) -> MCPSchema {
        guard depth < deepest, var schema = try? MCPSchema(json: json) else {
            return MCPSchema()
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
            inner.isNullable = inner.isNullable || schema.allowsNull
            schema = inner
        }
        schema.isNullable = schema.isNullable || schema.allowsNull
        return schema
    }

    /// True if null is a value; also one of a schema around it.
    var isNullable: Bool = false

    private var allowsNull: Bool {
        if let type, let names = try? [String](json: type.bytes) { return names.contains("null") }
        return (anyOf ?? oneOf ?? []).contains { (try? MCPSchema(json: $0.bytes))?.typeName == "null" }
    }

    /// An example of a value, which shows its members: `{"name":"","size":0}`. Nil for one without members, and for a long one.
    func example(in root: [UInt8]) -> String? {
        guard let text = example(in: root, depth: 0), text.contains(":"), text.utf8.count <= Self.longestExample else {
            return nil
        }
        return text
    }

    /// Bytes of an example beside a field.
    static let longestExample = 500

    private func example(in root: [UInt8], depth: Int) -> String? {
        guard depth < Self.deepest else { return nil }
        func inner(_ json: JSONBytes) -> String {
            Self.read(json.bytes, in: root).example(in: root, depth: depth + 1) ?? "…"
        }
        if let first = values?.first { return String(decoding: first, as: UTF8.self) }
        switch typeName {
        case "string": return "\"\""
        case "integer", "number": return "0"
        case "boolean": return "false"
        case "array": return "[\(items.map(inner) ?? "")]"
        default: break
        }
        guard let properties, let members = try? JSONSlices.members(properties.bytes.span) else { return nil }
        let texts = members.prefix(Self.mostOfExample).map { member in
            String(decoding: properties.bytes[member.key], as: UTF8.self) + ":"
                + inner(JSONBytes(Array(properties.bytes[member.value])))
        }
        return "{\(texts.joined(separator: ","))}"
    }

    /// Members of an object in an example.
    private static let mostOfExample = 20

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
        if let enumValues { return enumValues.map(\.bytes) }
        if let constValue { return [constValue.bytes] }
        guard let alternatives = oneOf ?? anyOf, !alternatives.isEmpty else { return nil }
        let constants = alternatives.compactMap { (try? MCPSchema(json: $0.bytes))?.constValue?.bytes }
        return constants.count == alternatives.count ? constants : nil
    }

    init() {}
}
