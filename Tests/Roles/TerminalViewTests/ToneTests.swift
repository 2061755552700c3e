import JSON
import ScreenModel
@testable import TerminalView
import TestSupport
import Testing
import ViewMessages

/// What tones look like, and which pieces of a text have them.
@Suite struct ToneTests {
    @Test(
        arguments: [
            (nil, "1", "1"), (.plain, "1", "1"), (.accent, "1;36", "1"), (.success, "1;32", "1"),
            (.warning, "1;33", "1;4"),
            (.danger, "1;31", "1;4"), (.muted, "2", "2"),
        ] as [(Tone?, String, String)])
    func theThemeSaysWhatAToneLooksLike(_ tone: Tone?, _ inColor: String, _ without: String) {
        let style = CellStyle.strong.toned(tone)
        expect(style.parameters(inColor: true).joined(separator: ";"), equals: inColor)
        expect(style.parameters(inColor: false).joined(separator: ";"), equals: without)
        expect(style.selected.parameters(inColor: true), contains: "7")
    }

    @Test func aToneThatOnlyANewerPresenterKnowsCountsAsNone() throws {
        let json = #"{"text":"x","style":"title","tone":"sparkling","marks":[{"text":"x","tone":"new"}]}"#
        let label = try Label(json: Array(json.utf8))
        expect(label, equals: Label("x", style: .title, tone: .plain, marks: [Mark("x", .plain)]))
    }

    /// `<` and `>` enclose what is marked.
    @Test(arguments: [
        ("1 failed, 2 passed", ["1 failed"], 80, ["<1 failed>, 2 passed"]),
        ("a a a", ["a", "a"], 80, ["<a> <a> a"]), ("a b", ["b", "a"], 80, ["a <b>"]), ("a b", ["x", "b"], 80, ["a b"]),
        ("one two three", ["two three"], 8, ["one <two>", "<three>"]), ("x  \n  y", ["y"], 8, ["x", "  <y>"]),
        ("e\u{301}e", ["e"], 80, ["e\u{301}<e>"]), ("x", [""], 80, ["x"]), ("", ["x"], 80, [""]),
        (
            String(repeating: "a", count: 300), [String(repeating: "a", count: 257)], 300,
            [String(repeating: "a", count: 300)]
        ),
    ])
    func markedPiecesAreFoundInTheirOrder(_ text: String, _ marks: [String], _ width: Int, _ lines: [String]) {
        let marked = StyledText(text, .plain, marks: marks.map { Mark($0, .accent) })
        let styled = LineWrapping.wrap(marked, width: width)
        expect(styled.map { $0.runs.map { $0.style == .plain ? $0.text : "<\($0.text)>" }.joined() }, equals: lines)
    }

    /// Also where a row is wrapped.
    @Test(arguments: [nil, RowOverflow.wrap]) func aRowHasTheStylesOfItsProgram(_ overflow: RowOverflow?) {
        let paint = [
            Paint(length: 2, style: "bold italic #ff8800 on 4"), Paint(length: 1), Paint(length: 1, style: "sparkling"),
            Paint(length: 1_000_000, style: "red"), Paint(length: -1, style: "blue"),
        ]
        let row = Row(id: "a", title: "abcdef", tone: .danger, paint: paint)
        let content = Content([.list(List(rows: [row], look: RowLook(overflow: overflow)))], width: 80)
        let runs = content.lines[0].text.runs.map {
            "\($0.text) \($0.style.parameters(inColor: true).joined(separator: ";"))"
        }
        // Words that are no style, as from a newer presenter, change nothing.
        expect(runs.joined(separator: "|"), equals: "ab 1;3;38;2;255;136;0;44|c |d |ef 31")
    }

    @Test func aRowHasItsTone() {
        let content = Content([.list(List(rows: [Row(id: "a", title: "A", accessory: "x", tone: .danger)]))], width: 80)
        expect(
            content.lines[0].text.runs.last?.style.color == .red
                && content.lines[0].accessory.runs[0].style.color == .red)
    }
}
