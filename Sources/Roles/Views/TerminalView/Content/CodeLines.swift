import TerminalText

/// Lines that are not wrapped: the piece of each that is seen. A line that continues at a side has an ellipsis there.
struct CodeLines {
    private(set) var lines: [StyledText] = []
    /// The whole texts of those that are wider than the room, by their index.
    private(set) var whole: [Int: String] = [:]
    /// Steps that they are scrolled to the right, and true when they can be scrolled further.
    private(set) var skipped = 0
    private(set) var hasMore = false

    /// Cells.
    private static let step = 8

    /// - Parameters:
    ///   - room: in cells.
    ///   - left: the steps that they are to be scrolled. No line is scrolled further than its end.
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
        // The first cell in sight has the sign for what is left of it.
        lines = texts.map { StyledText(String($0), style).piece(from: start == 0 ? 0 : start + 1) }
    }

    /// The steps that bring a cell into sight.
    static func left(toShow cell: Int, room: Int) -> Int { max(cell - room * 2 / 3, 0) / step }

    /// No character takes more cells than bytes, so most lines need not be measured.
    private static func mayExceed(_ room: Int, _ text: Substring) -> Bool { text.utf8.count > room }
}
