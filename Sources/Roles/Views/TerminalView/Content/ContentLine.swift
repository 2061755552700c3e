import Synchronization
import TerminalText

/// A line of a content: text from the left, an accessory at the right edge.
package struct ContentLine: Equatable, Sendable {
    package let text: StyledText
    package let accessory: StyledText
    let accessoryCells: Int
    /// The text of a line that is scrolled sideways, in sight or not.
    let whole: String?
    /// The whole of a text that was cut.
    let uncut: StyledText?
    /// The cells for the text.
    private let width: Int
    /// The first cell of the text that is seen.
    let start: Int
    /// The sign for what is left out.
    private let ellipsis: String
    /// The part of the text that is seen stays so, whatever is found in it.
    var isFixed = false

    /// Cuts both to the room. Where they do not fit, each has half of the line.
    package init(
        _ text: StyledText, accessory: StyledText = StyledText(), whole: String? = nil, ellipsis: String = "…",
        room: Int
    ) {
        (self.whole, self.ellipsis) = (whole, ellipsis)
        start = 0
        self.accessory =
            accessory.isEmpty ? accessory : accessory.truncated(to: max(room / 2, room - text.cells - 2))
        accessoryCells = self.accessory.cells
        width = max(room - (self.accessory.isEmpty ? 0 : accessoryCells + 2), 0)
        self.text = text.truncated(to: width, ellipsis: ellipsis)
        uncut = text.fits(in: width) ? nil : text
    }

    private init(_ line: ContentLine, from start: Int) {
        (whole, uncut, width, self.start) = (line.whole, line.uncut, line.width, start)
        (accessory, accessoryCells, ellipsis) = (line.accessory, line.accessoryCells, line.ellipsis)
        text = (line.uncut ?? line.text).piece(from: start, width: line.width, ellipsis: ellipsis)
    }

    /// All of its text, in sight or not.
    var all: String { whole ?? (uncut ?? text).plain }

    /// Cells behind what is shown, where there are more.
    private static let tail = 10

    /// The line from where these cells of its text can be seen, if they cannot.
    func showing(_ cells: Range<Int>) -> ContentLine {
        // An ellipsis is at each end.
        guard let uncut, width > 4, !isFixed, !seen.contains(cells.upperBound - 1) else { return self }
        let behind = uncut.cells - cells.upperBound
        let start = behind <= Self.tail ? uncut.cells - (width - 1) : cells.upperBound + Self.tail - (width - 2)
        return ContentLine(self, from: max(start, 1))
    }

    /// The cells of the text that are seen, and not an ellipsis.
    var seen: Range<Int> {
        guard let uncut else { return 0..<width }
        let end = start + width - (start > 0 ? 1 : 0)
        return start..<max(uncut.cells <= end ? uncut.cells : end - CellWidth.of(ellipsis), start)
    }

    /// The column of a cell of the text, from the beginning of the line.
    func column(of cell: Int) -> Int { cell - start + (start > 0 ? 1 : 0) }
}

/// Lines of one part that are made only when they are seen.
protocol LineBlock: Sendable {
    var count: Int { get }

    /// - Parameters:
    ///   - index: from 0.
    ///   - room: the cells between gutter and margin.
    func line(_ index: Int, room: Int) -> ContentLine
}

/// The lines of a block that were seen last, since frames are painted more often than lines change. Copies share them.
final class MadeLines: LineBlock {
    private struct Kept {
        var room = 0
        var lines: [Int: ContentLine] = [:]
    }

    private let block: any LineBlock
    private let kept = Mutex(Kept())
    /// More than twice the rows of the highest terminal. Then all are made anew.
    static let most = 1024

    init(_ block: some LineBlock) { self.block = block }

    var count: Int { block.count }

    func line(_ index: Int, room: Int) -> ContentLine {
        if let line = kept.withLock({ $0.room == room ? $0.lines[index] : nil }) { return line }
        WorkCount.current?.count { $0.lines += 1 }
        let line = block.line(index, room: room)
        kept.withLock { kept in
            if kept.room != room || kept.lines.count >= Self.most { kept = Kept(room: room) }
            kept.lines[index] = line
        }
        return line
    }
}

/// The lines of a content: some are ready, others are made when they are read.
package struct ContentLines: Sendable {
    /// Consecutive lines from one source.
    private struct Piece {
        let start: Int
        /// Nil for ready lines.
        let block: (any LineBlock)?
        /// The first of its lines in ``ready``.
        let offset: Int
    }

    private let room: Int
    private var pieces: [Piece] = []
    private var ready: [ContentLine] = []
    package private(set) var count = 0

    init(room: Int) {
        self.room = room
    }

    package subscript(index: Int) -> ContentLine {
        let piece = piece(at: index)
        let offset = index - piece.start
        return piece.block?.line(offset, room: room) ?? ready[piece.offset + offset]
    }

    mutating func append(_ text: StyledText, accessory: StyledText = StyledText(), whole: String? = nil) {
        if pieces.last.map({ $0.block != nil }) ?? true {
            pieces.append(Piece(start: count, block: nil, offset: ready.count))
        }
        ready.append(ContentLine(text, accessory: accessory, whole: whole, room: room))
        count += 1
    }

    mutating func append(_ block: some LineBlock) {
        guard block.count > 0 else { return }
        pieces.append(Piece(start: count, block: MadeLines(block), offset: 0))
        count += block.count
    }

    /// Appends to the last line, which is a ready one.
    mutating func extendLast(with text: StyledText) {
        guard let last = ready.popLast() else { return append(text) }
        ready.append(ContentLine(last.text + text, room: room))
    }

    private func piece(at index: Int) -> Piece { pieces[pieces.firstIndexSorted { $0.start > index } - 1] }
}

extension Array {
    /// The first element for which that holds, given that it holds for all after it; the end when it holds for none.
    func firstIndexSorted(where isBehind: (Element) -> Bool) -> Int {
        var range = indices
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = isBehind(self[middle]) ? range.lowerBound..<middle : middle + 1..<range.upperBound
        }
        return range.lowerBound
    }
}
