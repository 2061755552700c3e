import HTTPTransfer
import JSON
import Platform

/// Converts text bodies to UTF-8.
enum TextBody {
    /// A byte order mark goes before the stated charset (WHATWG Encoding §6.1), and is not a part of the text.
    private static let marks: [[UInt8]: String] = [
        [0xEF, 0xBB, 0xBF]: "utf-8", [0xFE, 0xFF]: "utf-16be", [0xFF, 0xFE]: "utf-16le",
    ]

    /// - Parameter contentType: may name the charset.
    /// - Returns: the body unchanged if it need not or cannot be converted.
    static func utf8(_ body: [UInt8], contentType: String?) -> [UInt8] {
        let known = marks.first { body.starts(with: $0.key) }
        let text = known.map { Array(body.dropFirst($0.key.count)) } ?? body
        guard let charset = known?.value ?? contentType.flatMap(charset),
            !["utf-8", "utf8", "us-ascii", "ascii"].contains(charset)
        else { return text }
        return names(of: charset).lazy.compactMap { convert(text, from: $0) }.first ?? body
    }

    /// `text/html; charset="ISO-8859-1"`, in lower case.
    static func charset(_ contentType: String) -> String? {
        for parameter in contentType.split(separator: ";").dropFirst() {
            let parts = parameter.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].filter({ !$0.isWhitespace }).lowercased() == "charset" else { continue }
            let name = parts[1].filter { $0 != "\"" && $0 != "'" && !$0.isWhitespace }.lowercased()
            // iconv would act on a suffix such as //IGNORE.
            return name.utf8.isWord(with: "-_:.+()") ? name : nil
        }
        return nil
    }

    /// Bodies labelled Latin 1 are usually windows-1252, a superset (WHATWG Encoding §4.2).
    private static func names(of charset: String) -> [String] {
        ["iso-8859-1", "latin1", "iso8859-1", "l1"].contains(charset) ? ["windows-1252", charset] : [charset]
    }

    private static func convert(_ body: [UInt8], from charset: String) -> [UInt8]? {
        guard let converter = iconv_open("UTF-8", charset), Int(bitPattern: converter) != -1 else { return nil }
        defer { iconv_close(converter) }
        var output: [UInt8] = []
        output.reserveCapacity(body.count + body.count / 8)
        var input = body
        let isWhole = input.withUnsafeMutableBytes { input -> Bool in
            var next = input.baseAddress?.assumingMemoryBound(to: CChar.self)
            var left = input.count
            return withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 16) { room -> Bool in
                while left > 0 {
                    var to = room.baseAddress?.assumingMemoryBound(to: CChar.self)
                    var space = room.count
                    let status = iconv(converter, &next, &left, &to, &space)
                    let code = errno
                    output.append(contentsOf: room[..<(room.count - space)])
                    guard status != -1 || code == E2BIG else { return false }
                }
                return true
            }
        }
        return isWhole ? output : nil
    }
}

/// A body of JSON, which should be UTF-8 (RFC 8259 §8.1), and often is in spite of the charset that its server states.
enum JSONBody {
    /// Tries the readings of a body, the best one first. One bad character does not cost the body: in the last reading, U+FFFD
    /// replaces it.
    /// - Parameter read: returns nil for a text that is not JSON.
    static func read<Value>(_ body: [UInt8], contentType: String?, _ read: ([UInt8]) -> Value?) -> Value? {
        if let value = read(body) { return value }
        let converted = TextBody.utf8(body, contentType: contentType)
        if converted != body, let value = read(converted) { return value }
        guard String(validating: body, as: UTF8.self) == nil else { return nil }
        return read(Array(String(decoding: body, as: UTF8.self).utf8))
    }

    /// The reason why a text is not JSON, as a phrase.
    static func problem(_ json: [UInt8]) -> String {
        do throws(JSONError) {
            _ = try JSONBytes(json: json)
        } catch  where error.problem == .tooDeep {
            return "is \(error)"
        } catch {}
        return "is not JSON"
    }
}

extension HTTPResponse {
    private static let typesOfValues: Set = [
        "application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonl",
        "application/jsonlines",
        "application/x-jsonlines", "application/json-seq",
    ]

    /// True if the body has JSON values one after another, by its Content-Type.
    var isOfValues: Bool {
        let type = (header("Content-Type") ?? "").prefix { $0 != ";" }.lowercased().filter { $0 != " " && $0 != "\t" }
        return Self.typesOfValues.contains(type) || type.hasSuffix("+json-seq")
    }
}
