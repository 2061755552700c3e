/// The byte as a character of ASCII.
extension UInt8 {
    @inlinable package var isDigit: Bool { 0x30...0x39 ~= self }
    @inlinable package var isLetter: Bool { 0x61...0x7A ~= self | 0x20 }
    @inlinable package var isAlphanumeric: Bool { isLetter || isDigit }
    /// The small letter of a capital one; any other byte itself.
    @inlinable package var lowercased: UInt8 { 0x41...0x5A ~= self ? self | 0x20 : self }
}

extension Collection<UInt8> {
    /// True if all bytes are letters and digits of ASCII or these signs, and there is at least one.
    @inlinable package func isWord(with signs: String) -> Bool {
        !isEmpty && allSatisfy { $0.isAlphanumeric || signs.utf8.contains($0) }
    }
}

extension Sequence<UInt8> {
    /// FNV-1a. Unlike Swift's own hash, it is the same in every process.
    /// - Parameter start: the hash of what precedes the bytes.
    @inlinable package func hash(from start: UInt64 = 0xCBF2_9CE4_8422_2325) -> UInt64 {
        reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
