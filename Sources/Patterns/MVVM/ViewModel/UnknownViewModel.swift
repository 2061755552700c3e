import Formatting
import Scenes

/// Takes the place of a scene that there is not.
struct UnknownViewModel: SceneViewModel {
    let title: String
    var alert: AlertText?
    var published = Published()

    init(name: String) { title = name }

    func properties(_ fitting: Fitting) -> [SceneReport] { [] }

    mutating func begin() -> [SceneRequest] {
        alert = .notice("Nothing to show", "There is no scene called “\(title)”. Go back to where you came from.")
        return []
    }

    mutating func receive(_ action: UserAction) -> [SceneRequest] { [] }
}
