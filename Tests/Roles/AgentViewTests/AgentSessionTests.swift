@testable import AgentView
import AgentTools
import JSON
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
        expect(try agent.answer, equals: "version 2, settled\n+ [9] Flute\n- [7]")
        agent.call("screen", #"{"since":2}"#)
        expect(try agent.answer, equals: "version 2, settled\nnothing has changed")
        // The new line of a row takes the place of the old one.
        screen.parts = [.list(List(rows: [Row(id: "8", title: "Drums"), Row(id: "9", title: "Flutes")]))]
        agent.bus(Agent.show(screen))
        agent.call("screen", #"{"since":2}"#)
        expect(try agent.answer, equals: "version 3, settled\n+ [9] Flutes")
        // An unknown version gets everything.
        agent.call("screen", #"{"since":99}"#)
        expect(try agent.answer, contains: "[8] Drums")
    }

    /// A scene that the client knows is given as changes, also after another one.
    @Test func aSceneFromBeforeIsGivenAsChanges() throws {
        var agent = Agent()
        agent.call("screen")
        agent.call("act", #"{"action":"open","row":"8"}"#)
        agent.bus(
            Agent.navigation("apps-1", "app-2", answering: "view-1-1"), Agent.show(Screen(title: "Drums"), on: "app-2"))
        expect(try agent.answer, equals: "version 2, settled\n== Drums ==")
        agent.call("act", #"{"action":"back"}"#)
        agent.bus(Agent.navigation("apps-1", answering: "view-1-2"))
        expect(try agent.answer, equals: "version 3, settled\n== Apps ==\nas version 1")
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

    @Test func anActionWaitsForTheFirstScreen() throws {
        var agent = Agent(nil)
        agent.call("act", #"{"action":"open","row":"7"}"#)
        expect(agent.sent, equals: [])
        agent.bus(Agent.navigation("apps-1"), Agent.show(Agent.rows))
        expect(agent.sent, equals: [#"didSelect {"row":"7"}"#])
        agent.bus(Agent.show(Screen(title: "Next"), answering: "view-1-1"))
        expect(try agent.answer, contains: "settled\n== Next ==")
        var other = Agent(nil)
        other.call("act", #"{"action":"open","row":"7","seconds":1}"#)
        other.lookAtClock(after: .seconds(1))
        expect(try other.answer, contains: "refused: version 0, not settled")
        other.bus(Agent.navigation("apps-1"), Agent.show(Agent.rows))
        expect(other.sent, equals: [])
    }

    // MARK: Verbs

    private static let settings = AgentSettings(verbs: [
        verb("search_apps", .search, needs: "query", filters: ["kind", "new"]), verb("open_app", .open, needs: "row"),
        verb("delete_app", .press, control: "delete", needs: "row"), verb("list_apps", .filter, filters: ["kind"]),
    ])

    private static func verb(
        _ name: String, _ action: AgentVerb.Action, control: String? = nil, needs: String? = nil, filters: [String] = []
    ) -> AgentVerb {
        AgentVerb(
            name: name, definition: JSONBytes(["name": name]), scene: "apps-1", action: action, control: control,
            needs: needs, filters: filters)
    }

    private static let filtered: Screen = {
        var screen = Agent.rows
        let kind = FormField(
            id: "kind", label: "Kind", kind: .choice, value: .text("All"),
            options: [.init(id: "All", title: "All"), .init(id: "Free", title: "Free")])
        screen.parts.insert(.form(Form(id: "filters", fields: [kind])), at: 0)
        return screen
    }()

    @Test func aVerbIsATool() throws {
        var agent = Agent(capabilities: "{}", Self.settings)
        agent.client(#"{"jsonrpc":"2.0","id":"l","method":"tools/list"}"#)
        let tools = try JSONValue(try require(agent.written.last))["result"]["tools"]
        expect(tools[3]["name"], equals: .string("read"))
        expect(tools[7]["name"], equals: .string("list_apps"))
    }

    @Test(
        arguments: [
            ("open_app", #"{"row":"8"}"#, [#"didSelect {"row":"8"}"#], nil),
            ("search_apps", #"{"query":"harp"}"#, [#"didSearch {"query":"harp"}"#], nil),
            (
                "search_apps", #"{"query":"harp","kind":"Free"}"#,
                [#"didSubmit {"form":"filters","values":{"kind":"Free"}}"#], nil
            ),
            ("search_apps", "{}", [], "error: arguments.query is missing"),
            ("search_apps", #"{"query":5}"#, [], "error: arguments.query is not a string"),
            ("search_apps", #"{"query":"x","seconds":"y"}"#, [], "error: arguments.seconds is not a number"),
            ("search_apps", "5", [], "error: arguments is not an object"),
            ("act", #"{"action":"open","row":8}"#, [], "error: arguments.row is not a string"),
            ("screen", "[]", [], "error: arguments is not an object"),
            (
                "search_apps", #"{"query":"x","colour":"red"}"#, [],
                "error: the value has no colour; there are query, kind, new, seconds"
            ),
            ("search_apps", #"{"query":"x","kind":"Dear"}"#, [], "refused: Kind has no choice Dear"),
            ("open_app", #"{"row":"99"}"#, [], "refused: that is not on the screen"),
            ("delete_app", #"{"row":"7"}"#, [], "+ ! Delete it?"),
            ("list_apps", #"{"kind":"Free"}"#, [#"didSubmit {"form":"filters","values":{"kind":"Free"}}"#], nil),
            ("list_apps", "{}", [#"didSubmit {"form":"filters","values":{"kind":"All"}}"#], nil),
        ] as [(String, String, [String], String?)]) func aVerbIsStepsOfAct(
            _ verb: String, _ arguments: String, _ sent: [String], _ answer: String?
        ) throws
    {
        var agent = Agent(Self.filtered, capabilities: "{}", Self.settings)
        agent.call(verb, arguments)
        expect(agent.sent, equals: sent)
        if let answer { expect(try agent.answer, contains: answer) }
    }

    /// The filters first, then the search; from a scene above, after going back.
    @Test func theStepsOfAVerbWaitForEachOther() throws {
        var agent = Agent(Self.filtered, capabilities: "{}", Self.settings)
        agent.bus(Agent.navigation("apps-1", "app-2"), Agent.show(Screen(title: "Piano"), on: "app-2"))
        agent.call("search_apps", #"{"query":"harp","kind":"Free"}"#)
        expect(agent.sent, equals: ["didGoBack {}"])
        agent.bus(Agent.navigation("apps-1", answering: "view-1-1"))
        expect(agent.sent.last, equals: #"didSubmit {"form":"filters","values":{"kind":"Free"}}"#)
        agent.bus(Agent.show(Self.filtered, answering: "view-1-2"))
        expect(agent.sent.last, equals: #"didSearch {"query":"harp"}"#)
        expect(agent.written, equals: [])
        agent.bus(Agent.show(Screen(title: "Found"), answering: "view-1-3"))
        expect(try agent.answer, contains: "settled\n== Found ==")
        agent.bus(Agent.navigation("other-1"), Agent.show(Screen(title: "Other"), on: "other-1"))
        agent.call("open_app", #"{"row":"7"}"#)
        expect(try agent.answer, contains: "refused: the scene apps-1 is not open")
    }

    // MARK: What a user permits

    @Test(
        arguments: [
            (AgentSettings(), #"{"file":"/etc/passwd"}"#, "refused: File names a file of this machine"),
            (AgentSettings(mayNameFiles: true), #"{"file":"/etc/passwd"}"#, nil),
            (AgentSettings(), #"{"pin":"hunter2"}"#, nil),
            (AgentSettings(refusesSecrets: true), #"{"pin":"hunter2"}"#, "refused: PIN is secret"),
        ] as [(AgentSettings, String, String?)]) func aFieldIsRefusedUnlessItIsAllowed(
            _ settings: AgentSettings, _ values: String, _ reason: String?
        ) throws
    {
        let fields = [
            FormField(id: "file", label: "File", kind: .path), FormField(id: "pin", label: "PIN", kind: .secret),
        ]
        var agent = Agent(
            Screen(title: "Form", parts: [.form(Form(id: "f", fields: fields))]), capabilities: "{}", settings)
        agent.call("act", #"{"action":"submit","values":\#(values)}"#)
        expect(agent.sent.count, equals: reason == nil ? 1 : 0)
        if let reason { expect(try agent.answer, contains: reason) }
    }

    /// A recording has calls that do the same, with placeholders for secrets, also for one in a field that is not there, and without what only the client has
    /// seen.
    @Test func whatAnAgentDoesIsRecorded() throws {
        var agent = Agent(Agent.form, capabilities: "{}", AgentSettings(), isRecorded: true)
        agent.call("screen")
        agent.call(
            "act", #"{"action":"submit","version":1,"values":{"text":"Buy milk","pin":"hunter2","pim":"hunter2"}}"#)
        agent.call("act", #"{"action":"submit","values":{"text":"Buy milk","pin":"hunter2"}}"#)
        expect(agent.sent.count, equals: 3)
        expect(
            agent.sent[0], contains: #"\"values\":{\"pim\":\"redacted\",\"pin\":\"redacted\",\"text\":\"Buy milk\"}}"#)
        expect(agent.sent[1], contains: #"\"id\":\"r1\""#)
        expect(agent.sent[2], contains: "didSubmit")
        expect(agent.sent[0] + agent.sent[1], lacks: "hunter2")
        expect(agent.sent[0], lacks: "version\\\":1")
    }

    @Test func secretsAreNeverShown() throws {
        let field = FormField(id: "pin", label: "PIN", kind: .secret, value: .text("hunter1"))
        var other = Agent(Screen(title: "Form", parts: [.form(Form(id: "f", fields: [field]))]))
        other.call("screen")
        expect(try other.answer, contains: "PIN")
        expect(other.written.joined(), lacks: "hunter1")
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

    /// Of rows, an answer has as many as begin within 512 bytes; of new ones behind them, the first ones too.
    @Test func theRowsOfAnAnswerAreBounded() throws {
        func screen(_ count: Int) -> Screen {
            let rows = (1...count).map { Row(id: "\($0)", title: String(repeating: "x", count: 96)) }
            return Screen(title: "Long", parts: [.list(List(rows: rows))], hasMore: true)
        }
        func line(_ number: Int) -> String { "[\(number)] " + String(repeating: "x", count: 96) + "\n" }
        var agent = Agent(screen(20))
        agent.call("screen")
        let first = (1...6).map(line).joined()
        expect(
            try agent.answer,
            equals: "version 1, settled\n== Long ==\n\(first)… 14 more lines: read part 1 from 7\nmore rows: page")
        agent.call("act", #"{"action":"page"}"#)
        agent.bus(Agent.show(screen(40), answering: "view-1-1"))
        let next = (21...26).map { "+ " + line($0) }.joined()
        expect(try agent.answer, equals: "version 2, settled\n\(next)… 14 more lines: read part 1 from 27")
    }

    @Test func longPartsAreReadInWindows() throws {
        let rows = (1...100).map { Row(id: "r\($0)", title: "Row \($0)") }
        var agent = Agent(Screen(title: "Long", parts: [.list(List(rows: rows))]))
        agent.call("screen")
        expect(try agent.answer, contains: "[r20] Row 20\n… 80 more lines: read part 1 from 21")
        agent.call("read", #"{"part":1,"from":41,"count":2}"#)
        expect(try agent.answer, equals: "version 1, settled\n[r41] Row 41\n[r42] Row 42\n… 58 more lines, from 43")
        for part in [2, 0, Int.min] {
            agent.call("read", #"{"part":\#(part)}"#)
            expect(try agent.answer, equals: "refused: there is no part \(part); there are 1")
        }
        agent.call("act", #"{"action":"filter","text":"77"}"#)
        expect(try agent.answer, equals: "version 1, settled\n[r77] Row 77")
        // A text without an end has an end here.
        let text = Text(body: String(repeating: "x", count: 50_000))
        agent.bus(Agent.show(Screen(title: "Text", parts: [.text(text)])))
        agent.call("screen")
        expect(try agent.answer, contains: "more lines: read part 1 from 17")
        #expect(try agent.answer.utf8.count < 20_000)
    }

    @Test func rowsThatAreNotSentAreTold() throws {
        let rows = [Row(id: "1", title: "One")]
        var agent = Agent(Screen(title: "Long", parts: [.list(List(rows: rows, offset: 0, total: 100))]))
        agent.call("screen")
        agent.call("act", #"{"action":"page","from":50,"count":10}"#)
        let screen = Screen(title: "Long", parts: [.list(List(rows: rows, offset: 0, total: 100))])
        agent.bus(Agent.show(screen, answering: "view-1-1"))
        expect(try agent.answer, contains: "\n! the application has not sent these rows")
    }

    @Test func marksOfRowsThatAreGoneGo() throws {
        func screen(_ ids: [String]) -> Screen {
            let list = List(rows: ids.map { Row(id: $0, title: $0) }, isMultiple: true)
            return Screen(title: "Tasks", parts: [.list(list)])
        }
        var agent = Agent(screen(["a", "b"]))
        for row in ["a", "b"] { agent.call("act", #"{"action":"select","row":"\#(row)"}"#) }
        expect(try agent.answer, contains: "selected rows: 2")
        agent.bus(Agent.show(screen(["b", "c"])))
        agent.call("screen")
        expect(try agent.answer, contains: "selected rows: 1")
        agent.call("act", #"{"action":"open","row":"c"}"#)
        expect(agent.sent, equals: [#"didSelect {"row":"c","rows":["b"]}"#])
    }

    /// Whoever reads early gets the part once it is there; whoever waits too long is told that others may come.
    @Test func readingWaitsForThePart() throws {
        var agent = Agent(nil)
        agent.call("read", #"{"part":1}"#)
        agent.bus(Agent.navigation("apps-1"))
        #expect(agent.written.isEmpty)
        agent.bus(Agent.show(Screen(title: "Apps", activity: "Loading", parts: [])))
        #expect(agent.written.isEmpty)
        agent.bus(
            Agent.show(Screen(title: "Apps", activity: "Loading", parts: [.label(Label("Piano", style: .title))])))
        expect(try agent.answer, contains: "\nPiano")
        agent.call("read", #"{"part":2,"seconds":3}"#)
        expect(agent.written.count, equals: 1)
        agent.lookAtClock(after: .seconds(3))
        expect(try agent.answer, contains: "refused: there is no part 2; there are 1 so far")
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
        var successor = Agent(nil, capabilities: nil)
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
