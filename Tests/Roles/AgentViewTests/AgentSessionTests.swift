@testable import AgentView
import Platform
import TestSupport
import Testing
import ViewMessages
import Wire

/// What a client of the Model Context Protocol sees and does, and what is refused.
@Suite struct AgentSessionTests {
    @Test func aScreenHasIdsAndThenOnlyChanges() throws {
        var agent = Agent()
        agent.call("screen")
        let first = """
            version 1, settled
            == Apps ==
            search: (Search apps)
            [7] Piano
            [8] Drums
            keys for a row: [delete] Delete
            """
        expect(try agent.answer, equals: first)
        var screen = Agent.rows
        screen.parts = [.list(List(rows: [Row(id: "8", title: "Drums"), Row(id: "9", title: "Flute")]))]
        agent.bus(Agent.show(screen))
        agent.call("screen", #"{"since":1}"#)
        expect(try agent.answer, equals: "version 2, settled\n+ [9] Flute\n- [7] Piano")
        agent.call("screen", #"{"since":2}"#)
        expect(try agent.answer, equals: "version 2, settled\nnothing has changed")
        // An unknown version gets everything.
        agent.call("screen", #"{"since":99}"#)
        expect(try agent.answer, contains: "[8] Drums")
    }

    @Test(arguments: [
        (Agent.rows, #"{"action":"open","row":"8"}"#, #"didSelect {"row":"8"}"#),
        (Agent.rows, #"{"action":"search","text":"harp"}"#, #"didSearch {"query":"harp"}"#),
        (
            Agent.form, #"{"action":"submit","values":{"text":"Buy milk","tags":["Phone","h"],"done":true}}"#,
            #"didSubmit {"form":"task","secrets":{"pin":""},"values":{"done":true,"tags":["h","p"],"text":"Buy milk"}}"#
        ),
    ]) func anActionIsReportedAndItsAnswerIsAwaited(_ screen: Screen, _ arguments: String, _ report: String) throws {
        var agent = Agent(screen)
        agent.call("act", arguments)
        expect(agent.sent, equals: [report])
        expect(agent.written, equals: [])
        var busy = Agent.rows
        busy.activity = "Loading…"
        agent.bus(Agent.show(busy, answering: "view-1-1"))
        expect(agent.written, equals: [])
        agent.bus(Agent.show(Screen(title: "Next"), answering: "view-1-1"))
        expect(try agent.answer, contains: "settled\n== Next ==")
    }

    @Test(arguments: [
        (
            Agent.rows, #"{"action":"open","row":"99"}"#,
            "that is not on the screen\nPossible: open one of 2 rows; press delete; search"
        ),
        (Agent.rows, #"{"action":"open"}"#, "open needs row"),
        (Agent.rows, #"{"action":"fly"}"#, "there is no such action"),
        (Agent.rows, #"{"action":"back"}"#, "this is the first screen"),
        (Agent.rows, #"{"action":"select","row":"7"}"#, "the rows here are chosen one by one"),
        (Agent.rows, #"{"action":"press","control":"delete"}"#, "that is done to a row"),
        (Agent.rows, #"{"action":"page"}"#, "there is nothing more"),
        (Agent.rows, #"{"action":"page","from":0}"#, "rows are counted from 1"),
        (Agent.rows, #"{"action":"submit"}"#, "there is no form"),
        (Agent.rows, #"{"action":"open","row":"7","version":0}"#, "another screen than version 0"),
        (Agent.form, #"{"action":"submit","values":{"text":""}}"#, "Text: This is required"),
        (
            Agent.form, #"{"action":"submit","values":{"no":"x"}}"#,
            "there is no field no; there are: text, pin, tags, done"
        ),
        (Agent.form, #"{"action":"submit","values":{"tags":["x"]}}"#, "Tags has no choice x"),
        (
            Agent.form, #"{"action":"submit","values":{"text":"\#(String(repeating: "x", count: 9_000))"}}"#,
            "a text has at most 8192 bytes"
        ),
        (Agent.form, #"{"action":"search","text":"x"}"#, "there is nothing to search here\nPossible: submit task"),
    ]) func whatTheScreenDoesNotPermitIsRefused(_ screen: Screen, _ arguments: String, _ reason: String) throws {
        var agent = Agent(screen)
        agent.call("act", arguments)
        expect(try agent.answer, contains: "refused: \(reason)")
        expect(agent.sent, equals: [])
    }

    @Test func aQuestionIsAnsweredByASecondCall() throws {
        var agent = Agent()
        agent.call("act", #"{"action":"press","control":"delete","row":"7"}"#)
        expect(try agent.answer, equals: "version 2, settled\n+ ! Delete it?\n+ ! Piano\n+ ! [yes] Delete [no] Cancel")
        agent.call("act", #"{"action":"open","row":"7"}"#)
        expect(
            try agent.answer,
            equals: "refused: an alert is in front; press one of its buttons first\nPossible: press yes, no")
        agent.call("act", #"{"action":"press","control":"yes"}"#)
        expect(agent.sent, equals: [#"didPress {"control":"delete","row":"7"}"#])
    }

    @Test func secretsAreNeverShown() throws {
        var agent = Agent(Agent.form)
        agent.call("act", #"{"action":"fill","values":{"pin":"hunter2"}}"#)
        agent.call("screen")
        expect(agent.written.joined(), lacks: "hunter2")
        expect(String(decoding: agent.session.memory.snapshot.line, as: UTF8.self), lacks: "hunter2")
        agent.call("act", #"{"action":"submit","values":{"text":"x"}}"#)
        expect(agent.sent.last ?? "", contains: #""secrets":{"pin":"hunter2"}"#)
    }

    @Test func aWaitEndsWithItsConditionOrItsTime() throws {
        var agent = Agent()
        agent.call("wait", #"{"text":"flute","seconds":5}"#, meta: #"{"progressToken":"t"}"#)
        expect(agent.written, equals: [])
        expect(agent.session.remaining(now: agent.now), equals: .seconds(5))
        agent.bus(Agent.show(Screen(title: "Flute")))
        expect(agent.written.count, equals: 2)
        expect(
            agent.written[0],
            equals:
                #"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"t","progress":1,"message":"Flute"}}"#
        )
        expect(try agent.answer, contains: "settled\n== Flute ==")
        agent.call("wait", #"{"text":"harp","seconds":5}"#)
        agent.lookAtClock(after: .seconds(4))
        expect(agent.written.count, equals: 2)
        agent.lookAtClock(after: .seconds(1))
        expect(try agent.answer, contains: "refused: version 2, settled")
    }

    @Test func aCancelledCallGetsNoAnswer() {
        var agent = Agent()
        agent.call("wait", #"{"text":"never"}"#)
        agent.client(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#)
        agent.lookAtClock(after: .seconds(600))
        expect(agent.written, equals: [])
    }

    @Test func longPartsAreReadInWindows() throws {
        let rows = (1...100).map { Row(id: "r\($0)", title: "Row \($0)") }
        var agent = Agent(Screen(title: "Long", parts: [.list(List(rows: rows))]))
        agent.call("screen")
        expect(try agent.answer, contains: "[r40] Row 40\n… 60 more lines: read part 1 from 41")
        agent.call("read", #"{"part":1,"from":41,"count":2}"#)
        expect(try agent.answer, equals: "version 1, settled\n[r41] Row 41\n[r42] Row 42\n… 58 more lines, from 43")
        agent.call("read", #"{"part":2}"#)
        expect(try agent.answer, equals: "refused: there is no part 2; there are 1")
        agent.call("act", #"{"action":"filter","text":"77"}"#)
        expect(try agent.answer, equals: "version 1, settled\n[r77] Row 77")
        // A text without an end has an end here.
        let text = Text(body: String(repeating: "x", count: 50_000))
        agent.bus(Agent.show(Screen(title: "Text", parts: [.text(text)])))
        agent.call("screen")
        expect(try agent.answer, contains: "more lines: read part 1 from 17")
        #expect(try agent.answer.utf8.count < 20_000)
    }

    @Test func theEndOfTheApplicationAnswersWhatIsOpen() throws {
        var agent = Agent()
        agent.call("wait", #"{"text":"never"}"#)
        agent.bus(Agent.navigation())
        expect(try agent.answer, equals: "error: the application has ended")
        expect(agent.end, equals: .done)
    }

    /// A client that has sent all it wants still gets its answers.
    @Test func theEndOfTheClientWaitsForItsAnswers() {
        var agent = Agent()
        agent.call("act", #"{"action":"open","row":"7"}"#)
        agent.endCalls()
        expect(agent.end, equals: nil)
        agent.bus(Agent.show(Screen(title: "Next"), answering: "view-1-1"))
        expect(agent.written.count, equals: 1)
        expect(agent.end, equals: .done)
    }

    /// A successor tells which calls may have been carried out, and knows the handshake.
    @Test func aSuccessorGoesOn() throws {
        var agent = Agent()
        agent.call("act", #"{"action":"open","row":"7"}"#)
        var restore = Event(type: ProcessInput.Restore.type)
        restore.data = agent.session.memory.snapshot.data
        var successor = Agent(nil, isInitialized: false)
        successor.bus(restore)
        expect(try successor.answer, contains: "error: the view was replaced during this call")
        successor.bus(
            Agent.navigation("apps-1"), Agent.show(Screen(title: "Next"), on: "apps-1", answering: "view-1-1"))
        successor.call("screen")
        expect(try successor.answer, contains: "version 2, settled\n== Next ==")
    }

    @Test func aFloodOfCallsIsBounded() throws {
        var agent = Agent()
        for _ in 0...AgentLimits.mostCalls { agent.call("wait", #"{"text":"never"}"#) }
        expect(agent.written.count, equals: 1)
        expect(try agent.answer, equals: "error: 100 calls are open")
    }
}
