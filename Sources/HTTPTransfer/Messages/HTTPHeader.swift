/// One header field of a request or a response (RFC 9110 §5).
package struct HTTPHeader: Equatable, Sendable {
    package let name: String
    package let value: String

    /// A field to send: refuses what would smuggle in a second field or a second request.
    package init(_ name: String, _ value: String) throws(TransferError) {
        guard !name.isEmpty, name.utf8.allSatisfy(Self.isTokenByte),
            value.utf8.allSatisfy({ $0 != 0x0D && $0 != 0x0A && $0 != 0 })
        else { throw .invalidHeader(name: name) }
        self.init(received: name, value)
    }

    /// A field as it was received.
    package init(received name: String, _ value: String) {
        self.name = name
        self.value = value
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
