import Synchronization

/// One line of a content: text from the left, an accessory at the right edge.
package struct ContentLine: Equatable, Sendable {
    package let text: StyledText
    package let accessory: StyledText
    let accessoryCells: Int
    /// Of a line that is scrolled sideways: all of its text, in sight or not.
    let whole: String?

    /// Cuts both to the room. Where they do not fit, each has half of the line.
    package init(_ text: StyledText, accessory: StyledText = StyledText(), whole: String? = nil, room: Int) {
        self.whole = whole
        guard !accessory.isEmpty else {
            self.text = text.truncated(to: room)
            self.accessory = accessory
            accessoryCells = 0
            return
        }
        self.accessory = accessory.truncated(to: max(room / 2, room - text.cells - 2))
        accessoryCells = self.accessory.cells
        let gap = self.accessory.isEmpty ? 0 : accessoryCells + 2
        self.text = text.truncated(to: max(room - gap, 0))
    }
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

    private func piece(at index: Int) -> Piece {
        var range = pieces.indices
        while range.count > 1 {
            let middle = range.lowerBound + range.count / 2
            range = pieces[middle].start <= index ? middle..<range.upperBound : range.lowerBound..<middle
        }
        return pieces[range.lowerBound]
    }
}
