import ScreenModel
@testable import TerminalView
import TestSupport
import Testing
import ViewMessages

/// Rows that the terminal scrolls.
@Suite struct ScrollTests {
    /// The painter's output between two states, on a terminal that must then show the second.
    private struct Screen {
        var state: ViewState
        var painter = Painter(inColor: true)
        var terminal: TinyTerminal

        init(_ state: ViewState) {
            self.state = state
            terminal = TinyTerminal(state.size)
            paint()
        }

        @discardableResult
        mutating func paint() -> [UInt8] {
            let frame = Layout.frame(of: state)
            let bytes = painter.paint(frame)
            terminal.receive(bytes)
            let isRight = terminal.buffer == frame.buffer.withoutLooks && terminal.unknown.isEmpty
            #expect(isRight)
            return bytes
        }

        mutating func press(_ key: Key) -> [UInt8] {
            _ = state.handle(key)
            return paint()
        }
    }

    private static let words = [
        "music", "is", "a", "matter", "of", "time", "and", "terminals", "of", "bytes", "so", "they", "meet",
    ]
    private static let text = (1...60).map { line in
        (0..<9).map { words[(line * 7 + $0 * $0 * line) % words.count] }.joined(separator: " ")
    }
    /// As in `scripts/bench view`: nothing but a title on a wide terminal.
    private static let titles = (0..<1000).map { Row(id: "\($0)", title: "\(text[$0 % 60].prefix(26)) \($0)") }
    private static let rows = (1...60).map {
        Row(id: "\($0)", title: String(text[$0 - 1].prefix(30)), accessory: "★★★★☆ 4.\($0)")
    }

    /// Regression: it wrote 354 to 1,245 bytes.
    @Test(arguments: [
        ("text", ViewMessages.Screen(title: "Text", parts: [.text(Text(body: text.joined(separator: "\n")))]), 80, 230),
        ("rows", Fixture.list(rows), 80, 280), ("titles", Fixture.list(titles), 100, 200),
    ]) func oneLineIsAFewBytes(_ name: String, _ screen: ViewMessages.Screen, _ columns: Int, _ most: Int) throws {
        var screen = Screen(try .showing(screen, columns: columns, rows: 30))
        while screen.state.top?.viewport.top == 0 { _ = screen.press(.down) }
        var longest = 0
        for _ in 0..<20 {
            let down = screen.press(.down)
            let hasScrolled = screen.terminal.hasScrolled
            #expect(hasScrolled)
            longest = max(longest, down.count)
        }
        #expect(longest <= most, "\(String(decoding: screen.press(.down), as: UTF8.self).debugDescription)")
        while screen.state.top?.viewport.top ?? 0 > 5 { _ = screen.press(.up) }
        for _ in 0..<4 {
            let up = screen.press(.up)
            #expect(up.count <= most, "\(String(decoding: up, as: UTF8.self).debugDescription)")
        }
    }

    @Test func aStepOfTheSelectionIsAFewBytes() throws {
        var screen = Screen(try .showing(Fixture.list(Self.titles), columns: 100, rows: 30))
        _ = screen.press(.down)
        for key in [Key.down, .down, .down, .up, .up] {
            let bytes = screen.press(key)
            #expect(bytes.count <= 200, "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
        }
    }

    /// Regression: of a row, only the last 64 cells counted.
    @Test(arguments: [(3, 1), (3, -1), (1, 2), (0, 5), (4, -6)], [30, 200])
    func whatHasMovedIsFound(_ stretch: (top: Int, distance: Int), _ columns: Int) throws {
        let (top, distance) = stretch
        var old = CellBuffer(Size(columns: columns, rows: 20))
        for row in 0..<20 { old.write(StyledText("row \(row)"), row: row, column: 2) }
        let scroll = try require(Scroll(rows: top..<18, distance: distance))
        expect(Scroll(from: old, to: old.scrolled(scroll)), equals: scroll)
    }

    @Test func whatHasNotMovedIsNotScrolled() {
        let old = CellBuffer(Size(columns: 30, rows: 20))
        var new = old
        expect(Scroll(from: old, to: new), equals: nil)
        for row in 0..<20 { new.write(StyledText("row \(row)"), row: row, column: 2) }
        expect(Scroll(from: old, to: new), equals: nil, "out of nothing nothing can be moved")
        expect(Scroll(from: old, to: CellBuffer(Size(columns: 30, rows: 19))), equals: nil)
        expect(Scroll(rows: 3..<5, distance: 2) == nil && Scroll(rows: 3..<5, distance: 0) == nil)
    }
}

extension Scroll {
    fileprivate init?(from old: CellBuffer, to new: CellBuffer) {
        guard old.size == new.size else { return nil }
        var new = new
        let old = new.translated(old)
        var digests = RowDigests()
        guard let scroll = digests.scroll(from: old, to: new, changed: new.rowsChanged(from: old)) else { return nil }
        self = scroll
    }
}
