import JSON
import Wire

/// Keys and tokens. Only requests may contain them. They are removed from answers, because a server may repeat a request
/// in an error, a redirect or a title.
struct Secrets: Sendable {
    private let forms: Set<[UInt8]>
    private static let mark = Array("[secret]".utf8)
    /// Bytes. A shorter value is a placeholder, and may be an ordinary word.
    private static let shortest = 8

    init(_ values: [String]) {
        let texts = values.filter { $0.utf8.count >= Self.shortest }.flatMap { [$0, QueryString.encode($0)] }
        forms = Set(
            texts.flatMap { text in
                var json: [UInt8] = []
                JSONText.append(text, to: &json)
                return [Array(text.utf8), Array(json.dropFirst().dropLast())].map { $0.map(Self.lowercase) }
            })
    }

    func redact(_ text: String) -> String {
        forms.isEmpty ? text : String(decoding: redact(Array(text.utf8)), as: UTF8.self)
    }

    func redact(_ bytes: [UInt8]) -> [UInt8] {
        forms.reduce(bytes) { Self.replace($1, in: $0) }
    }

    /// Ignores case, since host names are lowercased.
    private static func replace(_ form: [UInt8], in bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        // Everything before this index is in the output.
        var done = 0
        var at = 0
        while at + form.count <= bytes.count {
            guard matches(form, bytes, at) else {
                at += 1
                continue
            }
            output += bytes[done..<at] + mark
            at += form.count
            done = at
        }
        return done == 0 ? bytes : output + bytes[done...]
    }

    private static func matches(_ form: [UInt8], _ bytes: [UInt8], _ start: Int) -> Bool {
        for index in form.indices where lowercase(bytes[start + index]) != form[index] { return false }
        return true
    }

    private static func lowercase(_ byte: UInt8) -> UInt8 {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
    }
}
