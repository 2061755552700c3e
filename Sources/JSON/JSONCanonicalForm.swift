/// JSON in one form, so that texts of the same meaning are the same bytes: members sorted by key, no white space, one
/// spelling of each string and number. (As RFC 8785, but integers keep all of their digits.)
public enum JSONCanonicalForm {
    /// - Parameters:
    ///   - json: one value.
    ///   - replacement: what to write in the place of a string value; nil leaves it.
    public static func append(
        _ json: Span<UInt8>, to output: inout [UInt8], replacement: (String) -> String? = { _ in nil }
    ) throws(JSONError) {
        output += try JSONReader.read(json) { reader throws(JSONError) in
            var value: [UInt8] = []
            try append(&reader, to: &value, replacement)
            return value
        }
    }

    private static func append(
        _ reader: inout JSONReader, to output: inout [UInt8], _ replacement: (String) -> String?
    ) throws(JSONError) {
        switch reader.nextByte {
        case UInt8(ascii: "{"): try appendObject(&reader, to: &output, replacement)
        case UInt8(ascii: "["): try appendArray(&reader, to: &output, replacement)
        case UInt8(ascii: "\""):
            let token = try reader.token()
            if let text = token.text {
                JSONText.append(replacement(text) ?? text, to: &output)
            } else {
                // A lone surrogate has only one spelling.
                output += reader.bytes(reader.range(of: token))
            }
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            appendNumber(reader.bytes(try reader.skipValue()), to: &output)
        default: output += reader.bytes(try reader.skipValue())
        }
    }

    private static func appendObject(
        _ reader: inout JSONReader, to output: inout [UInt8], _ replacement: (String) -> String?
    ) throws(JSONError) {
        var members: [(key: String, value: [UInt8])] = []
        try reader.beginObject()
        while let key = try reader.nextKey() {
            var value: [UInt8] = []
            try append(&reader, to: &value, replacement)
            members.append((key.text ?? "", value))
        }
        output.append(UInt8(ascii: "{"))
        for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            JSONText.append(member.key, to: &output)
            output.append(UInt8(ascii: ":"))
            output += member.value
        }
        output.append(UInt8(ascii: "}"))
    }

    private static func appendArray(
        _ reader: inout JSONReader, to output: inout [UInt8], _ replacement: (String) -> String?
    ) throws(JSONError) {
        output.append(UInt8(ascii: "["))
        var isFirst = true
        try reader.beginArray()
        while try reader.nextElement() {
            if !isFirst { output.append(UInt8(ascii: ",")) }
            isFirst = false
            try append(&reader, to: &output, replacement)
        }
        output.append(UInt8(ascii: "]"))
    }

    /// `1`, `1.0` and `10e-1` are one number.
    private static func appendNumber(_ number: [UInt8], to output: inout [UInt8]) {
        let text = String(decoding: number, as: UTF8.self)
        let isInteger = !number.contains { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }
        if isInteger {
            output += text == "-0" ? "0".utf8 : text.utf8
        } else if let value = Double(text), value.isFinite {
            output += Int(exactly: value).map { "\($0)".utf8 } ?? "\(value)".utf8
        } else {
            output += text.utf8
        }
    }
}
