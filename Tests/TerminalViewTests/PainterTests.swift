import TerminalView
import Testing

@Suite struct PainterTests {
    @Test func theDifferenceMakesTheTerminalShowTheFrame() {
        var random = SeededGenerator(seed: 3)
        let size = Size(columns: 24, rows: 5)
        var painter = Painter(inColor: true)
        var terminal = TinyTerminal(size)
        var frame = Frame(CellBuffer(size))
        for round in 0..<400 {
            let before = frame
            Self.scribble(on: &frame, &random)
            terminal.receive(painter.paint(frame))
            #expect(terminal.buffer == frame.buffer, "round \(round)")
            #expect(terminal.unknown.isEmpty)
            #expect(terminal.cursorIsVisible == (frame.cursor != nil))
            if let cursor = frame.cursor { #expect(terminal.cursor == cursor) }
            guard round > 0 else { continue }
            let changed = Self.changes(from: before.buffer, to: frame.buffer)
            // Erasing to the end of a line may pass over what is blank already.
            let unchanged = terminal.touched.subtracting(changed).filter { frame.buffer[$0[0], $0[1]] != .blank }
            #expect(unchanged.isEmpty, "round \(round): wrote cells that had not changed")
        }
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
        #expect(
            String(decoding: painter.paint(Frame(buffer)), as: UTF8.self) == "\u{1B}[?2026h\u{1B}[1;21H⠙\u{1B}[?2026l")
    }

    @Test func withoutColoursOnlyTheColoursAreMissing() {
        for inColor in [true, false] {
            var painter = Painter(inColor: inColor)
            var buffer = CellBuffer(Size(columns: 4, rows: 1))
            buffer.write(StyledText("x", .accent), row: 0, column: 0)
            let output = String(decoding: painter.paint(Frame(buffer)), as: UTF8.self)
            #expect(output.contains(inColor ? "\u{1B}[0;1;36m" : "\u{1B}[0;1m"))
        }
    }

    @Test func aWideCharacterNeverReachesOverTheEdgeAndLeavesNoHalf() {
        var buffer = CellBuffer(Size(columns: 5, rows: 1))
        buffer.write(StyledText("日本語"), row: 0, column: 0)
        #expect(buffer.text == ["日本"])
        buffer.write(StyledText("x"), row: 0, column: 1)
        #expect(buffer.text == [" x本"])
        buffer.write(StyledText("yz"), row: 0, column: 1)
        #expect(buffer.text == [" yz"])
    }

    private static func scribble(on frame: inout Frame, _ random: inout SeededGenerator) {
        let texts = ["", "plain", "日本語", "👨‍👩‍👧‍👦 family", "e\u{301}", "      ", "हिन्दी", "🇩🇪🇩🇪", "long long long text"]
        let styles: [CellStyle] = [.plain, .strong, .quiet, .accent, .accent.selected]
        let size = frame.buffer.size
        if Int.random(in: 0..<10, using: &random) == 0 { frame.buffer = CellBuffer(size) }
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            let text = StyledText(
                texts.randomElement(using: &random) ?? "", styles.randomElement(using: &random) ?? .plain)
            frame.buffer.write(
                text, row: Int.random(in: 0..<size.rows, using: &random),
                column: Int.random(in: 0..<size.columns, using: &random))
        }
        let isTyping = Bool.random(using: &random)
        frame.cursor = isTyping ? Position(row: 1, column: Int.random(in: 0..<size.columns, using: &random)) : nil
    }

    private static func changes(from old: CellBuffer, to new: CellBuffer) -> Set<[Int]> {
        var changes: Set<[Int]> = []
        for row in 0..<new.size.rows {
            for column in 0..<new.size.columns {
                // A wide character changes as a whole.
                let isRest = new[row, column].isContinuation && changes.contains([row, column - 1])
                if isRest || old[row, column] != new[row, column] { changes.insert([row, column]) }
            }
        }
        return changes
    }
}
