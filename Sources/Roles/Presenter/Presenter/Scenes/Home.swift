import Formatting
import JSON
import RouterMessages
import Scenes
import ScreenLayout
import ViewMessages

extension Application {
    /// Every application, in the order of the home screen. What a file declares is read when somebody asks for it.
    static let all: [@Sendable () -> Application] = [
        { .apps },
        { .songs },
        { .repositories },
        { .playlist },
        { .trafficLight },
        { .greeting },
    ]
}

/// Lists the applications, with a preview of the selected one; choosing one opens it.
struct HomeScene: ScenePresenter {
    static let name = "home"
    /// The parameter that marks a scene as opened from here.
    static let parameter = "from"

    struct State: JSONCodable {
        /// The scene of the application where the selection rests.
        var highlighted: String?
    }

    let applications: [Application]
    /// True if the settings can be opened.
    let hasSettings: Bool
    let reader: Reader
    var state = State()
    var alert: AlertText?

    var screen: Screen {
        let rows = applications.map { Row(id: $0.scene, title: reader[$0.title], subtitle: reader[$0.summary]) }
        return Screen(
            title: "Viperline", parts: [.list(List(rows: rows))],
            keys: hasSettings ? [SettingsLayout.key(for: reader)] : nil,
            preview: applications.first { $0.scene == state.highlighted }.map(preview), reportsHighlight: true)
    }

    mutating func receive(_ action: UserAction) -> [SceneRequest] {
        switch action {
        case .select(let scene) where applications.contains(where: { $0.scene == scene }):
            return [.open(RouterInput.Open(name: scene, parameters: [Self.parameter: Self.name]))]
        case .highlight(let scene) where applications.contains(where: { $0.scene == scene }):
            state.highlighted = scene
            return []
        case .press(ControlName.settings) where hasSettings: return [.settings]
        default: return []
        }
    }

    private func preview(of application: Application) -> [Part] {
        [
            .label(Label(reader[application.title], style: .title)),
            .text(Text(body: reader[application.description])),
            .facts(Facts(items: [Facts.Item(label: reader["Asks"], value: reader[application.asks])])),
        ]
    }
}
