package import JSON

/// What a field of a form holds.
package enum FieldValue: JSONCodable, Equatable, Sendable {
    case text(String)
    /// As it is written in JSON, so that no digit is lost.
    case number(String)
    case flag(Bool)
    case texts([String])

    package init(from reader: inout JSONReader) throws(JSONError) {
        let json = reader.bytes(try reader.skipValue())
        switch json.first {
        case UInt8(ascii: "\""): self = .text(try String(json: json))
        case UInt8(ascii: "t"), UInt8(ascii: "f"): self = .flag(try Bool(json: json))
        case UInt8(ascii: "["): self = .texts(try [String](json: json))
        case .some(let byte) where byte == UInt8(ascii: "-") || 0x30...0x39 ~= byte:
            self = .number(String(decoding: json, as: UTF8.self))
        default: throw reader.mismatch("text, number, true, false or texts")
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
