import JSON
import Secrecy
import Wire

/// Keys and tokens. Only requests may contain them. They are removed from answers, because a server may repeat a request
/// in an error, a redirect or a title.
struct Secrets: Sendable {
    /// Host names lose their case.
    private var index = SecretIndex(ignoringCase: true)
    private static let mark = Array("[secret]".utf8)
    /// Bytes. A shorter value is a placeholder, and may be an ordinary word.
    private static let shortest = 8

    init(_ values: [String]) {
        for value in values where value.utf8.count >= Self.shortest {
            for text in [value, QueryString.encode(value)] {
                index.insert(Array(text.utf8))
                var json: [UInt8] = []
                JSONText.append(text, to: &json)
                index.insert(Array(json.dropFirst().dropLast()))
            }
        }
    }

    func redact(_ text: String) -> String { String(decoding: redact(Array(text.utf8)), as: UTF8.self) }

    func redact(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var copied = 0
        for range in index.ranges(in: bytes) {
            output += bytes[copied..<range.lowerBound] + Self.mark
            copied = range.upperBound
        }
        return copied == 0 ? bytes : output + bytes[copied...]
    }
}
