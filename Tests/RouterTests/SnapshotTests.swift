import Router
import TestSupport
import Testing
import Wire

/// A router that takes another one's place, knowing no more than its snapshot.
@Suite struct SnapshotTests {
    @Test(arguments: Conversation.all(of: "router").filter { !$0.needsProgram })
    func aSuccessorGoesOnAsIfNothingHadHappened(_ conversation: Conversation) throws {
        #expect(try conversation.checkSuccession(from: Self.router("apps"), to: Self.router("elsewhere")) == nil)
    }

    @Test(arguments: ["[]", "{}", #"{"count":1}"#, #"{"count":"1","scenes":[]}"#, #"{"count":1,"scenes":[{}]}"#,
        #"{"count":9223372036854775807,"scenes":[]}"#, #"{"count":-1,"scenes":[]}"#, #"{"count":1e300,"scenes":[]}"#,
    ])
    func aStateOfAnotherShapeIsRefusedAndNothingChanges(_ state: String) {
        var router = Self.router("apps")
        let before = router.snapshot()
        var restore = Event(type: ProcessInput.Restore.type)
        restore.data = Array(state.utf8)
        #expect(throws: PayloadError.self) { try router.restore(restore) }
        #expect(router.snapshot() == before)
    }

    @Test func itsStateIsToldAfterEveryEvent() throws {
        let opening = #"{"type":"router.input.openURL","id":"p1","data":{"url":"https://a.example/"}}"# + "\n"
        let result = try Command.run(
            [Products.executable("viperline-router"), "--print-urls"], input: opening,
            environment: ["VIPERLINE_SERVICE": "router"])
        let events = try result.lines.map { try Event(line: $0) }
        #expect(
            events.map(\.type) == [
                "router.output.didNavigate", "router.output.didOpenURL", ProcessOutput.Snapshot.type,
            ])
        #expect(events.last?.causationID == "p1")
    }

    private static func router(_ root: String) -> Router {
        Router(root: root, browser: RefusingOpener(), player: RefusingOpener())
    }
}
