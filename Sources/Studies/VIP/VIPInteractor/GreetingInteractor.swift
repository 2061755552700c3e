import VIPMessages
import InteractorMessages
import JSON
import Scenes
import Wire

struct GreetingInteractor: SceneLogic {
    static let scene = "greeting"

    struct State: JSONCodable {
        var greeting: GreetingData?
        var isNobody: Bool = false
    }

    var state = State()
    var alert: Trouble?

    mutating func receive(_ action: UserAction) -> [SceneRequest] {
        action == .press(control: ControlName.greet) ? retry() : []
    }

    mutating func retry() -> [SceneRequest] { [.list(InteractorInput.List(source: GreetingData.source))] }

    mutating func receive(found event: Event) throws(PayloadError) -> [SceneRequest] {
        let greeting = try event.decode(InteractorOutput.Found<GreetingData>.self).items.first
        state = State(greeting: greeting, isNobody: greeting == nil)
        return []
    }

    mutating func receive(failure: InteractorOutput.Failed) { alert = .failed(failure) }

    func report(_ status: SceneStatus) -> [SceneReport] {
        let response = PresenterInput.PresentGreeting(
            greeting: state.greeting, isNobody: state.isNobody, isWaiting: status.isWaiting, trouble: alert)
        return [SceneReport(PresenterInput.PresentGreeting.type, response)]
    }
}
