import ScreenModel
@testable import FuzzySearch
@testable import TerminalView
import TestSupport
import Testing
import ViewMessages

@Suite struct FindTests {
    /// Without a prompt, `/` finds a text.
    @Test func aTextIsFoundWhileItIsTyped() throws {
        var state = try ViewState.showing(Fixture.details, rows: 14)
        state.handle(all: ["/", "l", "i", "n", "e", " ", "2", "1"])
        expect(state.lines[1] == " / line 21" && state.lines.contains { $0.contains("Line 21.") })
        state.handle(all: [.backspace, .backspace, "7", .enter])
        expect(state.top?.fields.focus == nil && state.lines.contains { $0.contains("Line 7.") })
        state.handle(all: ["n"])
        #expect(state.lines.contains { $0.contains("Line 7.") })
        state.handle(all: [.escape])
        expect(state.lines[1].hasPrefix("─") && state.handle("n").isEmpty)
    }

    @Test func othersComeForwardAndBackAndRoundTheEnd() throws {
        let rows = (1...40).map { Row(id: "\($0)", title: $0 % 10 == 0 ? "ten \($0)" : "row \($0)") }
        var screen = Fixture.list(rows)
        screen.prompt = nil
        var state = try ViewState.showing(screen)
        state.handle(all: ["/", "t", "e", "n", .enter])
        expect(state.selected, equals: "10")
        let ways: [(Key, String)] = [("n", "20"), ("n", "30"), ("N", "20"), ("n", "30"), ("n", "40"), ("n", "10")]
        for (key, row) in ways {
            state.handle(all: [key])
            expect(state.selected, equals: row)
        }
        expect(state.notice, equals: .advice("From the top again"))
        state.handle(all: ["3", "n"])
        expect(state.selected == "40" && state.notice == nil)
        state.handle(all: ["/", .control("u"), "x", "x"])
        expect(state.notice, equals: .advice("Not found"))
    }

    @Test func onAnEmptyScreenThereIsNothing() throws {
        var state = try ViewState.showing(Screen(title: "Nothing"))
        state.handle(all: ["/", "x", .enter, "n", "N"])
        expect(state.notice, equals: .advice("Not found"))
    }

    @Test(
        arguments: [
            ("an", [1, 2, 3, 4]), ("An", []), ("BA", [0, 1]), ("nan", [2, 3, 4]), ("na b", []),
            ("café", [1, 2, 3, 4, 5]), ("afe", [2, 3, 4, 5]),
        ]
            as [(String, Set<Int>)])
    func eachPlaceIsMarked(_ text: String, _ places: Set<Int>) {
        let word = text == "BA" ? "BAnana" : text.contains("f") ? "xcafe\u{301}" : "banana"
        expect(FuzzyTerm(exactly: text)?.places(in: word), equals: places)
    }

    @Test func withAPromptItSearchesAsEver() throws {
        var state = try ViewState.showing(Fixture.found)
        state.handle(all: ["/", "x"])
        expect(state.lines[1] == " / x" && state.top?.fields.focus == InputFields.prompt)
    }

    /// As in vi.
    @Test(
        arguments: [
            (["5", "j"], "6"), (["1", "2", "G"], "12"), (["G"], "30"), (["9", "9", "9", "G"], "30"), (["7", "g"], "7"),
            (["G", "3", "k"], "27"), (["0", "j"], "2"), (["2", "0", "j"], "21"), (["5", "x", "j"], "2"),
            (Array(repeating: "9", count: 40) + ["j"], "30"), (["4", .escape, "j"], "2"),
        ] as [([Key], String)]) func aNumberRepeatsTheNextMovement(_ keys: [Key], _ row: String) throws
    {
        var state = try ViewState.showing(Fixture.list(Fixture.numbered(1...30)))
        state.handle(all: keys)
        expect(state.selected, equals: row)
    }

    @Test func aNumberIsALineWhereThereAreNoRows() throws {
        let body = (1...60).map { "Line \($0)." }.joined(separator: "\n")
        var state = try ViewState.showing(Screen(title: "Text", parts: [.text(Text(body: body))]))
        state.handle(all: ["2", "0", "G"])
        expect(state.lines[2], contains: "Line 20.")
    }

    @Test func aNumberIsTypedIntoAField() throws {
        var state = try ViewState.showing(Fixture.found)
        state.handle(all: ["/", "5", "j"])
        expect(state.lines[1] == " / 5j" && state.count == nil)
    }
}
