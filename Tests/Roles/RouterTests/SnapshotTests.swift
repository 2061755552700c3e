import Router
import TestSupport
import Testing
import URLOpening
import Wire

/// A router that starts from its predecessor's snapshot.
@Suite struct SnapshotTests {
    @Test(arguments: Conversation.all(of: "router").filter { !$0.needsProgram })
    func aSuccessorGoesOnAsIfNothingHadHappened(_ conversation: Conversation) throws {
        try expect(conversation.checkSuccession(from: Self.router("apps"), to: Self.router("elsewhere")), equals: nil)
    }

    @Test(arguments: [
        "[]", "{}", #"{"count":1}"#, #"{"count":"1","scenes":[]}"#, #"{"count":1,"scenes":[{}]}"#,
        #"{"count":9223372036854775807,"scenes":[]}"#, #"{"count":-1,"scenes":[]}"#, #"{"count":1e300,"scenes":[]}"#,
    ])
    func aStateOfAnotherShapeIsRefusedAndNothingChanges(_ state: String) {
        var router = Self.router("apps")
        let before = router.snapshot()
        var restore = Event(type: ProcessInput.Restore.type)
        restore.data = Array(state.utf8)
        #expect(throws: PayloadError.self) { try router.restore(restore) }
        expect(router.snapshot(), equals: before)
    }

    @Test func itsStateIsToldAfterEveryEvent() throws {
        let opening = #"{"type":"router.input.openURL","id":"p1","data":{"url":"https://a.example/"}}"# + "\n"
        let result = try Command.run(
            [Products.executable("viperline-router"), "--print-urls"], input: opening,
            environment: ["VIPERLINE_SERVICE": "router"])
        let events = try result.lines.map { try Event(line: $0) }
        expect(
            events.map(\.type),
            equals: [
                "router.output.didNavigate", "router.output.didOpenURL", ProcessOutput.Snapshot.type,
            ])
        expect(events.last?.causationID, equals: "p1")
    }

    /// An earlier process may have opened the page.
    @Test(arguments: ["openURL", "play"]) func aReplayedPageIsNotOpenedTwice(action: String) throws {
        var router = Router(root: "apps", browser: NoOpener(), player: NoOpener())
        let line =
            #"{"specversion":"1.0","type":"router.input.\#(action)","id":"p1","data":{"url":"https://a.example/"}}"#
        let first = try router.receive(try Event(line: line))
        expect(first.map(\.type), equals: [action == "play" ? "router.output.didPlay" : "router.output.didOpenURL"])
        let again = try router.receive(try Event(line: line.replacing(#""type""#, with: #""replayed":true,"type""#)))
        expect(again.map(\.type), equals: ["router.output.didFail"])
        expect(again.first?.correlationID, equals: "p1")
    }

    /// The stack has become too long for a line, so the new scene has not been entered.
    @Test func aSceneThatNobodyWasToldOfIsLeft() throws {
        var router = Self.router("apps")
        let before = router.snapshot()
        _ = try router.receive(
            try Event(line: #"{"type":"router.input.open","id":"p1","data":{"name":"app","parameters":{}}}"#))
        let refusal = try Event(
            line:
                #"{"type":"process.input.refused","correlationid":"v1","data":{"type":"router.output.didNavigate","bytes":2,"limit":1}}"#
        )
        let output = try router.receive(refusal)
        expect(output.map(\.type) == ["router.output.didFail"] && output.first?.correlationID == "v1")
        #expect(router.snapshot() != before, "its number is not used again")
        #expect(try router.receive(refusal).isEmpty, "the root stays")
    }

    private static func router(_ root: String) -> Router {
        Router(root: root, browser: RefusingOpener(), player: RefusingOpener())
    }
}
