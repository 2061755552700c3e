/// The few shapes that the store's answers are made of, written with its spacing.
enum JSONValue {
    case string(String)
    case strings([String])
    case integer(Int)
    case boolean(Bool)
    /// A number by its digits: the store writes some with fifty decimals.
    case number(String)

    func write(to output: inout [UInt8]) {
        switch self {
        case .string(let text): Self.write(text, to: &output)
        case .integer(let value): output += String(value).utf8
        case .boolean(let value): output += String(value).utf8
        case .number(let digits): output += digits.utf8
        case .strings(let texts):
            output.append(UInt8(ascii: "["))
            for (index, text) in texts.enumerated() {
                if index > 0 { output += ", ".utf8 }
                Self.write(text, to: &output)
            }
            output.append(UInt8(ascii: "]"))
        }
    }

    /// Controls and direction overrides leave as `\u` escapes: what they do, they shall do to whoever decodes them.
    static func write(_ text: String, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
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
        output.append(UInt8(ascii: "\""))
    }
}
