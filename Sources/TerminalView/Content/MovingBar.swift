/// A bar that shows that something is under way, and not how far it has come: a piece of it moves to and fro.
struct MovingBar: Equatable, Sendable {
    /// In ``Content/lines``.
    let line: Int
    /// In cells, from the left of the line.
    let width: Int
    let style: CellStyle

    /// Where the piece is, in cells from the left of the bar.
    func piece(ticks: Int) -> Range<Int> {
        let length = min(Self.longestPiece, width)
        let way = width - length
        guard way > 0 else { return 0..<length }
        let step = ticks % (way * 2)
        let start = step < way ? step : way * 2 - step
        return start..<start + length
    }

    private static let longestPiece = 6
}
