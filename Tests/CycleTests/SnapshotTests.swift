import CycleInteractor
import CycleRouter
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
        var router = CycleRouter(Wiring.router("apps"))
        let before = router.snapshot()
        #expect(throws: PayloadError.self) { try router.restore(Self.restore(state)) }
        #expect(router.snapshot() == before)
    }

    /// It would stay for good.
    @Test func aStoreOfNoSceneIsNotTakenOver() throws {
        var router = CycleRouter(Wiring.router("apps"))
        let before = router.snapshot()
        let stack = #"{"count":1,"scenes":[{"name":"apps","parameters":{},"scene":"apps-1"}]}"#
        try router.restore(Self.restore(#"{"router":\#(stack),"stores":{"gone-7":{"apps":[]}}}"#))
        #expect(router.snapshot() == before)
    }

    @Test(arguments: [
        "[]", #"{"scenes":[{}]}"#,
        #"{"scenes":[{"scene":{"scene":"app-1","name":"app"},"newest":"v1","isLeaving":false,"state":[]}]}"#,
        #"{"scenes":[{"scene":{"scene":"app-1","name":"app"},"newest":"v1","isLeaving":false,"alert":{"bad":1},"state":{}}]}"#,
    ])
    func ofTheInteractorIsRefusedAndNothingChanges(_ state: String) {
        var interactor = CycleInteractor()
        let before = interactor.snapshot()
        #expect(throws: PayloadError.self) { try interactor.restore(Self.restore(state)) }
        #expect(interactor.snapshot() == before)
    }

    private static func restore(_ state: String) -> Event {
        var event = Event(type: ProcessInput.Restore.type)
        event.data = Array(state.utf8)
        return event
    }
}
