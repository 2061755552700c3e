/// One header field of a request or a response (RFC 9110 §5).
package struct HTTPHeader: Equatable, Sendable {
    package let name: String
    package let value: String

    /// A field to send: refuses what would smuggle in a second field or a second request.
    package init(_ name: String, _ value: String) throws(TransferError) {
        guard Self.isToken(name),
            value.utf8.allSatisfy({ $0 != 0x0D && $0 != 0x0A && $0 != 0 })
        else { throw .invalidHeader(name: name) }
        self.init(received: name, value)
    }

    /// A field as it was received.
    package init(received name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// Names do not differ by case.
    func isNamed(_ other: String) -> Bool {
        name.utf8.count == other.utf8.count
            && zip(name.utf8, other.utf8).allSatisfy { Self.lowercase($0) == Self.lowercase($1) }
    }

    /// Whether a text is a token, as names and methods must be.
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
