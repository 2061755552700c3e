package import FoundationEssentials
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

    // MARK: - Foundation, for types that are not ``JSONCodable`` yet

    @_disfavoredOverload
    package static func encode(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Our messages are plain structures of strings, numbers and lists; only a NaN could fail to encode.
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        guard let json = try? encoder.encode(value) else { return Array("{}".utf8) }
        return JSONText.escapingUnprintable(Array(json))
    }

    @_disfavoredOverload
    package static func decode<Message: Decodable>(
        _ message: Message.Type, from json: [UInt8], of type: String
    ) throws(PayloadError) -> Message {
        try reporting(type) { try JSONDecoder().decode(message, from: Data(json)) }
    }

    /// Decodes what can't be made of JSON alone.
    package static func decode<Message: DecodableWithConfiguration>(
        _ message: Message.Type, from json: [UInt8], of type: String,
        configuration: Message.DecodingConfiguration
    ) throws(PayloadError) -> Message {
        try reporting(type) { try JSONDecoder().decode(message, from: Data(json), configuration: configuration) }
    }

    private static func reporting<Message>(
        _ type: String, _ decode: () throws -> Message
    ) throws(PayloadError) -> Message {
        do {
            return try decode()
        } catch let error as DecodingError {
            throw PayloadError(type: type, reason: describe(error))
        } catch {
            throw PayloadError(type: type, reason: "\(error)")
        }
    }

    private static func describe(_ error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, let context): "\(path(context.codingPath + [key])) is missing"
        case .valueNotFound(_, let context): "\(path(context.codingPath)) is null"
        case .typeMismatch(let type, let context): "\(path(context.codingPath)) is no \(type)"
        case .dataCorrupted(let context):
            context.codingPath.isEmpty
                ? context.debugDescription : "\(path(context.codingPath)): \(context.debugDescription)"
        @unknown default: "\(error)"
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        "data" + keys.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }.joined()
    }
}
