@testable import ProgramApp
import TestSupport
import Testing
import ViewMessages
import Wire

/// The preview of the row where the selection rests, from a call of its own.
@Suite struct HighlightTests {
    typealias Session = AppRoleTests.Session

    private static func list() -> Session {
        var session = Session()
        session.answer(#"{"title":"Log","prompt":"Find","highlight":true,"rows":["a","b"]}"#)
        return session
    }

    private static func highlight(_ row: String, in session: inout Session) {
        session.receive(ViewOutput.DidHighlight.type, ViewOutput.DidHighlight(row: row))
    }

    /// What the program prints, and the preview.
    @Test(
        arguments: [
            ("more about a", [.text(Text(body: "more about a"))]),
            (#"{"text":"more"}"#, [.text(Text(body: "more"))]),
            (#"{"preview":[{"text":{"body":"x"}}],"rows":["no"]}"#, [.text(Text(body: "x"))]), ("", nil),
        ] as [(String, [Part]?)])
    func theReplyIsThePreview(_ output: String, _ preview: [Part]?) {
        var session = Self.list()
        Self.highlight("a", in: &session)
        expect(session.calls.last == ["highlight", "a"] && session.contexts.last?.reason == .highlight)
        expect(session.screen?.activity == "Reading…" && session.sent.last?.correlationID == "view-2")
        session.answer(output)
        expect(session.screen?.preview == preview && session.rows.map(\.id) == ["a", "b"])
        expect(session.screen?.activity == nil && session.screen?.title == "Log")
    }

    @Test func aFailureIsInThePreview() {
        var session = Self.list()
        Self.highlight("a", in: &session)
        session.end(3, "no such commit")
        expect(session.screen?.alert, equals: nil)
        expect(session.screen?.preview, equals: [.text(Text(body: "no such commit\nIt ended with exit code 3."))])
    }

    @Test func aNewerRowEndsTheOlderCall() {
        var session = Self.list()
        Self.highlight("a", in: &session)
        Self.highlight("b", in: &session)
        expect(session.calls.suffix(2), equals: [["highlight", "a"], ["highlight", "b"]])
        session.answer("b")
        expect(session.screen?.preview, equals: [.text(Text(body: "b"))])
    }

    /// A preview never ends what the user has asked for, and is made for the new screen.
    @Test func anActionHasPrecedence() {
        var session = Self.list()
        session.search("x")
        Self.highlight("b", in: &session)
        expect(session.calls.last == ["search", "x"] && session.screen?.activity == "Searching…")
        session.answer(#"{"highlight":true,"rows":["b"]}"#)
        expect(session.calls.last, equals: ["highlight", "b"])
        session.answer("b")
        session.search("y")
        session.answer(#"{"highlight":true,"rows":["c"]}"#)
        expect(session.calls.last == ["search", "y"] && session.screen?.preview == nil, "b is gone")
    }

    /// The selection had moved when Enter opened the row, so the preview was that of another one.
    @Test func aPreviewThatWasEndedIsMadeOnReturn() {
        var session = Self.list()
        Self.highlight("a", in: &session)
        session.answer("a")
        Self.highlight("b", in: &session)
        session.select("b")
        session.answer("more")
        session.navigate("screen-1", "screen-2", row: "b")
        session.navigate("screen-1")
        expect(session.calls.last == ["highlight", "b"] && session.screen?.preview == nil)
    }

    /// Regression: the role answered at once with the old screen, and linear mode printed that nothing had changed.
    @Test func aProgramThatKeepsRunningAnswersItself() {
        var session = Session()
        session.print(#"{"highlight":true,"rows":["a"]}"#)
        Self.highlight("a", in: &session)
        expect(session.calls.last, equals: [#"(feed) {"event":"highlight","row":"a"}"# + "\n"])
        expect(session.screen?.activity, equals: "Reading…")
        session.print(#"{"highlight":true,"rows":["a"],"preview":[]}"#)
        expect(session.screen?.activity == nil && session.screen?.preview == [])
    }

    @Test func aSuccessorAsksForThePreviewAgain() throws {
        var session = Self.list()
        Self.highlight("a", in: &session)
        session.answer("more about a")
        let next = try AppRoleTests.successor(of: session)
        expect(next.calls, equals: [["highlight", "a"]])
    }
}
