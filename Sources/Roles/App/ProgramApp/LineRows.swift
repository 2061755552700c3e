import FuzzySearch
import Picking
import Platform
import SafeText
import TerminalText
import ViewMessages

/// Rows of plain text, one per line, kept byte for byte.
struct LineRows: Sendable {
    /// The most rows that are read.
    static let most = 1_000_000
    /// The most bytes of all rows; the rest is not read.
    static let mostBytes = 64 << 20
    /// The most bytes of one row; longer rows are skipped.
    static let longestRow = 1 << 20
    /// The bytes of a row that are shown.
    private static let mostShown = 1000
    /// The bytes of a row that are looked at for them: some belong to colours and links.
    private static let mostRead = 16 * mostShown

    var format: LineFormat
    /// The lines above the rows.
    private(set) var header: [String] = []
    /// The rows, and the beginning of an incomplete one.
    private var lines = PackedTexts()
    /// Nil if a row is named by its place, because rows are read once.
    private(set) var names: RowNames?
    private var isTooLong = false
    /// The number of rows that were skipped because they were too long.
    private(set) var leftOut = 0

    /// - Parameter areReadAgain: whether a row must have the same id when the rows are read again.
    init(_ format: LineFormat = LineFormat(), areReadAgain: Bool = true) {
        self.format = format
        names = areReadAgain ? RowNames() : nil
    }

    /// True if there were more rows than the limit.
    private(set) var isFull = false
    var count: Int { lines.count }

    mutating func append(_ chunk: [UInt8]) {
        chunk.withUnsafeBufferPointer { chunk in
            guard let base = chunk.baseAddress else { return }
            var at = 0
            while at < chunk.count, !isFull {
                guard hasRoom else { return isFull = true }
                let end = memchr(base + at, CInt(format.separator), chunk.count - at).map {
                    UnsafeRawPointer($0) - UnsafeRawPointer(base)
                }
                take(UnsafeBufferPointer(rebasing: chunk[at..<(end ?? chunk.count)]))
                guard let end else { return }
                endRow()
                at = end + 1
            }
        }
    }

    /// Handles the end of the input: text without a separator after it is a row, too.
    mutating func finish() { if !isFull, !lines.rest.isEmpty || isTooLong { endRow() } }

    private var hasRoom: Bool { count < Self.most && lines.size < Self.mostBytes }

    private mutating func take(_ piece: UnsafeBufferPointer<UInt8>) {
        guard !isTooLong else { return }
        if lines.restSize + piece.count > Self.longestRow {
            isTooLong = true
            lines.dropRest()
        } else {
            lines.append(piece)
        }
    }

    private mutating func endRow() {
        if isTooLong {
            isTooLong = false
            leftOut += 1
        } else if header.count < format.headerLines {
            header.append(shown(format.shown(lines.rest, number: header.count)))
            lines.dropRest()
        } else {
            lines.end(with: format.separator)
        }
    }

    /// Gives the rows up to that one their names, which depend on those before.
    mutating func name(upTo end: Int) {
        guard let named = names?.count, named < end else { return }
        for index in named..<min(end, count) { names?.append(format.name(of: lines[index])) }
    }
}

extension LineRows: PickedRows {
    /// The row has a name, once rows have names.
    func row(at index: Int) -> Row {
        let id = String(names?[index] ?? UInt64(index), radix: 16)
        let row = format.shown(lines[index], number: index)
        guard format.fields.hasColours, !Self.isPlain(row) else { return Row(id: id, title: shown(row)) }
        let painted = PaintedText(row.prefix(Self.mostRead), tabStop: format.fields.tabStop, most: Self.mostShown)
        return Row(id: id, title: Self.cut(painted.text), paint: painted.paint)
    }

    func add(to texts: inout RowTexts, upTo end: Int) {
        guard format.isSearchedOtherwise else {
            return texts.append(lines, upTo: end) { Self.plain(lines[$0]) }
        }
        while texts.count < min(end, count) {
            texts.append([Self.plain(format.searched(lines[texts.count], number: texts.count))])
        }
    }

    var packed: PackedTexts { lines }

    func indices(of ids: [String]) -> [Int] {
        let wanted = ids.compactMap { UInt64($0, radix: 16) }
        return names?.indices(of: wanted) ?? wanted.compactMap { Int(exactly: $0) }.filter { $0 < count }
    }

    func result(at index: Int) -> [UInt8] { format.printed(lines[index], number: index) }

    func text(at index: Int) -> [UInt8] { Array(format.plain(lines[index])) }

    /// The text to show. A character that does not fit is left out.
    private func shown(_ row: ArraySlice<UInt8>) -> String {
        let row = row.prefix(Self.mostRead)
        if Self.isPlain(row) { return Self.cut(String(decoding: row, as: UTF8.self)) }
        return Self.cut(Sanitizer.row(Self.colourless(row), tabStop: format.fields.tabStop))
    }

    private static func cut(_ text: String) -> String {
        guard text.utf8.count > mostShown else { return text }
        var end = text.utf8.index(text.startIndex, offsetBy: mostShown)
        while text.utf8[end] & 0xC0 == 0x80 { text.utf8.formIndex(before: &end) }
        return String(text[..<end])
    }

    /// The text that the filter searches, all of it.
    static func searched(_ row: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        isPlain(row) ? row : Array(plain(row).utf8)[...]
    }

    /// The row without colours and control characters, with invalid UTF-8 replaced. A tab is one blank here, as where words are looked for.
    private static func plain(_ row: ArraySlice<UInt8>) -> String {
        if isPlain(row) { return String(decoding: row, as: UTF8.self) }
        return StrippedText.strip(colourless(row), newline: " ", tab: " ")
    }

    private static func colourless(_ row: ArraySlice<UInt8>) -> String {
        String(decoding: TerminalSequences.removed(from: row), as: UTF8.self)
    }

    private static func isPlain(_ row: ArraySlice<UInt8>) -> Bool { row.allSatisfy { $0.isPrintableASCII } }
}
