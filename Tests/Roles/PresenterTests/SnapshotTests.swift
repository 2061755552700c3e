import Formatting
import Presenter
import TestSupport
import Testing
import Wire

/// A presenter that starts from its predecessor's snapshot.
@Suite struct SnapshotTests {
    @Test(arguments: Conversation.all(of: "presenter").filter(\.arguments.isEmpty))
    func aSuccessorGoesOnAsIfNothingHadHappened(_ conversation: Conversation) throws {
        let environment = conversation.environment.filter { !$0.value.isEmpty }
        let variable = { (name: String) in environment[name] }
        let presenter = Presenter(settings: PresenterSettings(variable: variable, clock: .utc))
        try expect(conversation.checkSuccession(from: presenter, to: presenter), equals: nil)
    }

    private static let scene =
        #""scene":{"scene":"screenshots-1","name":"screenshots","parameters":{"urls":"https://a.example/1.png"}}"#

    @Test(arguments: [
        "[]", "{}", #"{"scenes":{}}"#, #"{"scenes":[{}]}"#, #"{"scenes":[{"scene":1}]}"#,
        "{\"scenes\":[{\(scene),\"newest\":\"v1\",\"isLeaving\":false}]}",
        "{\"scenes\":[{\(scene),\"newest\":\"v1\",\"isLeaving\":false,\"state\":{\"index\":\"first\"}}]}",
        "{\"scenes\":[{\(scene),\"newest\":\"v1\",\"isLeaving\":false,\"awaited\":{},\"state\":{\"index\":0}}]}",
    ])
    func aStateOfAnotherShapeIsRefusedAndNothingChanges(_ state: String) {
        var presenter = Presenter()
        let before = presenter.snapshot()
        #expect(throws: PayloadError.self) { try presenter.restore(Self.restore(state)) }
        expect(presenter.snapshot(), equals: before)
    }

    @Test(arguments: [Int.min, -1, 1, Int.max])
    func aPageThatIsNotThereIsTheNearest(_ index: Int) throws {
        var presenter = Presenter()
        try presenter.restore(
            Self.restore(
                """
                {"scenes":[{\(Self.scene),"newest":"v1","isLeaving":false,
                "state":{"index":\(index)}}]}
                """))
        for control in ["next", "previous"] {
            let press = try Event(line: #"{"type":"view.output.didPress","id":"v2","data":{"control":"\#(control)"}}"#)
            let shown = try presenter.receive(press).map { String(decoding: $0.data, as: UTF8.self) }
            expect(shown.count == 1 && shown.allSatisfy { $0.contains(#""position":1"#) })
        }
    }

    private static func restore(_ state: String) -> Event {
        var event = Event(type: ProcessInput.Restore.type)
        event.data = Array(state.utf8)
        return event
    }
}
