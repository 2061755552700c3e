/// Writes JSON in one form, so that texts which mean the same become the same bytes: members in the order of their keys,
/// no white space, one spelling for each string and number. (Like RFC 8785, but integers keep all of their digits.)
package enum JSONCanonicalForm {
    private struct Member {
        let key: String
        let value: [UInt8]
    }

    /// - Parameters:
    ///   - json: one value, well-formed.
    ///   - replacement: what to write in the place of a string value; nil to let it stand.
    package static func append(
        _ json: Span<UInt8>, to output: inout [UInt8], replacement: (String) -> String? = { _ in nil }
    ) throws(EnvelopeError) {
        _ = try copyValue(json, JSONScanner.skipWhitespace(json, 0), depth: 1, to: &output, replacement)
    }

    /// - Returns: the offset after the value's last byte.
    private static func copyValue(
        _ json: Span<UInt8>, _ start: Int, depth: Int, to output: inout [UInt8], _ replacement: (String) -> String?
    ) throws(EnvelopeError) -> Int {
        guard depth <= JSONScanner.depthLimit else { throw .tooDeep(limit: JSONScanner.depthLimit) }
        guard start < json.count else { throw .invalidJSON(offset: start) }
        switch json[start] {
        case UInt8(ascii: "{"): return try copyObject(json, start, depth: depth, to: &output, replacement)
        case UInt8(ascii: "["): return try copyArray(json, start, depth: depth, to: &output, replacement)
        case UInt8(ascii: "\""):
            let end = try JSONScanner.skipString(json, start)
            if let text = JSONText.decode(json.extracting(start..<end)) {
                JSONText.append(replacement(text) ?? text, to: &output)
            } else {
                // A lone surrogate has no other spelling.
                copy(json, start..<end, to: &output)
            }
            return end
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            let end = try JSONScanner.skipValue(json, start, depth: depth)
            appendNumber(json, start..<end, to: &output)
            return end
        default:
            let end = try JSONScanner.skipValue(json, start, depth: depth)
            copy(json, start..<end, to: &output)
            return end
        }
    }

    private static func copyObject(
        _ json: Span<UInt8>, _ start: Int, depth: Int, to output: inout [UInt8], _ replacement: (String) -> String?
    ) throws(EnvelopeError) -> Int {
        var members: [Member] = []
        var at = JSONScanner.skipWhitespace(json, start + 1)
        while at < json.count, json[at] != UInt8(ascii: "}") {
            let keyEnd = try JSONScanner.skipString(json, at)
            let key = JSONText.decode(json.extracting(at..<keyEnd)) ?? ""
            let colon = try JSONScanner.expect(UInt8(ascii: ":"), json, JSONScanner.skipWhitespace(json, keyEnd))
            var value: [UInt8] = []
            at = try copyValue(
                json, JSONScanner.skipWhitespace(json, colon), depth: depth + 1, to: &value, replacement)
            members.append(Member(key: key, value: value))
            at = try skipComma(json, at)
        }
        output.append(UInt8(ascii: "{"))
        for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            JSONText.append(member.key, to: &output)
            output.append(UInt8(ascii: ":"))
            output += member.value
        }
        output.append(UInt8(ascii: "}"))
        return try JSONScanner.expect(UInt8(ascii: "}"), json, at)
    }

    private static func copyArray(
        _ json: Span<UInt8>, _ start: Int, depth: Int, to output: inout [UInt8], _ replacement: (String) -> String?
    ) throws(EnvelopeError) -> Int {
        output.append(UInt8(ascii: "["))
        let first = JSONScanner.skipWhitespace(json, start + 1)
        var at = first
        while at < json.count, json[at] != UInt8(ascii: "]") {
            if at > first { output.append(UInt8(ascii: ",")) }
            at = try skipComma(json, try copyValue(json, at, depth: depth + 1, to: &output, replacement))
        }
        output.append(UInt8(ascii: "]"))
        return try JSONScanner.expect(UInt8(ascii: "]"), json, at)
    }

    private static func skipComma(_ json: Span<UInt8>, _ start: Int) throws(EnvelopeError) -> Int {
        let at = JSONScanner.skipWhitespace(json, start)
        guard at < json.count else { throw .invalidJSON(offset: at) }
        return json[at] == UInt8(ascii: ",") ? JSONScanner.skipWhitespace(json, at + 1) : at
    }

    /// `1`, `1.0` and `10e-1` are one number.
    private static func appendNumber(_ json: Span<UInt8>, _ range: Range<Int>, to output: inout [UInt8]) {
        let text = String(decoding: range.map { json[$0] }, as: UTF8.self)
        let isInteger = !text.utf8.contains { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }
        if isInteger {
            output += text == "-0" ? "0".utf8 : text.utf8
        } else if let value = Double(text), value.isFinite {
            output += Int(exactly: value).map { "\($0)".utf8 } ?? "\(value)".utf8
        } else {
            output += text.utf8
        }
    }

    private static func copy(_ json: Span<UInt8>, _ range: Range<Int>, to output: inout [UInt8]) {
        for at in range { output.append(json[at]) }
    }
}
