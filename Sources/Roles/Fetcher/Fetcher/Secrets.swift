import Platform
import Encodings
import HTTPTransfer
import JSON
import Secrecy

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
            for text in [value, PercentEncoding.unreserved.encode(value)] {
                index.insert(Array(text.utf8))
                index.insert(Array(text.json.dropFirst().dropLast()))
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

extension String {
    /// The text, shortened for a message.
    var quotable: String { quotable(80) }

    func quotable(_ limit: Int) -> String { count <= limit ? self : "\(prefix(limit))…" }

    /// A URL that is safe to show: without its query, which may have a key, and without a password.
    var withoutSecrets: String {
        if let url = try? HTTPURL(self) { return url.summary.withoutInnerURL.quotable }
        return "\"\(withoutUserInfo.prefix { $0 != "?" && $0 != "#" }.description.withoutInnerURL.quotable)\""
    }

    /// A text that is not a valid URL, without a possible name and password: what is before an `@`, escaped or not, or behind a
    /// colon without a port.
    var withoutUserInfo: String {
        let scheme = firstRange(of: "://").map { self[..<$0.upperBound] } ?? prefix { $0 == "/" }
        let rest = self[scheme.endIndex...]
        let head = rest.prefix { $0 != "?" && $0 != "#" }
        if let at = head.endOfLastAt { return "\(scheme)…\(self[at...])" }
        if scheme.isEmpty || scheme == "//" || !rest.hasPrefix("[") {
            let authority = rest.prefix { !"/\\?#".contains($0) }
            if let colon = authority.firstIndex(of: ":"), !authority[colon...].dropFirst().isPort {
                return scheme.isEmpty ? "\(self[...colon])…" : "\(scheme)…"
            }
        }
        return self
    }

    /// True if ``withoutUserInfo`` might change the text although it has no `@`. A quick check that is false for most URLs.
    var hasOddAuthority: Bool {
        guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
        let rest = utf8[utf8.index(after: colon)...]
        guard rest.starts(with: "//".utf8) else { return true }
        let authority = rest.dropFirst(2).prefix { !#"/?#\"#.utf8.contains($0) }
        return authority.contains { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "%") }
    }

    /// The URL without a path that may contain another URL, and so a password.
    private var withoutInnerURL: String {
        guard let scheme = firstRange(of: "://") else { return self }
        let path = self[scheme.upperBound...].drop { $0 != "/" }
        let lower = path.lowercased()
        guard path.contains("@") || lower.contains("%40") || lower.contains(":/") || lower.contains("%3a%2f") else {
            return self
        }
        return "\(self[..<path.startIndex])/…"
    }
}

extension Substring {
    /// The index behind the last `@`, also if it is percent-encoded, once or twice.
    fileprivate var endOfLastAt: Index? {
        ["@", "%40", "%2540"].compactMap { mark in
            let start = utf8.indices.last { utf8[$0...].starts(with: mark.utf8) }
            return start.map { utf8.index($0, offsetBy: mark.utf8.count) }
        }.max()
    }

    fileprivate var isPort: Bool { count <= 5 && allSatisfy { $0.isASCII && $0.isNumber } }
}
