import ScreenModel
import TerminalText
import TerminalView
import TestSupport
import Testing

@Suite struct PainterTests {
    /// Random frames with scrolling and changes, on terminals with different character widths.
    @Test(arguments: TinyTerminal.Widths.allCases, [UInt64(3), 4, 5])
    func theDifferenceMakesTheTerminalShowTheFrame(_ widths: TinyTerminal.Widths, _ seed: UInt64) throws {
        var random = Seeded(seed: seed)
        let size = Size(columns: 24, rows: 7)
        var painter = Painter(inColor: true, hasLinks: true)
        var terminal = TinyTerminal(size, widths: widths)
        var frame = Frame(CellBuffer(size))
        var scrolls = 0
        for round in 0..<120 {
            let before = frame
            Self.scribble(on: &frame, &random)
            terminal.receive(painter.paint(frame))
            let shown = frame.buffer.withoutLooks
            let stray = Self.cells(of: size).filter { !Self.agrees(terminal, shown, $0, widths) }
            try require(stray.isEmpty, "round \(round): \(stray)")
            expect(terminal.unknown.isEmpty && terminal.link == nil)
            expect(terminal.cursorIsVisible, equals: (frame.cursor != nil))
            if let cursor = frame.cursor { expect(terminal.cursor, equals: cursor) }
            scrolls += terminal.hasScrolled ? 1 : 0
            guard round > 0, !terminal.hasScrolled else { continue }
            let changed = Self.changes(from: before.buffer, to: frame.buffer)
            // Erasing to the end of a line may include blank cells, and others that are written again.
            let unchanged = terminal.touched.subtracting(changed).subtracting(terminal.erased).filter { cell in
                frame.buffer[cell[0], cell[1]] != .blank
                    && !Self.isDoubtful(frame.buffer, cell[0]) && !Self.isDoubtful(before.buffer, cell[0])
            }
            #expect(unchanged.isEmpty, "round \(round): wrote cells that had not changed")
        }
        #expect(scrolls > 10, "the frames are made to be scrolled")
    }

    @Test func nothingNewIsNothingWritten() {
        var painter = Painter(inColor: true)
        var buffer = CellBuffer(Size(columns: 10, rows: 2))
        buffer.write(StyledText("Hello"), row: 0, column: 0)
        #expect(!painter.paint(Frame(buffer)).isEmpty)
        #expect(painter.paint(Frame(buffer)).isEmpty)
        painter.forget()
        #expect(!painter.paint(Frame(buffer)).isEmpty)
    }

    @Test func aFrameIsOneSynchronizedUpdateWithOnlyWhatChanged() {
        var painter = Painter(inColor: true)
        var buffer = CellBuffer(Size(columns: 40, rows: 10))
        buffer.write(StyledText("⠋ Searching…"), row: 0, column: 20)
        _ = painter.paint(Frame(buffer))
        buffer.write(StyledText("⠙"), row: 0, column: 20)
        expect(
            String(decoding: painter.paint(Frame(buffer)), as: UTF8.self),
            equals: "\u{1B}[?2026h\u{1B}[1;21H⠙\u{1B}[?2026l")
    }

    /// xterm gives this family eight cells: the text after it is positioned, and its remains are erased.
    @Test func whatFollowsACharacterOfDoubtfulWidthIsPlacedAndTheRestOfTheRowErased() {
        var painter = Painter(inColor: true)
        var buffer = CellBuffer(Size(columns: 40, rows: 3))
        buffer.write(StyledText("a 👨‍👩‍👧‍👦 b"), row: 1, column: 0)
        expect(Self.text(painter.paint(Frame(buffer))), contains: "\u{1B}[2;1Ha   \u{1B}[2;3H👨‍👩‍👧‍👦\u{1B}[2;5H b\u{1B}[K")
        // Nothing before it is written, but the whole row behind it.
        buffer.write(StyledText("c"), row: 1, column: 0)
        expect(Self.text(painter.paint(Frame(buffer))), equals: "\u{1B}[?2026h\u{1B}[2;1Hc\u{1B}[?2026l")
        buffer.write(StyledText("d"), row: 1, column: 5)
        expect(
            Self.text(painter.paint(Frame(buffer))),
            equals: "\u{1B}[?2026h\u{1B}[2;3H  \u{1B}[2;3H👨‍👩‍👧‍👦\u{1B}[2;5H d\u{1B}[K\u{1B}[?2026l")
        // When it goes, so do its possible remains on the terminal.
        buffer.fill(row: 1, 2..<40)
        expect(Self.text(painter.paint(Frame(buffer))), equals: "\u{1B}[?2026h\u{1B}[2;3H\u{1B}[K\u{1B}[?2026l")
    }

    /// Regression: one cell had 60 kB, written with each key.
    @Test func aCharacterHasABoundedLength() {
        let monster = "👍" + String(repeating: "\u{200D}", count: 20_000) + "!"
        expect(Sanitizer.line(monster) == "\u{FFFD}!" && Sanitizer.block(monster) == "\u{FFFD}!")
        var buffer = CellBuffer(Size(columns: 20, rows: 1))
        expect(buffer.write(StyledText(monster), row: 0, column: 0), equals: 2)
        expect(buffer.text, equals: ["\u{FFFD}!"])
        var painter = Painter(inColor: true)
        #expect(painter.paint(Frame(buffer)).count < 100)
    }

    @Test(arguments: [
        ("a", true), ("é", true), ("e\u{301}", true), ("日", true), ("한", true), ("★", true), ("…", true), ("न्", true),
        ("👍", true), ("\u{1112}\u{1161}\u{11AB}", false), ("हि", false), ("👍🏽", false), ("👨‍👩‍👧‍👦", false), ("🇩🇪", false),
        ("☺\u{FE0F}", false), ("1️⃣", false), ("🫠", false),
    ]) func itIsKnownWhereTerminalsDisagree(_ text: String, _ isCertain: Bool) {
        expect(text.count == 1 && text.allSatisfy { CellWidth.isCertain($0) == isCertain })
    }

    @Test func aTextFromRightToLeftEndsBeforeItsNeighbour() {
        var painter = Painter(inColor: true)
        var buffer = CellBuffer(Size(columns: 20, rows: 1))
        buffer.write(StyledText("שלום"), row: 0, column: 0)
        buffer.write(StyledText("4.5"), row: 0, column: 10)
        expect(Self.text(painter.paint(Frame(buffer))), contains: "שלום\u{200E}\u{1B}[1;5H      4.5")
        // Text that the cursor divides is one text.
        buffer.write(StyledText("של"), row: 0, column: 0, isWhole: false)
        buffer.write(StyledText("om"), row: 0, column: 2)
        #expect((0..<20).allSatisfy { !buffer[0, $0].endsRightToLeft })
    }

    /// Regression: tmux added the marks to the previous cell.
    @Test func atTheRightEdgeACharacterIsOneScalar() {
        var buffer = CellBuffer(Size(columns: 3, rows: 3))
        for (row, text) in ["abe\u{301}", "a👨‍👩‍👧‍👦", "אבג"].enumerated() {
            buffer.write(StyledText(text), row: row, column: 0)
        }
        expect(buffer.text, equals: ["abe", "a👨", "אבג"])
        #expect(!buffer[2, 2].endsRightToLeft)
    }

    @Test func withoutColoursOnlyTheColoursAreMissing() {
        for inColor in [true, false] {
            var painter = Painter(inColor: inColor)
            var buffer = CellBuffer(Size(columns: 4, rows: 1))
            buffer.write(StyledText("x", .accent), row: 0, column: 0)
            let output = Self.text(painter.paint(Frame(buffer)))
            expect(output, contains: inColor ? "\u{1B}[1;36mx" : "\u{1B}[1mx")
        }
    }

    @Test func aWideCharacterNeverReachesOverTheEdgeAndLeavesNoHalf() {
        var buffer = CellBuffer(Size(columns: 5, rows: 1))
        buffer.write(StyledText("日本語"), row: 0, column: 0)
        expect(buffer.text, equals: ["日本"])
        buffer.write(StyledText("x"), row: 0, column: 1)
        expect(buffer.text, equals: [" x本"])
        buffer.write(StyledText("yz"), row: 0, column: 1)
        expect(buffer.text, equals: [" yz"])
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    static func scribble(on frame: inout Frame, _ random: inout Seeded) {
        let texts = [
            "", "plain", "日本語", "👨‍👩‍👧‍👦 family", "e\u{301}", "      ", "हिन्दी", "🇩🇪🇩🇪", "long long long text", "👍🏽 up",
            "☺\u{FE0F} smile",
            "1️⃣ one", "שלום", "مرحبا 12",
        ]
        let styles: [CellStyle] = [.plain, .strong, .quiet, .accent, .accent.selected]
        let size = frame.buffer.size
        if Int.random(in: 0..<10, using: &random) == 0 { frame.buffer = CellBuffer(size) }
        if Int.random(in: 0..<4, using: &random) == 0 {
            let top = Int.random(in: 0..<3, using: &random)
            let distance = Int.random(in: -3...3, using: &random)
            if let scroll = Scroll(rows: top..<size.rows - top / 2, distance: distance) {
                frame.buffer = frame.buffer.scrolled(scroll)
            }
        }
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            let link = Int.random(in: 0..<3, using: &random)
            let text = StyledText(
                texts.randomElement(using: &random) ?? "", styles.randomElement(using: &random) ?? .plain,
                link: link == 0 ? nil : Hyperlink("https://a.example/\(link)", number: link))
            frame.buffer.write(
                text, row: Int.random(in: 0..<size.rows, using: &random),
                column: Int.random(in: 0..<size.columns, using: &random))
        }
        let isTyping = Bool.random(using: &random)
        frame.cursor = isTyping ? Position(row: 1, column: Int.random(in: 0..<size.columns, using: &random)) : nil
    }

    private static func cells(of size: Size) -> [[Int]] {
        (0..<size.rows).flatMap { row in (0..<size.columns).map { [row, $0] } }
    }

    /// True if a cell is as expected. Terminals may draw a character of doubtful width as they like, in its own cells.
    private static func agrees(
        _ terminal: TinyTerminal, _ shown: CellBuffer, _ cell: [Int], _ widths: TinyTerminal.Widths
    ) -> Bool {
        let (row, column) = (cell[0], cell[1])
        var start = column
        while start > 0, shown[row, start].isContinuation { start -= 1 }
        if widths != .clusters, !CellWidth.isCertain(shown[row, start].character) { return true }
        return terminal.buffer[row, column] == shown[row, column]
    }

    private static func isDoubtful(_ buffer: CellBuffer, _ row: Int) -> Bool {
        buffer.row(row).contains { !CellWidth.isCertain($0.character) || $0.endsRightToLeft }
    }

    private static func changes(from old: CellBuffer, to new: CellBuffer) -> Set<[Int]> {
        var changes: Set<[Int]> = []
        for row in 0..<new.size.rows {
            for column in 0..<new.size.columns {
                // A wide character changes completely.
                let isRest = new[row, column].isContinuation && changes.contains([row, column - 1])
                if isRest || old[row, column] != new[row, column] { changes.insert([row, column]) }
            }
        }
        return changes
    }
}
