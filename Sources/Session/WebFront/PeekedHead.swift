/// The head of a request, as far as the front reads it before it hands the connection over: the first lines, without taking them.
package struct PeekedHead: Equatable, Sendable {
    package let method: String
    /// The path without a query.
    package let path: String
    package let token: String?
    package let host: String?
    /// A link of another page may have led here, and no page of this server (``FrontAnswer/lead(query:)``).
    package let comesFromElsewhere: Bool
    private let cookies: String

    /// The longest head, in bytes. A longer one is refused.
    package static let longest = 1 << 14

    /// - Returns: nil if it is not a request.
    package init?(_ bytes: some Collection<UInt8>) {
        let lines = bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
        guard let first = lines.first else { return nil }
        let words = first.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, words[2].hasPrefix("HTTP/1."), words[1].hasPrefix("/") else { return nil }
        method = String(words[0])
        let target = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = String(target[0])
        token = target.count > 1 ? Self.value("token", in: target[1], separator: "&") : nil
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { continue }
            let name = parts[0].lowercased()
            if headers[name] != nil, name == "host" || name == "cookie" { return nil }
            headers[name] = Self.trimmed(parts[1])
        }
        let isLed = target.count > 1 && Self.value("led", in: target[1], separator: "&") != nil
        comesFromElsewhere = !isLed && ["cross-site", "same-site"].contains(headers["sec-fetch-site"])
        host = headers["host"]?.lowercased()
        cookies = headers["cookie"] ?? ""
    }

    /// True if the bytes hold a whole head.
    package static func isWhole(_ bytes: [UInt8]) -> Bool {
        var isEmptyLine = false
        for byte in bytes {
            if byte == 0x0A {
                if isEmptyLine { return true }
                isEmptyLine = true
            } else if byte != 0x0D {
                isEmptyLine = false
            }
        }
        return false
    }

    package func cookie(_ name: String) -> String? { Self.value(name, in: cookies[...], separator: ";") }

    private static func value(_ name: String, in text: Substring, separator: Character) -> String? {
        for pair in text.split(separator: separator) {
            let parts = trimmed(pair).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2, parts[0] == name { return String(parts[1]) }
        }
        return nil
    }

    private static func trimmed(_ text: Substring) -> String {
        let isBlank = { (character: Character) in character == " " || character == "\t" || character == "\r" }
        return String(text.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }
}
