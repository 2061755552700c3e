import Formatting
import Scenes
import ScreenLayout
import ViewMessages

/// Screenshots one by one, over the whole screen.
struct ScreenshotsScene: ScenePresenter {
    static let name = Screenshots.scene

    var state: Screenshots {
        // A restored state may be of other screenshots.
        didSet { state.stay(within: urls.count) }
    }
    private let title: String
    private let urls: [String]
    var alert: AlertText?

    init(parameters: [String: String]) {
        title = parameters["title"] ?? "Screenshots"
        urls = Screenshots.urls(of: parameters)
        state = Screenshots(parameters: parameters)
    }

    var screen: Screen {
        Screen(title: title, parts: [urls.isEmpty ? AppLayout.noScreenshots : AppLayout.page(state, of: urls.count)])
    }

    mutating func begin() -> [SceneRequest] { state.turn(to: state.index, of: urls) }

    mutating func receive(_ action: UserAction) -> [SceneRequest] {
        switch action {
        case .press(ControlName.next): state.turn(to: state.index + 1, of: urls)
        case .press(ControlName.previous): state.turn(to: state.index - 1, of: urls)
        default: []
        }
    }

    mutating func receive(picture: String?) { state.receive(picture: picture) }
}
