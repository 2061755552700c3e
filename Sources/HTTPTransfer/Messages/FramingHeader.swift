/// Header fields that a caller may not set: they frame the message or control the connection (RFC 9110 §7.6 and
/// §10.1.1, RFC 9112 §6). A connection is shared by many requests. If one of them declared a wrong length, the next one
/// would get a wrong response.
enum FramingHeader {
    /// Why a field is refused; nil if it is allowed.
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
