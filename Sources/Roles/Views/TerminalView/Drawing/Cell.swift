/// A place on the screen. A wide character takes its first cell and continuations.
package struct Cell: Equatable, Sendable {
    package var character: Character
    package var style: CellStyle
    /// Part of the wide character before it.
    package var isContinuation = false
    /// The last cell of a text with right-to-left letters. A mark is written behind it; without one, a terminal that orders
    /// text by direction would show a row's accessory instead of its title.
    package var endsRightToLeft = false
    /// The link of its text, where the terminal has hyperlinks. It stays when the style changes.
    package var link: Hyperlink?
    /// The number of the picture in pixels that is there. Anything written there damages it.
    package var picture: Int?

    package static let blank = Cell(character: " ", style: .plain)
}

/// A cell as a buffer keeps it: 16 bytes without references, so that rows are compared and copied as memory. A character of several
/// scalars and a link are numbers in the buffer's ``CellTable``.
struct PackedCell: BitwiseCopyable, Equatable, Sendable {
    var style: CellStyle
    var glyph: Glyph
    /// The number of a link, from 1, or of a picture (``Glyph/isPicture``), under which there is no link; 0 for neither.
    var reference: UInt32 = 0

    static let blank = PackedCell(style: .plain, glyph: .space)

    var link: UInt32 { glyph.isPicture ? 0 : reference }
    var picture: UInt32 { glyph.isPicture ? reference : 0 }

    /// Puts the cell under a picture.
    mutating func reserve(for picture: Int) {
        reference = UInt32(truncatingIfNeeded: picture)
        glyph.isPicture = true
    }
}

/// The content of a cell: a scalar, or the number of a cluster, and some flags.
struct Glyph: BitwiseCopyable, Equatable, Sendable {
    private(set) var bits: UInt32

    /// Unicode needs as many bits.
    private static let valueMask: UInt32 = 0x1F_FFFF
    /// The numbers of clusters.
    static let mostClusters = 1 << 20

    static let space = Glyph(bits: 0x20 | 1 << 25)

    private init(bits: UInt32) { self.bits = bits }

    init(_ scalar: Unicode.Scalar, isCertain: Bool) {
        bits = scalar.value | (isCertain ? 1 << 25 : 0)
    }

    init(cluster: Int, isCertain: Bool) {
        bits = UInt32(truncatingIfNeeded: cluster) & Self.valueMask | 1 << 21 | (isCertain ? 1 << 25 : 0)
    }

    /// A character of printable ASCII.
    init(ascii: UInt8) { bits = UInt32(ascii) | 1 << 25 }

    var scalar: Unicode.Scalar? { isCluster ? nil : Unicode.Scalar(bits & Self.valueMask) }
    var cluster: Int { Int(bits & Self.valueMask) }
    var isCluster: Bool { bits & 1 << 21 != 0 }
    var isContinuation: Bool {
        get { self[22] }
        set { self[22] = newValue }
    }
    var endsRightToLeft: Bool {
        get { self[23] }
        set { self[23] = newValue }
    }
    var isPicture: Bool {
        get { self[24] }
        set { self[24] = newValue }
    }
    /// All terminals give the same width to the character (``CellWidth/isCertain(_:)``).
    var isCertain: Bool { bits & 1 << 25 != 0 }
    /// A blank that is no part of a wide character.
    var isSpace: Bool { bits & (Self.valueMask | 1 << 21 | 1 << 22) == 0x20 }

    /// The same cell with a blank.
    mutating func blank() { replace(by: .space) }

    /// The same cell with another character.
    mutating func replace(by glyph: Glyph) {
        let character = Self.valueMask | 1 << 21 | 1 << 25
        bits = bits & ~character | glyph.bits & character
    }

    private subscript(bit: UInt32) -> Bool {
        get { bits >> bit & 1 != 0 }
        set { bits = newValue ? bits | 1 << bit : bits & ~(1 << bit) }
    }
}
