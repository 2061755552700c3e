package import JSON

/// An item of a declared source: any JSON object with an `id`, which is a text.
package struct JSONItem: JSONReadable, JSONWritable, Equatable, Identifiable, Sendable {
    package let id: String
    /// The whole object, `id` included.
    package let json: JSONBytes

    package init(from reader: inout JSONReader) throws(JSONError) {
        let start = reader.offset
        let json = try reader.read(JSONBytes.self)
        guard let range = JSONSlices.member("id", of: json.bytes.span),
            let id = JSONText.decode(json.bytes.span.extracting(range)), !id.isEmpty
        else { throw JSONError(.invalid("has no id that is a text"), at: start) }
        self.id = id
        self.json = json
    }

    package func write(to writer: inout JSONWriter) { json.write(to: &writer) }
}

extension JSONItem: Entity {
    /// A declared source has a name of its own, which requests and answers say.
    package static let source = "declared"
}
