import Formatting
import InteractorMessages
import JSON
import Scenes
import ViewMessages
import Wire

extension Application {
    static let trafficLight = Application(
        scene: TrafficLightScene.name, title: "Traffic light", summary: "Ask what a colour means",
        description: """
            Press a colour, and read what a driver does then: one question, one answer.
            """,
        asks: "no server: the fetcher knows the answers",
        scenes: [
            TrafficLightScene.name: { TrafficLightScene($1.reader) }
        ])
}

/// A button for each colour, and what the pressed colour means to a driver.
struct TrafficLightScene: ScenePresenter {
    static let name = "trafficlight"

    struct State: JSONCodable {
        /// The colour that was pressed last.
        var color: String = ""
        var text: String = "Press a colour"
    }

    var state = State()
    let reader: Reader
    var alert: AlertText?

    init(_ reader: Reader) {
        self.reader = reader
        state.text = reader["Press a colour"]
    }

    var screen: Screen {
        let colors = [("Red", "r"), ("Yellow", "y"), ("Green", "g")]
        let buttons = colors.map { Part.button(Button(control: $0, title: reader[$0], key: $1)) }
        return Screen(title: reader["Traffic light"], parts: [.label(Label(state.text, style: .heading))] + buttons)
    }

    var activity: String { "Asking…" }

    /// Looks any control up, because only the interactor knows which colours exist.
    mutating func receive(_ action: UserAction) -> [SceneRequest] {
        guard case .press(let control) = action else { return [] }
        state.color = control
        return retry()
    }

    mutating func retry() -> [SceneRequest] {
        [.lookup(InteractorInput.Lookup(source: LightSignal.source, id: state.color))]
    }

    mutating func receive(found event: Event) throws(PayloadError) -> [SceneRequest] {
        let signal = try event.decode(InteractorOutput.Found<LightSignal>.self).items.first
        state.text = signal.map { reader[$0.instruction] } ?? reader("No such colour: %", state.color)
        return []
    }

    mutating func receive(failure: InteractorOutput.Failed) {
        alert = .failure(
            failure, title: reader["The colour has no answer"], service: reader["The traffic light"], for: reader)
    }
}
