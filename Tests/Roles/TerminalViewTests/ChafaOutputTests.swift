import TerminalView
import TestSupport
import Testing

@Suite struct ChafaOutputTests {
    private static func cells(_ text: String) -> CellBuffer? {
        ChafaOutput.cells(Array(text.utf8), limit: Size(columns: 4, rows: 2))
    }

    @Test func colouredTextIsADrawing() throws {
        let drawing = try require(
            Self.cells(
                "\u{1B}[0m\u{1B}[38;2;1;2;3;48;5;20m▄\u{1B}[7m \u{1B}[0m\n\u{1B}[93;41mx\u{1B}[39;49;1my\u{1B}[mz\n"))
        expect(drawing.size, equals: Size(columns: 3, rows: 2))
        expect(drawing.text, equals: ["▄", "xyz"])
        let mixed = CellStyle(color: .rgb(1, 2, 3), background: .palette(20))
        expect(drawing[0, 0].style, equals: mixed)
        expect(drawing[0, 1].style.isReversed && drawing[0, 1].style.background == .palette(20))
        expect(drawing[1, 0].style, equals: CellStyle(color: .palette(11), background: .palette(1)))
        expect(drawing[1, 1].style, equals: CellStyle.strong.withoutLook)
        expect(drawing[1, 2].style, equals: .plain)
        expect(mixed.parameters(inColor: true), equals: ["38;2;1;2;3", "48;5;20"])
        expect(drawing[1, 0].style.parameters(inColor: true), equals: ["93", "41"])
    }

    @Test(arguments: [
        ("nothing", ""), ("only styles", "\u{1B}[0m\n"), ("cursor up", "ab\u{1B}[Acd"), ("home", "\u{1B}[Hab"),
        ("private mode", "\u{1B}[?25lab"), ("hyperlink", "\u{1B}]8;;https://a.example\u{7}ab"),
        ("title", "\u{1B}]0;me\u{1B}\\ab"), ("sixels", "\u{1B}Pq#0\u{1B}\\"), ("kitty", "\u{1B}_Ga=T\u{1B}\\"),
        ("C1 controls", "\u{9B}31mab"), ("carriage return", "ab\rcd"), ("bell", "a\u{7}"), ("tab", "a\tb"),
        ("cut off", "ab\u{1B}[31"), ("bare ESC", "ab\u{1B}"), ("erase", "\u{1B}[2Jab"), ("SGR with >", "\u{1B}[>4mab"),
        ("wide", "日本"), ("marks", "a\u{301}"), ("nothing to be seen", "a\u{200B}b"), ("direction", "a\u{202E}b"),
        ("too wide", "abcde"), ("too high", "a\nb\nc"), ("many lines", String(repeating: "\n", count: 99)),
    ]) func anythingElseIsNot(_ name: String, _ text: String) {
        expect(Self.cells(text), equals: nil)
    }

    @Test func brokenUTF8IsNoDrawing() {
        expect(ChafaOutput.cells([0x61, 0xFF], limit: Size(columns: 4, rows: 2)), equals: nil)
    }

    @Test(arguments: ["38;5", "38;2;1", "48", "38;9;1", "999", ";;;", "38;5;999", "5;6;8"])
    func oddStylesDoNoHarm(_ parameters: String) throws {
        let drawing = try require(Self.cells("\u{1B}[\(parameters)mab\u{1B}[0mc"))
        expect(drawing.text == ["abc"] && drawing[0, 2].style == .plain)
    }
}
