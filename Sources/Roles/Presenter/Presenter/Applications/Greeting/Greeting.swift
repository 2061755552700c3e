import Formatting
import InteractorMessages
import JSON
import Scenes
import ScreenLayout
import ViewMessages
import Wire

extension Application {
    static let greeting = Application(
        scene: GreetingScene.name, title: "Greeting", summary: "Say hello",
        description: """
            Press a button, and be greeted: the smallest application that has all the roles.
            """,
        asks: "no server: the fetcher knows whom to greet",
        scenes: [
            GreetingScene.name: { GreetingScene($1.reader) }
        ])
}

/// A button, and the greeting that pressing it brings.
struct GreetingScene: ScenePresenter {
    static let name = "greeting"

    struct State: JSONCodable {
        var text: String = ""
    }

    var state = State()
    let reader: Reader
    var alert: AlertText?

    init(_ reader: Reader) { self.reader = reader }

    var screen: Screen {
        Screen(title: reader[GreetingText.title], parts: GreetingLayout.parts(state.text, for: reader))
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
