@testable import ProgramApp
import RouterMessages
import TestSupport
import Testing
import ViewMessages
import Wire

/// What a program wants of the user's machine: the clipboard, and the terminal for a command.
@Suite struct ProgramRequestTests {
    typealias Session = AppRoleTests.Session

    private static func list() -> Session {
        var session = Session()
        session.answer(#"{"prompt":"Find","rows":["a"]}"#)
        return session
    }

    @Test func aTextIsCopied() throws {
        var session = Self.list()
        session.press("copy", row: "a")
        session.answer(#"{"copy":"abc","notice":"The hash is copied"}"#)
        let copy = try require(session.sent.dropLast().last)
        try expect(copy.type == ViewInput.Copy.type && copy.decode(ViewInput.Copy.self).text == "abc")
        expect(copy.correlationID == "view-2" && copy.subject == "screen-1")
        expect(session.screen?.activity == nil && session.screen?.notice?.text == "The hash is copied")
        expect(session.calls.count, equals: 2, "nothing has changed")
    }

    /// How the view reports the end, and what follows.
    @Test(
        arguments: [
            (ViewOutput.DidRun(status: 0), true, nil), (ViewOutput.DidRun(status: 1), true, nil),
            (ViewOutput.DidRun(failure: "Not run: vi"), false, "Not run: vi"),
        ] as [(ViewOutput.DidRun, Bool, String?)])
    func aCommandGetsTheTerminalAndTheScreenIsFresh(
        _ report: ViewOutput.DidRun, _ isCalled: Bool, _ notice: String?
    ) throws {
        var session = Self.list()
        session.select("a")
        session.answer(#"{"run":["vi","--","a b"]}"#)
        let run = try require(session.sent.last)
        try expect(run.type == ViewInput.Run.type && run.decode(ViewInput.Run.self).command == ["vi", "--", "a b"])
        session.receive(ViewOutput.DidRun.type, report, scene: "screen-1")
        expect(session.calls.count, equals: (isCalled ? 3 : 2))
        if isCalled {
            expect(session.contexts.last?.reason, equals: .comeback)
            session.answer(#"{"rows":["b"]}"#)
        }
        expect(session.rows.map(\.id), equals: [isCalled ? "b" : "a"])
        expect(session.screen?.notice?.text == notice && session.screen?.activity == nil)
    }

    /// No search and no timer gets the clipboard or the terminal.
    @Test(arguments: [#"{"copy":"a"}"#, #"{"run":["vi"]}"#]) func onlyAnActionMayAsk(_ output: String) {
        var session = Self.list()
        session.search("x")
        session.answer(output)
        expect(
            session.screen?.alert?.message,
            equals: "Only the reply to select, press or submit can copy or run something.")
        #expect(session.sent.allSatisfy { $0.type == ViewInput.Show.type })
    }

    @Test func aProgramThatKeepsRunningMayAskInAReply() {
        var session = Session()
        session.print(#"{"prompt":"Find","rows":["a"]}"#)
        session.press("copy", row: "a")
        session.print(#"{"copy":"abc"}"#)
        expect(session.sent.dropLast().last?.type == ViewInput.Copy.type && session.screen?.activity == nil)
        session.print(#"{"copy":"abc"}"#)
        expect(session.sent.filter { $0.type == ViewInput.Copy.type }.count, equals: 1, "once for an action")
    }

    @Test(arguments: [
        (#"{"run":[]}"#, "run is not a command"), (#"{"run":[""]}"#, "run is not a command"),
        (#"{"run":"vi a"}"#, "run is not an array"), (#"{"copy":1}"#, "copy is not a string"),
    ]) func aMistakeIsNamed(_ json: String, _ words: String) {
        let reader = AnswerReader(title: "todo")
        let error = #expect(throws: AnswerReader.Mistake.self) { try reader.read(Array(json.utf8)) }
        expect(error?.description.contains(words), equals: true, "\(error?.description ?? "")")
    }

    /// Regression: a successor's first notice had the id of its predecessor's, so the view did not show it.
    @Test func aSuccessorsNoticeIsANewOne() throws {
        var session = Self.list()
        session.press("save")
        session.answer("Saved\n")
        session.answer(#"{"rows":["a"]}"#)
        var next = try AppRoleTests.successor(of: session)
        next.search("x")
        next.answer(#"{"rows":["a"]}"#)
        next.press("save")
        next.answer("Saved\n")
        next.answer(#"{"rows":["a"]}"#)
        expect(next.screen?.notice?.text == "Saved" && next.screen?.notice?.id != session.screen?.notice?.id)
    }
}
