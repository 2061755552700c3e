import CCurl

/// A header field of a request or a response (RFC 9110 §5).
package struct HTTPHeader: Equatable, Sendable {
    package let name: String
    package let value: String

    /// A field to send. Values that would smuggle in another field or request are refused, and so are framing fields.
    package init(_ name: String, _ value: String) throws(TransferError) {
        // Surrounding whitespace is not part of the value (RFC 9110 §5.5).
        let value = Self.trimmed(value)
        guard Self.isToken(name), value.utf8.allSatisfy(Self.isValueByte) else { throw .invalidHeader(name: name) }
        if let reason = FramingHeader.refusal(of: name, value) { throw .refusedHeader(name: name, reason: reason) }
        self.init(received: name, value)
    }

    /// The name of a field that is not to be sent. Framing fields are sent as they must be.
    package static func withoutField(_ name: String) throws(TransferError) -> String {
        guard isToken(name) else { throw .invalidHeader(name: name) }
        guard name.lowercased() != "expect", let reason = FramingHeader.refusal(of: name, "") else { return name }
        throw .refusedHeader(name: name, reason: reason)
    }

    /// A received field.
    package init(received name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// Compares names, ignoring case.
    func isNamed(_ other: String) -> Bool {
        let count = name.utf8.count
        guard count == other.utf8.count else { return false }
        let own = name.utf8.span
        let others = other.utf8.span
        for place in 0..<count where Self.lowercase(own[place]) != Self.lowercase(others[place]) { return false }
        return true
    }

    private static func trimmed(_ value: String) -> String {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        guard value.utf8.first.map(isBlank) == true || value.utf8.last.map(isBlank) == true else { return value }
        let rest = value.utf8.drop(while: isBlank)
        return String(decoding: rest.dropLast(rest.reversed().prefix(while: isBlank).count), as: UTF8.self)
    }

    /// True for all bytes but controls; tabs are allowed.
    private static func isValueByte(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7F || byte == 0x09 }

    /// True if a text is a token, as names and methods must be.
    static func isToken(_ text: String) -> Bool { !text.isEmpty && text.utf8.allSatisfy(isTokenByte) }

    private static func lowercase(_ byte: UInt8) -> UInt8 {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
    }

    /// `tchar` of RFC 9110 §5.6.2.
    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}

/// Header fields that a caller may not set: they frame the message or control the connection (RFC 9110 §7.6 and
/// §10.1.1, RFC 9112 §6). A connection is shared by many requests. If one of them declared a wrong length, the next one
/// would get a wrong response.
enum FramingHeader {
    /// The reason why a field is refused; nil if it is allowed.
    static func refusal(of name: String, _ value: String) -> String? {
        switch name.lowercased() {
        case "content-length", "transfer-encoding": "the fetcher sends it, as the body demands"
        case "connection", "keep-alive", "proxy-connection", "te", "trailer", "upgrade", "http2-settings":
            "connections are shared by many requests, so none of them can set it"
        case "expect": "the body is sent without asking first"
        case "host" where !isHost(value): "\"\(value.prefix(80))\" is not a host"
        default: nil
        }
    }

    /// A name or an address, with or without a port (RFC 9110 §7.2).
    private static func isHost(_ value: String) -> Bool {
        let marks = "-._~%:[]".utf8
        return !value.isEmpty
            && value.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "a")...UInt8(ascii: "z"):
                    true
                default: marks.contains(byte)
                }
            }
    }
}

/// HTTP dates (RFC 9110 §5.6.7), in any form that libcurl parses.
enum HTTPDate {
    /// - Returns: seconds since 1970; nil for another text.
    static func seconds(_ text: String) -> Int? {
        let date = curl_getdate(text, nil)
        return date < 0 ? nil : Int(date)
    }
}
