import VIPInteractor
import VIPRouter
import TestSupport
import Testing
import Wire

/// A state that is no role's own.
@Suite struct SnapshotTests {
    @Test(arguments: [
        "[]", "{}", #"{"router":{},"stores":{}}"#, #"{"router":{"count":1,"scenes":[]}}"#,
        #"{"router":{"count":1,"scenes":[]},"stores":[]}"#, #"{"router":1,"stores":{}}"#,
        #"{"router":{"count":1,"scenes":[]},"stores":{"apps-1":{"apps":[{}]}}}"#,
        #"{"router":{"count":9223372036854775807,"scenes":[]},"stores":{}}"#,
    ])
    func ofTheRouterIsRefusedAndNothingChanges(_ state: String) {
        var router = VIPRouter(Wiring.router("apps"))
        let before = router.snapshot()
        #expect(throws: PayloadError.self) { try router.restore(Self.restore(state)) }
        expect(router.snapshot(), equals: before)
    }

    /// It would stay for good.
    @Test func aStoreOfNoSceneIsNotTakenOver() throws {
        var router = VIPRouter(Wiring.router("apps"))
        let before = router.snapshot()
        let stack = #"{"count":1,"scenes":[{"name":"apps","parameters":{},"scene":"apps-1"}]}"#
        try router.restore(Self.restore(#"{"router":\#(stack),"stores":{"gone-7":{"apps":[]}}}"#))
        expect(router.snapshot(), equals: before)
    }

    /// Scenes come and go, and what was stored for them must not stay.
    @Test func aStoreGoesWithItsScene() throws {
        var router = VIPRouter(Wiring.router("apps"))
        let before = router.snapshot()
        let store = try Event(line: #"{"type":"dataStore.output.didChange","subject":"gone-7","data":{"apps":[]}}"#)
        #expect(try router.receive(store).isEmpty)
        expect(router.snapshot(), equals: before)

        var left = VIPRouter(Wiring.router("app"))
        _ = try left.receive(
            try Event(line: #"{"type":"dataStore.output.didChange","subject":"app-1","data":{"apps":[]}}"#))
        _ = try left.receive(try Event(line: #"{"type":"view.output.didGoBack","id":"v1","subject":"app-1"}"#))
        expect(left.snapshot(), equals: Array(#"{"router":{"count":1,"scenes":[]},"stores":{}}"#.utf8))
    }

    @Test(arguments: [
        "[]", #"{"scenes":[{}]}"#,
        #"{"scenes":[{"scene":{"scene":"app-1","name":"app"},"newest":"v1","isLeaving":false,"state":[]}]}"#,
        #"{"scenes":[{"scene":{"scene":"app-1","name":"app"},"newest":"v1","isLeaving":false,"alert":{"bad":1},"state":{}}]}"#,
    ])
    func ofTheInteractorIsRefusedAndNothingChanges(_ state: String) {
        var interactor = VIPInteractor()
        let before = interactor.snapshot()
        #expect(throws: PayloadError.self) { try interactor.restore(Self.restore(state)) }
        expect(interactor.snapshot(), equals: before)
    }

    private static func restore(_ state: String) -> Event {
        var event = Event(type: ProcessInput.Restore.type)
        event.data = Array(state.utf8)
        return event
    }
}
