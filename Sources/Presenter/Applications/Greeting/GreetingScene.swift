import Formatting
import InteractorMessages
import JSON
import Scenes
import ViewMessages
import Wire

/// A button, and the greeting that pressing it brings.
struct GreetingScene: ScenePresenter {
    static let name = "greeting"

    struct State: JSONCodable {
        var text: String = ""
    }

    var state = State()
    private let reader: Reader
    private static let show = "show"
    var alert: AlertText?

    init(_ reader: Reader) { self.reader = reader }

    var screen: Screen {
        let button = Button(control: Self.show, title: "Show greeting", key: "s")
        return Screen(title: "Greeting", parts: [.label(Label(state.text, style: .heading)), .button(button)])
    }

    mutating func receive(_ action: UserAction) -> [SceneRequest] {
        action == .press(control: Self.show) ? retry() : []
    }

    mutating func retry() -> [SceneRequest] { [.list(InteractorInput.List(source: GreetingData.source))] }

    mutating func receive(found event: Event) throws(PayloadError) -> [SceneRequest] {
        let data = try event.decode(InteractorOutput.Found<GreetingData>.self).items.first
        state.text = data.map { "\($0.greeting) \($0.subject)" } ?? "There is nobody to greet"
        return []
    }

    mutating func receive(failure: InteractorOutput.Failed) {
        alert = .failure(failure, title: "There is no greeting", service: "The greeter", for: reader)
    }
}
