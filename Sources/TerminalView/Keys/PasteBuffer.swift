/// The bytes of a bracketed paste, up to `ESC [ 201 ~`.
struct PasteBuffer: Equatable, Sendable {
    /// In bytes. What is over it is dropped. A search takes less (``TextField/limit``), and says so.
    static let limit = 1 << 20
    private static let ending = Array("\u{1B}[201~".utf8)

    private var bytes: [UInt8] = []
    /// Bytes of the ending that have come.
    private var matched = 0

    /// - Returns: whether the paste has ended with this byte.
    mutating func append(_ byte: UInt8) -> Bool {
        if byte == Self.ending[matched] {
            matched += 1
            return matched == Self.ending.count
        }
        keep(Self.ending[..<matched])
        matched = byte == Self.ending[0] ? 1 : 0
        if matched == 0 { keep([byte]) }
        return false
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    private mutating func keep(_ new: some Collection<UInt8>) {
        if bytes.count + new.count <= Self.limit { bytes += new }
    }
}
