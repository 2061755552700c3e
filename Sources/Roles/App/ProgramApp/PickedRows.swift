import SafeText
import ViewMessages

/// Rows that a user chooses among.
protocol PickedRows: Sendable {
    var count: Int { get }
    /// The row for the view.
    func row(at index: Int) -> Row
    /// The texts that the filter searches.
    func texts(at index: Int) -> [String?]
    /// The indices of the rows with these ids, in that order; unknown ids are skipped.
    func indices(of ids: [String]) -> [Int]
    /// The result when it is chosen.
    func result(at index: Int) -> [UInt8]
}

/// Rows of plain text, one per line, kept byte for byte. A row's id is derived from its text or from one of its fields,
/// so that it stays the same when the rows are read again.
struct LineRows: Sendable {
    /// The most rows that are read.
    static let most = 1_000_000
    /// The most bytes of all rows; the rest is not read.
    static let mostBytes = 64 << 20
    /// The most bytes of one row; longer rows are skipped.
    static let longestRow = 1 << 20
    /// The first bytes of a row, which are shown and searched.
    private static let mostShown = 1000

    private let format: LineFormat
    /// The lines above the rows.
    private(set) var header: [String] = []
    private var bytes: [UInt8] = []
    /// Where each row ends in ``bytes``, without its separator.
    private var ends: [Int] = []
    private var names: [UInt64] = []
    /// The number of rows with each digest.
    private var counts: [UInt64: UInt32] = [:]
    /// The beginning of an incomplete row.
    private var rest: [UInt8] = []
    private var isTooLong = false
    /// The number of rows that were skipped because they were too long.
    private(set) var leftOut = 0

    init(_ format: LineFormat = LineFormat()) {
        self.format = format
    }

    /// Whether there were more rows than the limit.
    private(set) var isFull = false
    var count: Int { ends.count }

    mutating func append(_ chunk: some Collection<UInt8>) {
        var chunk = chunk[...]
        while !chunk.isEmpty, !isFull {
            guard hasRoom else { return isFull = true }
            let end = chunk.firstIndex(of: format.separator)
            take(chunk[..<(end ?? chunk.endIndex)])
            guard let end else { return }
            endRow()
            chunk = chunk[chunk.index(after: end)...]
        }
    }

    /// Handles the end of the input: text without a separator after it is a row, too.
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
        guard header.count >= format.headerLines else { return header.append(Self.shown(rest[...])) }
        bytes += rest
        ends.append(bytes.count)
        let digest = Self.digest(format.name(of: rest))
        let before = counts[digest, default: 0]
        counts[digest] = before &+ 1
        names.append(digest ^ (UInt64(before) &* 0x9E37_79B9_7F4A_7C15))
    }

    /// FNV-1a, which is the same in every process.
    private static func digest(_ name: ArraySlice<UInt8>) -> UInt64 {
        name.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
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

    private func text(at index: Int) -> String { Self.shown(bytes[range(of: index)]) }

    /// The text to show: without colours and control characters, and with invalid UTF-8 replaced.
    private static func shown(_ row: ArraySlice<UInt8>) -> String {
        let shown = row.prefix(mostShown)
        if shown.allSatisfy({ 0x20..<0x7F ~= $0 }) { return String(decoding: shown, as: UTF8.self) }
        let plain = ColorSequences.removed(from: shown)
        return StrippedText.strip(String(decoding: plain, as: UTF8.self), newline: " ", tab: "    ")
    }
}

/// Rows from JSON. The result of choosing one is its id.
struct ListedRows: PickedRows {
    private let rows: [Row]

    init(_ rows: [Row]) {
        self.rows = rows
    }

    var count: Int { rows.count }
    func row(at index: Int) -> Row { rows[index] }
    func texts(at index: Int) -> [String?] {
        [rows[index].title, rows[index].subtitle, rows[index].accessory]
    }
    func indices(of ids: [String]) -> [Int] {
        let places = Dictionary(rows.enumerated().map { ($1.id, $0) }) { first, _ in first }
        return ids.compactMap { places[$0] }
    }
    func result(at index: Int) -> [UInt8] { Array(rows[index].id.utf8) }
}
