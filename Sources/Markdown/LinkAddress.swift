/// Which addresses a link may lead to.
package enum LinkAddress {
    /// In bytes.
    private static let longest = 2048

    /// Pages and mail addresses, in printable ASCII without blanks. Anything else in an address is percent-encoded, or a trap.
    package static func isSafe(_ address: String) -> Bool {
        guard address.utf8.count <= longest, address.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else { return false }
        let lower = address.lowercased()
        return ["https://", "http://", "mailto:"].contains { lower.hasPrefix($0) && lower.utf8.count > $0.utf8.count }
    }
}
