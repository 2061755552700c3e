@testable import ProgramApp
import RouterMessages
import TestSupport
import Testing
import ViewMessages
import Wire

/// Screens that a program opens and closes, screens to which the user comes back, and what each call knows.
@Suite struct ComebackTests {
    typealias Session = AppRoleTests.Session

    /// A session whose list is on screen.
    private static func list(_ members: String = "") -> Session {
        var session = Session()
        session.answer(#"{"title":"Tasks","prompt":"Find","rows":["a","b"]\#(members)}"#)
        return session
    }

    /// A form of its own above the list, opened by a key.
    private static func form() -> Session {
        var session = list()
        session.press("add")
        session.answer(#"{"title":"New","push":true,"parts":[{"form":{"id":"new","fields":[]}}]}"#)
        expect(session.sent.last?.type, equals: RouterInput.Open.type)
        session.navigate("screen-1", "screen-2")
        return session
    }

    /// Regression: a form took the list's place, and Esc ended the application; the list below a page stayed old after a save.
    @Test func aSavedFormLeadsBackToAFreshList() {
        var session = Self.form()
        #expect(session.sent.contains { $0.subject == "screen-2" && $0.type == ViewInput.Show.type })
        session.receive(ViewOutput.DidSubmit.type, ViewOutput.DidSubmit(form: "new", values: [:]), scene: "screen-2")
        session.answer(#"{"back":true,"notice":"Saved"}"#)
        expect(session.sent.last?.type == RouterInput.Back.type && session.sent.last?.subject == "screen-2")
        expect(session.screen?.activity, equals: "Reading…", "before the user sees it, so that a script waits")
        let calls = session.calls.count
        session.navigate("screen-1")
        expect(session.calls.dropFirst(calls) == [[]] && session.contexts.last?.reason == .comeback)
        expect(session.screen?.activity, equals: "Reading…")
        session.answer(#"{"title":"Tasks","rows":["a","b","c"]}"#)
        expect(session.rows.map(\.id) == ["a", "b", "c"] && session.screen?.notice?.text == "Saved")
    }

    /// Nothing can have changed.
    @Test func aScreenThatWasOnlyLookedAtIsNotReadAgain() {
        var session = Self.form()
        session.navigate("screen-1")
        expect(session.calls, equals: [[], ["press", "add"]])
        var other = Self.list()
        other.select("a")
        other.answer("About a")
        other.navigate("screen-1", "screen-2", row: "a")
        other.navigate("screen-1")
        expect(other.calls, equals: [[], ["select", "a"]])
    }

    @Test func theOldScreenStaysIfItCannotBeReadAgain() {
        var session = Self.form()
        session.receive(ViewOutput.DidSubmit.type, ViewOutput.DidSubmit(form: "new", values: [:]), scene: "screen-2")
        session.answer(#"{"back":true}"#)
        session.navigate("screen-1")
        session.end(1, "disk full")
        expect(session.rows.map(\.id) == ["a", "b"] && session.screen?.alert == nil)
        expect(session.screen?.notice?.text, equals: "todo failed; the screen may be old")
    }

    /// The first screen has none below it.
    @Test func backOnTheFirstScreenReadsItAgain() {
        var session = Self.list()
        session.press("clear")
        session.answer(#"{"back":true,"notice":"Cleared"}"#)
        expect(session.calls.last == [] && session.sent.last?.type != RouterInput.Back.type)
        session.answer(#"{"title":"Tasks","rows":[]}"#)
        expect(session.rows.isEmpty && session.screen?.notice?.text == "Cleared")
    }

    /// A page that an action has opened is not made again: the action would be carried out twice.
    @Test func aPushedScreenIsNotReadAgain() throws {
        var session = Self.form()
        let shown = session.sent.last { $0.subject == "screen-2" && $0.type == ViewInput.Show.type }
        try expect(shown?.decode(ViewInput.Show.self).screen.keys, equals: nil)
        session.press("viperline.refresh")
        session.receive(ViewOutput.DidSubmit.type, ViewOutput.DidSubmit(form: "new", values: [:]), scene: "screen-2")
        session.answer("That name is taken\n")
        expect(session.calls, equals: [[], ["press", "add"], ["submit", "new"]])
        expect(session.screen?.notice?.text == "That name is taken" && session.screen?.title == "New")
    }

    @Test func aSuccessorKnowsWhatIsOld() throws {
        var session = Self.form()
        session.receive(ViewOutput.DidSubmit.type, ViewOutput.DidSubmit(form: "new", values: [:]), scene: "screen-2")
        session.answer(#"{"back":true}"#)
        var next = try AppRoleTests.successor(of: session)
        next.navigate("screen-1")
        expect(next.calls.last == [] && next.contexts.last?.reason == .comeback)
    }

    /// Two equal texts are two notices.
    @Test func aNoticeNeedsNoId() {
        var session = Self.list(#","notice":"Hello""#)
        let first = session.screen?.notice
        session.search("x")
        session.answer(#"{"rows":[],"notice":{"text":"Hello"}}"#)
        expect(first?.text == "Hello" && session.screen?.notice?.text == "Hello")
        expect(first?.id != session.screen?.notice?.id && first?.id.isEmpty == false)
    }

    // MARK: The context of a call

    /// Regression: after a sort, the program did not know the search, and all rows came back under the old text.
    @Test func aCallKnowsSearchAndSort() {
        var session = Self.list()
        session.search("milk")
        expect(session.contexts.last?.query == "milk" && session.contexts.last?.reason == .search)
        session.answer(#"{"prompt":"Find","rows":["a"]}"#)
        session.receive(ViewOutput.DidSort.type, ViewOutput.DidSort(column: "date", isDescending: true))
        expect(session.contexts.last?.query == "milk" && session.calls.last == ["sort", "date", "descending"])
        session.answer(#"{"prompt":"Find","rows":["a"]}"#)
        session.press("done", row: "a")
        expect(
            session.contexts.last?.variables,
            equals: [
                "VIPERLINE_REASON": "press", "VIPERLINE_SCENE": "screen-1", "VIPERLINE_QUERY": "milk",
                "VIPERLINE_SORT": "date", "VIPERLINE_SORT_ORDER": "descending", "VIPERLINE_ROW": "a",
                "VIPERLINE_ROWS": #"["a"]"#,
            ])
        session.answer("")
        expect(session.contexts.last?.reason == .refresh && session.contexts.last?.query == "milk")
    }

    /// A form knows the row for which it was opened.
    @Test func aPushedFormKnowsItsRow() {
        var session = Self.list()
        session.press("edit", row: "b")
        session.answer(#"{"title":"Edit","push":true,"parts":[{"form":{"id":"edit","fields":[]}}]}"#)
        session.navigate("screen-1", "screen-2", row: "b")
        session.receive(ViewOutput.DidSubmit.type, ViewOutput.DidSubmit(form: "edit", values: [:]), scene: "screen-2")
        expect(session.contexts.last?.rows == ["b"] && session.contexts.last?.scene == "screen-2")
    }

    @Test func theContextIsOnStandardInputIfAskedFor() {
        var session = Self.list(#","context":true"#)
        session.search("x")
        let context = #"{"context":{"query":"x","reason":"search","scene":"screen-1"}}"# + "\n"
        expect(session.inputs, equals: [context])
        session.end(1)
        session.press("viperline.retry")
        expect(session.inputs, equals: [context, context], "once for each call")
        session.answer(#"{"prompt":"Find","rows":["a"]}"#)
        session.receive(ViewOutput.DidSubmit.type, ViewOutput.DidSubmit(form: "f", values: ["a": .number("1")]))
        expect(
            session.inputs.last,
            equals: #"{"context":{"query":"x","reason":"submit","scene":"screen-1"},"form":"f","values":{"a":1}}"#
                + "\n")
    }

    /// A process takes no longer ones, and none with NUL.
    @Test(arguments: [String(repeating: "x", count: CallContext.longestVariable + 1), "a\0b"])
    func aVariableThatNoProcessTakesIsLeftOut(text: String) {
        expect(CallContext(query: text).variables["VIPERLINE_QUERY"], equals: nil)
        expect(CallContext(query: "short").variables["VIPERLINE_QUERY"], equals: "short")
    }
}
