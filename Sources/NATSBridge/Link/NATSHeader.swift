/// A header of a message on NATS.
package struct NATSHeader: Equatable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// Whether this is its name, ignoring case, as in the CloudEvents binding.
    package func isNamed(_ other: String) -> Bool {
        name == other
            || name.utf8.count == other.utf8.count
                && zip(name.utf8, other.utf8).allSatisfy { $0 == $1 || Self.lowered($0) == Self.lowered($1) }
    }

    private static func lowered(_ byte: UInt8) -> UInt8 {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
    }
}
