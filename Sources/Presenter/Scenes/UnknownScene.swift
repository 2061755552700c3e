import Formatting
import Scenes
import ViewMessages

/// Replaces a scene that this presenter does not have: says so, and lets the person go back.
struct UnknownScene: ScenePresenter {
    let name: String
    var alert: AlertText?

    var screen: Screen {
        let text = Text(body: "This presenter has no scene called “\(name)”. Go back to where you came from.")
        return Screen(title: name, parts: [.text(text)])
    }

    mutating func receive(_ action: UserAction) -> [SceneRequest] { [] }
}
