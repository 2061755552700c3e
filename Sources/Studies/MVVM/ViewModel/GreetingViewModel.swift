import Formatting
import InteractorMessages
import JSON
import Scenes
import ViewModelMessages
import Wire

/// The greeting that is asked for.
struct GreetingViewModel: SceneViewModel {
    struct State: JSONCodable {
        var text: String = ""
    }

    static let name = "greeting"

    var state = State()
    var alert: AlertText?
    var published = Published()
    let reader: Reader

    init(_ reader: Reader) { self.reader = reader }

    var title: String { reader[GreetingText.title] }

    func properties(_ fitting: Fitting) -> [SceneReport] {
        [SceneReport(ViewModelOutput.Greeting.type, ViewModelOutput.Greeting(greeting: state.text))]
    }

    mutating func receive(_ action: UserAction) -> [SceneRequest] {
        action == .press(control: ControlName.greet) ? retry() : []
    }

    mutating func retry() -> [SceneRequest] { [.list(InteractorInput.List(source: GreetingData.source))] }

    mutating func receive(found event: Event) throws(PayloadError) -> [SceneRequest] {
        let greeting = try event.decode(InteractorOutput.Found<GreetingData>.self).items.first
        state.text = GreetingText.text(greeting, for: reader)
        return []
    }

    mutating func receive(failure: InteractorOutput.Failed) {
        alert = .failure(
            failure, title: reader[GreetingText.failure], service: reader[GreetingText.service], for: reader)
    }
}
