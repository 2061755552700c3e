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
        pieces.append(Piece(start: count, block: block, offset: 0))
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
