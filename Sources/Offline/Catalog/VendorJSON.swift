/// Writes JSON with a vendor's spacing.
struct VendorJSONWriter {
    enum Spacing {
        /// GitHub: `{"a":1,"b":[]}`.
        case none
        /// iTunes: `{"a":1, "b":[]}`.
        case afterCommas
        /// YouTube: a line for each member, indented by two, `"a": 1`.
        case lines
    }

    let spacing: Spacing
    private(set) var output: [UInt8] = []
    private var depth = 0

    init(_ spacing: Spacing) {
        self.spacing = spacing
    }

    static func bytes(_ value: JSONValue, _ spacing: Spacing) -> [UInt8] {
        var writer = VendorJSONWriter(spacing)
        writer.write(value)
        return writer.output
    }

    mutating func write(_ value: JSONValue) {
        switch value {
        case .null: output += "null".utf8
        case .string(let text): write(text)
        case .integer(let value): output += String(value).utf8
        case .boolean(let value): output += String(value).utf8
        case .number(let digits): output += digits.utf8
        case .list(let elements):
            enclose(elements, in: "[", "]") { $0.write($1) }
        case .object(let members):
            enclose(members, in: "{", "}") { writer, member in
                writer.write(member.name)
                writer.output += (writer.spacing == .lines ? ": " : ":").utf8
                writer.write(member.value)
            }
        }
    }

    private mutating func enclose<Element>(
        _ elements: [Element], in opening: String, _ closing: String, write: (inout VendorJSONWriter, Element) -> Void
    ) {
        output += opening.utf8
        depth += 1
        for (index, element) in elements.enumerated() {
            if index > 0 { output += (spacing == .afterCommas ? ", " : ",").utf8 }
            breakLine()
            write(&self, element)
        }
        depth -= 1
        if !elements.isEmpty { breakLine() }
        output += closing.utf8
    }

    private mutating func breakLine() {
        guard spacing == .lines else { return }
        output.append(UInt8(ascii: "\n"))
        output += repeatElement(UInt8(ascii: " "), count: 2 * depth)
    }

    /// Controls and direction overrides are escaped: they test those who decode the response.
    private mutating func write(_ text: String) {
        output.append(UInt8(ascii: "\""))
        defer { output.append(UInt8(ascii: "\"")) }
        let isPlain = text.utf8.allSatisfy { 0x20..<0x7F ~= $0 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
        guard !isPlain else { return output += text.utf8 }
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": output += #"\""#.utf8
            case "\\": output += #"\\"#.utf8
            case "\n": output += #"\n"#.utf8
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}":
                let digits = String(scalar.value, radix: 16)
                output += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8
            default: output += String(scalar).utf8
            }
        }
    }
}

/// A JSON value whose members keep their order. (Sendable is stated because inferring it makes the compiler go in a
/// circle.)
enum JSONValue: Sendable {
    typealias Members = [(name: String, value: JSONValue)]

    case null
    case string(String)
    case integer(Int)
    case boolean(Bool)
    /// A number as text: iTunes writes some with fifty decimals.
    case number(String)
    case list([JSONValue])
    case object([(name: String, value: JSONValue)])

    static func strings(_ texts: [String]) -> JSONValue { .list(texts.map(JSONValue.string)) }

    static func orNull(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }
}
