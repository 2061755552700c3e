/// JSON in one form, so that texts of the same meaning are the same bytes: members sorted by key, no white space, one
/// spelling of each string and number. (As RFC 8785, but integers keep all of their digits.)
public enum JSONCanonicalForm {
    /// - Parameters:
    ///   - json: one value.
    ///   - replacement: the text in place of a string value; nil leaves it.
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
                JSONText.append(respelling: reader.bytes(reader.range(of: token)).span, to: &output)
            }
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            appendNumber(reader.bytes(try reader.skipValue()), to: &output)
        default: output += reader.bytes(try reader.skipValue())
        }
    }

    private static func appendObject(
        _ reader: inout JSONReader, to output: inout [UInt8], _ replacement: (String) -> String?
    ) throws(JSONError) {
        var members: [(key: [UInt8], name: [UInt8], value: [UInt8])] = []
        try reader.beginObject()
        while let key = try reader.nextKey() {
            // Names are compared by bytes, because a text of Swift equals its other spellings in Unicode.
            var name: [UInt8] = []
            if let text = key.text {
                JSONText.append(text, to: &name)
            } else {
                JSONText.append(respelling: Array("\"\(key.spelling)\"".utf8).span, to: &name)
            }
            members.append((key.text.map { Array($0.utf8) } ?? name, name, []))
            try append(&reader, to: &members[members.count - 1].value, replacement)
        }
        output.append(UInt8(ascii: "{"))
        for (index, member) in members.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }).enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            output += member.name
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

/// JSON on one line: numbers, escapes and the order of members stay as they are. Only lone surrogates become U+FFFD,
/// because readers such as jq 1.6 stop at them.
public enum JSONCompaction {
    /// Appends a JSON text without its white space.
    /// - Parameter json: any value (RFC 8259), with a byte order mark or without.
    /// - Returns: false, with nothing appended, if it is not JSON.
    public static func append(_ json: [UInt8], to output: inout [UInt8]) -> Bool {
        guard let value = value(in: json.span) else { return false }
        output.reserveCapacity(output.count + value.count)
        copy(json.span.extracting(value), to: &output)
        return true
    }

    private static func value(in json: Span<UInt8>) -> Range<Int>? {
        try? JSONReader.read(json) { reader throws(JSONError) in try reader.skipValue() }
    }

    /// Copies runs between white space whole, unless they need an escape.
    private static func copy(_ json: Span<UInt8>, to output: inout [UInt8]) {
        var copied = 0
        var at = 0
        while at < json.count {
            switch json[at] {
            case UInt8(ascii: "\""):
                at = JSONText.printableEnd(json, at + 1)
                while json[at] != UInt8(ascii: "\"") {
                    if let (unit, length) = JSONText.unprintable(json, at) {
                        output.append(json.extracting(copied..<at))
                        JSONText.appendEscape(unit, to: &output)
                        at += length
                        copied = at
                    } else {
                        // A backslash; what it escapes may be a quote.
                        let escape = JSONText.escape(json, at)
                        if escape.isLoneSurrogate {
                            output.append(json.extracting(copied..<at))
                            JSONText.appendEscape(0xFFFD, to: &output)
                            copied = at + escape.length
                        }
                        at += escape.length
                    }
                    at = JSONText.printableEnd(json, at)
                }
                at += 1
            case 0x20, 0x09, 0x0A, 0x0D:
                output.append(json.extracting(copied..<at))
                at = skipWhitespace(json, at)
                copied = at
            default: at += 1
            }
        }
        output.append(json.extracting(copied..<at))
    }

    private static func skipWhitespace(_ json: Span<UInt8>, _ start: Int) -> Int {
        var at = start
        while at < json.count, json[at] <= 0x20 { at += 1 }
        return at
    }
}
