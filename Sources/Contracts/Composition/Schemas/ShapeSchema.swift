package import JSON
import Platform
package import YAML

/// The JSON Schema (draft 2020-12) of a file with this shape.
package struct FileSchema: JSONWritable {
    private let title: String
    private let description: String
    private let shape: ValueShape

    package init(title: String, description: String, shape: ValueShape) {
        self.title = title
        self.description = description
        self.shape = shape
    }

    package static let compose = FileSchema(
        title: "compose", description: "A compose file of Viperline: the processes of a session, and what they send.",
        shape: ComposeShapes.file)
    package static let application = FileSchema(
        title: "application", description: "A compose file of Viperline that declares an application.",
        shape: ComposeShapes.application)

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("$schema", "https://json-schema.org/draft/2020-12/schema")
        writer.member("title", title)
        writer.member("description", description)
        ShapeSchema(shape: shape, hasVariables: true).writeMembers(to: &writer)
        writer.endObject()
    }
}

struct ShapeSchema: JSONWritable {
    var shape: ValueShape
    /// True if any value may be a text with a variable, `${NAME}`, which can be anything.
    var hasVariables: Bool
    var description: String?

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        if let description { writer.member("description", description) }
        writeMembers(to: &writer)
        writer.endObject()
    }

    func writeMembers(to writer: inout JSONWriter) {
        switch shape {
        case .text(let text): write(text, to: &writer)
        case .flag:
            writer.member("type", ["boolean", "string"])
            // YAML 1.2 reads these words as texts.
            writer.member("pattern", whole("\("yes".anyCase)|\("no".anyCase)|\("on".anyCase)|\("off".anyCase)"))
        case .number(let range):
            writer.member("type", ["integer", "string"])
            writer.member("minimum", range.lowerBound)
            writer.member("maximum", range.upperBound)
            writer.member("pattern", whole("\\+?[0-9]+"))
        case .list(let list): write(list, to: &writer)
        case .mapping(let table): write(table, to: &writer)
        case .named(let named): write(named, to: &writer)
        case .either(let shapes): writer.member("anyOf", shapes.map(inner))
        case .nothing: writer.member("type", "null")
        case .verbatim(let shape): ShapeSchema(shape: shape, hasVariables: false).writeMembers(to: &writer)
        }
    }

    private func inner(_ shape: ValueShape) -> ShapeSchema { ShapeSchema(shape: shape, hasVariables: hasVariables) }

    /// A regular expression for the whole text, or for a text with a variable.
    private func whole(_ pattern: String) -> String { "^(?:\(pattern))$" + (hasVariables ? "|\\$" : "") }

    private func write(_ text: TextShape, to writer: inout JSONWriter) {
        guard let pattern = text.pattern else {
            return text.words.isEmpty ? writeAnyText(text, to: &writer) : writeWords(text.words, to: &writer)
        }
        // YAML 1.1 reads some words as truth values.
        let isWord = !text.words.isEmpty
        writer.member("type", ["string"] + (text.takesNumbers ? ["number", "boolean"] : isWord ? ["boolean"] : []))
        if isWord, !text.takesNumbers { writer.member("not", ["const": true]) }
        writer.member("pattern", whole(pattern))
        writeLength(of: text, to: &writer)
        if isWord { writer.member("examples", text.words) }
    }

    private func writeAnyText(_ text: TextShape, to writer: inout JSONWriter) {
        writer.member("type", text.takesNumbers ? ["string", "number", "boolean"] : ["string"])
        writeLength(of: text, to: &writer)
    }

    private func writeLength(of text: TextShape, to writer: inout JSONWriter) {
        guard let length = text.length else { return }
        if length.lowerBound > 0 { writer.member("minLength", length.lowerBound) }
        writer.member("maxLength", length.upperBound)
    }

    private func writeWords(_ words: [String], to writer: inout JSONWriter) {
        guard hasVariables else { return writer.member("enum", WordList(words)) }
        writer.key("anyOf")
        writer.beginArray()
        writer.element(["enum": WordList(words)])
        writer.element(["type": "string", "pattern": "\\$"])
        writer.endArray()
    }

    private func write(_ list: ListShape, to writer: inout JSONWriter) {
        writer.member("type", "array")
        if let first = list.first { writer.member("prefixItems", [inner(first)]) }
        writer.member("items", inner(list.item))
        if list.count.lowerBound > 0 { writer.member("minItems", list.count.lowerBound) }
        if list.count.upperBound < .max { writer.member("maxItems", list.count.upperBound) }
        if list.isUnique { writer.member("uniqueItems", true) }
    }

    private func write(_ named: NamedShape, to writer: inout JSONWriter) {
        writer.member("type", "object")
        if !named.hasForeignNames { writer.member("patternProperties", ["^x-": true]) }
        if named.pattern != nil || !named.excluded.isEmpty { writer.member("propertyNames", NameSchema(named)) }
        writer.member("additionalProperties", inner(named.value))
        if named.count.lowerBound > 0 { writer.member("minProperties", named.count.lowerBound) }
        if named.count.upperBound < .max { writer.member("maxProperties", named.count.upperBound) }
    }

    private func write(_ table: KeyTable, to writer: inout JSONWriter) {
        writer.member("type", "object")
        writer.key("properties")
        writer.beginObject()
        for row in table.rows {
            writer.member(
                named: row.key,
                ShapeSchema(
                    shape: row.shape, hasVariables: hasVariables, description: PlainMarkdown.text(of: row.summary)))
        }
        writer.endObject()
        writer.member("patternProperties", ["^x-": true])
        writer.member("additionalProperties", false)
        if !table.rules.isEmpty { writer.member("allOf", table.rules.map(RuleSchema.init)) }
    }
}

/// Words that YAML may read as truth values are these, too.
struct WordList: JSONWritable {
    let words: [String]

    init(_ words: [String]) { self.words = words }

    func write(to writer: inout JSONWriter) {
        writer.beginArray()
        for word in words { writer.element(word) }
        if words.contains(where: ["true", "on"].contains) { writer.element(true) }
        if words.contains(where: ["false", "no", "off"].contains) { writer.element(false) }
        writer.endArray()
    }
}

struct NameSchema: JSONWritable {
    let named: NamedShape

    init(_ named: NamedShape) { self.named = named }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        if let pattern = named.pattern { writer.member("pattern", "^(?:\(pattern))$") }
        if !named.excluded.isEmpty { writer.member("not", ["enum": named.excluded]) }
        writer.endObject()
    }
}

struct RuleSchema: JSONWritable {
    let rule: KeyRule

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        switch rule {
        case .required(let keys): writer.member("required", keys)
        case .exactlyOne(let keys): writer.member("oneOf", keys.map { ["required": [$0]] })
        case .atMostOne(let keys):
            let pairs = keys.indices.flatMap { first in keys[(first + 1)...].map { [keys[first], $0] } }
            writer.member("allOf", pairs.map { ["not": ["required": $0]] })
        case .with(let keys, let required, let forbidden):
            writer.member("if", Self.any(of: keys))
            writeConsequence(required, forbidden, to: &writer)
        case .without(let keys, let required, let forbidden):
            writer.member("if", ["not": Self.any(of: keys)])
            writeConsequence(required, forbidden, to: &writer)
        }
        writer.endObject()
    }

    private static func any(of keys: [String]) -> [String: [[String: [String]]]] {
        ["anyOf": keys.map { ["required": [$0]] }]
    }

    private func writeConsequence(_ required: [String], _ forbidden: [String], to writer: inout JSONWriter) {
        writer.key("then")
        writer.beginObject()
        if !required.isEmpty { writer.member("required", required) }
        writer.key("properties")
        writer.beginObject()
        for key in forbidden { writer.member(named: key, false) }
        writer.endObject()
        writer.endObject()
    }
}

/// Markdown of one line as a plain text.
package enum PlainMarkdown {
    /// The text without the marks of code, and with the texts of links alone.
    package static func text(of markdown: String) -> String { withoutLinks(markdown).replacing("`", with: "") }

    /// The text with the texts of links in their places, as their targets are relative to the page.
    package static func withoutLinks(_ markdown: String) -> String {
        var text = ""
        var rest = markdown[...]
        while let start = rest.firstRange(of: "["), let middle = rest[start.upperBound...].firstRange(of: "]("),
            let end = rest[middle.upperBound...].firstIndex(of: ")")
        {
            let label = rest[start.upperBound..<middle.lowerBound]
            // A bracket of an example is not one of a link.
            guard !label.contains("`"), !label.contains("[") else {
                text += rest[..<start.upperBound]
                rest = rest[start.upperBound...]
                continue
            }
            text += rest[..<start.lowerBound] + label
            rest = rest[rest.index(after: end)...]
        }
        return text + rest
    }
}
