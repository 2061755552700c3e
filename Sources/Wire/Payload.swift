package import JSON

/// Payloads as JSON bytes. Keys are sorted, so that equal payloads are equal bytes.
package enum Payload {
    package static func encode(_ value: some JSONWritable) -> [UInt8] { value.json }

    package static func decode<Message: JSONReadable>(
        _ message: Message.Type, from json: [UInt8], of type: String
    ) throws(PayloadError) -> Message {
        try read(json, of: type) { reader throws(JSONError) in try Message(from: &reader) }
    }

    /// Reads what JSON alone does not make, such as a value that also needs settings.
    package static func read<Message>(
        _ json: [UInt8], of type: String, _ body: (inout JSONReader) throws(JSONError) -> Message
    ) throws(PayloadError) -> Message {
        do throws(JSONError) {
            return try JSONReader.read(json.span, root: "data", body)
        } catch {
            throw PayloadError(type: type, reason: "\(error)")
        }
    }
}
