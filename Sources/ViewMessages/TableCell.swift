package import JSON

/// A cell of a table. In JSON also its bare text.
package struct TableCell: JSONCodable, Equatable, Sendable {
    package var text: String
    package var tone: Tone?

    package init(_ text: String, tone: Tone? = nil) {
        self.text = text
        self.tone = tone
    }

    package init(from reader: inout JSONReader) throws(JSONError) {
        guard reader.nextByte == UInt8(ascii: "{") else {
            text = try reader.read(String.self)
            return
        }
        var text: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "text" where text == nil: text = try reader.read(String.self)
            case "tone" where tone == nil: tone = try reader.readIfPresent(Tone.self)
            default: try reader.skipValue()
            }
        }
        guard let text else { throw .missing("text", at: object) }
        self.text = text
    }

    package func write(to writer: inout JSONWriter) {
        guard let tone else { return writer.write(text) }
        writer.beginObject()
        writer.member("text", text)
        writer.member("tone", tone)
        writer.endObject()
    }
}
