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
        [
            SceneReport(ViewModelOutput.Screenshot.type, ViewModelOutput.Screenshot(page: page)),
            SceneReport(ViewModelOutput.Picture.type, ViewModelOutput.Picture(picture: picture(fitting))),
        ]
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

    private var page: Page? {
        guard !urls.isEmpty else { return nil }
        return Page(
            position: state.index + 1, count: urls.count,
            caption: AppText.screenshotCaption(state.index, of: urls.count))
    }

    private func picture(_ fitting: Fitting) -> PagePicture? {
        guard state.image != nil || state.isMissing, fitting.kept == nil else { return nil }
        return PagePicture(
            position: state.index + 1, caption: AppText.caption(of: state, among: urls.count), image: state.image)
    }
}
