import Formatting
import RouterMessages
import Scenes
import ScreenLayout
import ViewMessages

/// Lists the applications; choosing one opens it.
struct HomeScene: ScenePresenter {
    static let name = "home"

    let applications: [Application]
    /// Whether the settings can be opened.
    let hasSettings: Bool
    var alert: AlertText?

    var screen: Screen {
        let rows = applications.map { Row(id: $0.scene, title: $0.title, subtitle: $0.summary) }
        return Screen(
            title: "Viperline", parts: [.list(List(rows: rows))], keys: hasSettings ? [SettingsLayout.key] : nil)
    }

    mutating func receive(_ action: UserAction) -> [SceneRequest] {
        switch action {
        case .select(let scene) where applications.contains(where: { $0.scene == scene }):
            [.open(RouterInput.Open(name: scene))]
        case .press(ControlName.settings) where hasSettings: [.settings]
        default: []
        }
    }
}
