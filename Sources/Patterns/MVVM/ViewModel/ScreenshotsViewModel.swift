import Formatting
import Scenes
import ViewModelMessages

/// Screenshots one by one.
struct ScreenshotsViewModel: SceneViewModel {
    var state: Screenshots {
        // A restored state may be of other screenshots.
        didSet { state.stay(within: urls.count) }
    }
    var alert: AlertText?
    var published = Published()
    let title: String
    private let urls: [String]

    init(parameters: [String: String]) {
        title = parameters["title"] ?? "Screenshots"
        urls = Screenshots.urls(of: parameters)
        state = Screenshots(parameters: parameters)
    }

    func properties(_ fitting: Fitting) -> [SceneReport] {
        [SceneReport(ViewModelOutput.Screenshot.type, ViewModelOutput.Screenshot(page: page(fitting)))]
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

    private func page(_ fitting: Fitting) -> Page? {
        guard !urls.isEmpty else { return nil }
        return Page(
            position: state.index + 1, count: urls.count, caption: AppText.caption(of: state, among: urls.count),
            image: fitting.kept == nil ? state.image : nil)
    }
}
