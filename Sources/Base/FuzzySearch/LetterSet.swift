/// The letters of a text, as far as 64 bits can tell: most texts are refused with one comparison.
struct LetterSet: Equatable, Sendable {
    private var bits: UInt64 = 0

    init() {}

    init(_ letters: [UInt32]) {
        for letter in letters { insert(letter < 128 ? UInt8(letter) : 0x80) }
    }

    /// - Parameter byte: of UTF-8; those of all other letters than ASCII's count as one.
    mutating func insert(_ byte: UInt8) { bits |= 1 << UInt64(Self.bit(byte)) }

    /// Inserts the letters of ASCII that others become without their accents.
    mutating func insertBare(_ text: String) {
        for scalar in text.unicodeScalars where Letter.mayHaveAccents(scalar.value) {
            if let letter = Letter.bare(scalar.value), letter < 128 { insert(UInt8(letter)) }
        }
    }

    /// - Returns: nil if there are other bytes than the printable ones of ASCII.
    static func ofPrintable(_ text: UnsafeBufferPointer<UInt8>, _ table: UnsafeBufferPointer<UInt64>) -> LetterSet? {
        var set = LetterSet()
        for byte in text { set.bits |= table[Int(byte)] }
        return set.bits & special == 0 ? set : nil
    }

    /// The bit of each byte, for ``ofPrintable(_:_:)``.
    static let table: [UInt64] = (0...UInt8.max).map { 0x20..<0x7F ~= $0 ? 1 << UInt64(bit($0)) : special }

    /// A bit that no letter has.
    private static let special: UInt64 = 1 << 62

    var isASCII: Bool { bits >> 63 == 0 }

    /// The set with the blank, which may stand between the texts of a row.
    var withBlank: LetterSet {
        var set = self
        set.insert(0x20)
        return set
    }

    func isSubset(of other: LetterSet) -> Bool { bits & ~other.bits == 0 }

    mutating func formUnion(_ other: LetterSet) { bits |= other.bits }

    private static func bit(_ byte: UInt8) -> UInt8 {
        switch byte {
        case 0x61...0x7A: byte - 0x61
        case 0x41...0x5A: byte - 0x41
        case 0x30...0x39: byte - 0x30 + 26
        case 0x80...: 63
        default: 36 + byte & 15
        }
    }
}
