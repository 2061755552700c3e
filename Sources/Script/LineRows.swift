import SafeText
import ViewMessages

/// Rows of plain text, one a line, kept byte for byte. A row is named by what it says, so that it keeps its name when the rows are
/// read again.
struct LineRows: Sendable {
    /// More rows are not read.
    static let most = 1_000_000
    /// Bytes of all rows. What follows is not read.
    static let mostBytes = 64 << 20
    /// Bytes of one row. A longer one is left out.
    static let longestRow = 1 << 20
    /// Bytes of a row that are shown and searched.
    private static let mostShown = 1000

    private let separator: UInt8
    private var bytes: [UInt8] = []
    /// Where each row ends in ``bytes``, without its separator.
    private var ends: [Int] = []
    private var names: [UInt64] = []
    /// How often each text has come.
    private var counts: [UInt64: UInt32] = [:]
    /// The beginning of a row whose end has not come.
    private var rest: [UInt8] = []
    private var isTooLong = false
    /// How many rows were left out because they were too long.
    private(set) var leftOut = 0

    /// - Parameter separator: what ends a row: LF or NUL.
    init(separator: UInt8 = 0x0A) {
        self.separator = separator
    }

    /// There would have been more.
    private(set) var isFull = false
    var count: Int { ends.count }

    mutating func append(_ chunk: some Collection<UInt8>) {
        var chunk = chunk[...]
        while !chunk.isEmpty, !isFull {
            guard hasRoom else { return isFull = true }
            let end = chunk.firstIndex(of: separator)
            take(chunk[..<(end ?? chunk.endIndex)])
            guard let end else { return }
            endRow()
            chunk = chunk[chunk.index(after: end)...]
        }
    }

    /// The input has ended: what has no separator behind it is a row, too.
    mutating func finish() { if !isFull, !rest.isEmpty || isTooLong { endRow() } }

    private var hasRoom: Bool { ends.count < Self.most && bytes.count + rest.count < Self.mostBytes }

    private mutating func take(_ piece: some Collection<UInt8>) {
        guard !isTooLong else { return }
        if rest.count + piece.count > Self.longestRow {
            isTooLong = true
            rest = []
        } else {
            rest += piece
        }
    }

    private mutating func endRow() {
        defer {
            rest.removeAll(keepingCapacity: true)
            isTooLong = false
        }
        guard !isTooLong else { return leftOut += 1 }
        bytes += rest
        ends.append(bytes.count)
        let digest = Self.digest(rest)
        let before = counts[digest, default: 0]
        counts[digest] = before &+ 1
        names.append(digest ^ (UInt64(before) &* 0x9E37_79B9_7F4A_7C15))
    }

    /// FNV-1a: the same in every process.
    private static func digest(_ row: [UInt8]) -> UInt64 {
        row.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}

extension LineRows: PickedRows {
    func row(at index: Int) -> Row { Row(id: String(names[index], radix: 16), title: text(at: index)) }

    func texts(at index: Int) -> [String?] { [text(at: index)] }

    func indices(of ids: [String]) -> [Int] {
        let wanted = ids.map { UInt64($0, radix: 16) }
        var places = Dictionary(wanted.compactMap(\.self).map { ($0, -1) }) { first, _ in first }
        for (place, name) in names.enumerated() where places[name] == -1 { places[name] = place }
        return wanted.compactMap { $0.flatMap { places[$0] } }.filter { $0 >= 0 }
    }

    func result(at index: Int) -> [UInt8] { Array(bytes[range(of: index)]) }

    private func range(of index: Int) -> Range<Int> { (index > 0 ? ends[index - 1] : 0)..<ends[index] }

    /// What is shown. A stranger's colours and controls are dropped, and what is no UTF-8 is replaced.
    private func text(at index: Int) -> String {
        let shown = bytes[range(of: index).prefix(Self.mostShown)]
        if shown.allSatisfy({ 0x20..<0x7F ~= $0 }) { return String(decoding: shown, as: UTF8.self) }
        let plain = ColorSequences.removed(from: shown)
        return StrippedText.strip(String(decoding: plain, as: UTF8.self), newline: " ", tab: "    ")
    }
}
