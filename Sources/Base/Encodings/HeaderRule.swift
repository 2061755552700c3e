import Platform

/// The header fields that a caller of HTTP may set (RFC 9110 §5). Others frame the message or control the connection (§7.6 and §10.1.1,
/// RFC 9112 §6), which many requests share: if one of them declared a wrong length, the next one would get a wrong response.
package enum HeaderRule {
    private static let body = "the fetcher sends it itself, as the body demands"
    private static let shared = "connections are shared by many requests, so none of them can set it"

    /// The names of fields that are not sent, in lower case, with the reasons.
    package static let refused: KeyValuePairs = [
        "content-length": body, "transfer-encoding": body, "connection": shared, "keep-alive": shared,
        "proxy-connection": shared, "te": shared, "trailer": shared, "upgrade": shared, "http2-settings": shared,
        "expect": "the body is sent without asking first",
    ]

    /// Why a header cannot be sent; nil where it can.
    package static func refusal(of name: String, _ value: String) -> String? {
        guard isToken(name) else { return "\"\(name.prefix(80))\" is not a valid header name" }
        guard isValue(value) else {
            return "the value has a line break or another control character, which no header may have"
        }
        return framing(name, value)
    }

    /// Why a well-formed field cannot be sent.
    package static func framing(_ name: String, _ value: String) -> String? {
        let name = name.lowercased()
        if name == "host" { return isHost(trimmed(value)) ? nil : "the value is not a host" }
        return refused.first { $0.key == name }?.value
    }

    /// The value without whitespace around it, which is not part of it (§5.5).
    package static func trimmed(_ value: String) -> String {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        guard value.utf8.first.map(isBlank) == true || value.utf8.last.map(isBlank) == true else { return value }
        let rest = value.utf8.drop(while: isBlank)
        return String(decoding: rest.dropLast(rest.reversed().prefix(while: isBlank).count), as: UTF8.self)
    }

    /// True for all bytes but controls; tabs are allowed.
    package static func isValue(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }

    /// True for a token (§5.6.2), as names and methods must be.
    package static func isToken(_ text: String) -> Bool { text.utf8.isWord(with: "!#$%&'*+-.^_`|~") }

    /// A name or an address, with or without a port (§7.2).
    private static func isHost(_ text: String) -> Bool { text.utf8.isWord(with: "-._~%:[]") }
}
