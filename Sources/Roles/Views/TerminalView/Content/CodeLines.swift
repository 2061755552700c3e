import TerminalText

/// Lines that are not wrapped: the piece of each that is seen. A line that continues at a side has an ellipsis there.
struct CodeLines {
    private(set) var lines: [StyledText] = []
    /// The whole texts of those that are wider than the room, by their index.
    private(set) var whole: [Int: String] = [:]
    /// How far they are scrolled to the right, in steps, and whether they can be further.
    private(set) var skipped = 0
    private(set) var hasMore = false

    /// Cells.
    private static let step = 8

    /// - Parameters:
    ///   - room: in cells.
    ///   - left: how many steps they are to be scrolled. No line is scrolled further than its end.
    init(_ code: String, _ style: CellStyle, room: Int, left: Int) {
        let texts = code.split(separator: "\n", omittingEmptySubsequences: false)
        var widest = 0
        for (index, text) in texts.enumerated() where Self.mayExceed(room, text) {
            let width = CellWidth.of(text)
            if width > room { whole[index] = String(text) }
            widest = max(widest, width)
        }
        let most = (max(widest - room, 0) + Self.step - 1) / Self.step
        skipped = min(max(left, 0), most)
        hasMore = skipped < most
        let start = skipped * Self.step
        lines = texts.map { start == 0 ? StyledText(String($0), style) : Self.piece(of: $0, from: start, style) }
    }

    /// How many steps bring a cell into sight.
    static func left(toShow cell: Int, room: Int) -> Int { max(cell - room * 2 / 3, 0) / step }

    /// No character takes more cells than bytes, so most lines need not be measured.
    private static func mayExceed(_ room: Int, _ text: Substring) -> Bool { text.utf8.count > room }

    /// - Parameter start: the first cell in sight, at least 1.
    private static func piece(of line: Substring, from start: Int, _ style: CellStyle) -> StyledText {
        var cells = 0
        var index = line.startIndex
        // The first cell in sight is the ellipsis.
        while index < line.endIndex, cells < start + 1 {
            cells += CellWidth.of(line[index])
            index = line.index(after: index)
        }
        guard cells > 0 else { return StyledText() }
        let isIndented = line[..<index].allSatisfy { $0 == " " }
        var piece = isIndented ? StyledText(" ", style) : StyledText("…", .quiet)
        // Half of a wide character.
        piece.append(String(repeating: " ", count: max(cells - start - 1, 0)), style)
        piece.append(String(line[index...]), style)
        return piece
    }
}
