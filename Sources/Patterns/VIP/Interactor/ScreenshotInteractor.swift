import CycleMessages
import InteractorMessages
import Scenes

/// Turns the pages of an app's screenshots, and fetches the picture of each.
struct ScreenshotInteractor: SceneLogic {
    var state: Screenshots {
        // A restored state may be of other screenshots.
        didSet { state.stay(within: urls.count) }
    }
    var alert: Trouble?
    private let name: String?
    private let urls: [String]

    init(parameters: [String: String]) {
        name = parameters["title"]
        urls = Screenshots.urls(of: parameters)
        state = Screenshots(parameters: parameters)
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

    func report(_ status: SceneStatus) -> [SceneReport] {
        let response = PresenterInput.PresentScreenshot(
            name: name, position: state.index + 1, count: urls.count,
            image: status.fitting.kept == nil ? state.image : nil, isMissing: state.isMissing, trouble: alert)
        return [SceneReport(PresenterInput.PresentScreenshot.type, response)]
    }
}
