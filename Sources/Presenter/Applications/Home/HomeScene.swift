import Formatting
import RouterMessages
import Scenes
import ViewMessages

/// Lists the applications; choosing one opens it.
struct HomeScene: ScenePresenter {
    static let name = "home"

    let applications: [Application]
    var alert: AlertText?

    var screen: Screen {
        let rows = applications.map { Row(id: $0.scene, title: $0.title, subtitle: $0.summary) }
        return Screen(title: "Viperline", parts: [.list(List(rows: rows))])
    }

    mutating func receive(_ action: UserAction) -> [SceneRequest] {
        guard case .select(let scene) = action, applications.contains(where: { $0.scene == scene }) else { return [] }
        return [.open(RouterInput.Open(name: scene))]
    }
}
