import Formatting
import InteractorMessages
import Scenes
import ScreenLayout
import ViewMessages

extension Application {
    static let apps = Application(
        scene: AppSearch.scene, title: "Apps", summary: "Search the App Store",
        description: """
            Search the apps of the App Store. Each has its rating, its price, what is new, a description, and screenshots \
            to look through.
            """,
        asks: "the iTunes Search API, without a key",
        scenes: [
            // Alone, it is the same to the byte in every pattern of compose/patterns, which have no settings.
            AppSearch.scene: { parameters, settings in
                let isFromHome = parameters[HomeScene.parameter] != nil
                return SearchScene<AppSearch>(settings.reader, hasSettings: settings.hasSettingsScene && isFromHome)
            },
            AppDetail.scene: { DetailScene<AppDetail>(parameters: $0, $1.reader) },
            ScreenshotsScene.name: { ScreenshotsScene(parameters: $0, $1.reader) },
        ])
}

/// Searches the App Store: a table, and beside it the selected app's description.
enum AppSearch: SearchPage {
    static let scene = AppScenes.search
    static let service = AppStoreText.service
    static let title = AppStoreText.title
    static let placeholder = AppStoreText.placeholder
    static let hint = AppStoreText.hint
    static let isStore = true
    static let hasPreviews = true

    static func results(_ apps: [App], empty: String?, for reader: Reader) -> Part {
        AppLayout.results(apps.map { AppRow($0, for: reader) }, empty: empty, for: reader)
    }

    static func preview(of app: App, for reader: Reader) -> [Part] {
        AppLayout.preview(AppText(app, for: reader), for: reader)
    }

    static func choose(_ app: App, for reader: Reader) -> SceneRequest { AppScenes.open(app) }
}

/// An app of the App Store.
enum AppDetail: DetailPage {
    static let scene = AppScenes.detail
    static let service = AppStoreText.service
    static let noun = AppStoreText.noun

    static func title(of app: App) -> String { app.name }

    static func pieces(of app: App, for reader: Reader) -> [(any PartPresenter)?] { [AppPart(app, for: reader)] }
}

/// An app's details: its header, release notes, description and screenshots.
struct AppPart: PartPresenter {
    private let app: App
    private let reader: Reader

    init(_ app: App, for reader: Reader) {
        self.app = app
        self.reader = reader
    }

    var parts: [Part] { AppLayout.parts(AppText(app, for: reader), for: reader) }

    func receive(_ action: UserAction) -> [SceneRequest] { AppScenes.requests(for: action, on: app) }
}

/// Screenshots one by one, over the whole screen.
struct ScreenshotsScene: ScenePresenter {
    static let name = Screenshots.scene

    var state: Screenshots {
        // A restored state may be of other screenshots.
        didSet { state.stay(within: urls.count) }
    }
    private let title: String
    private let urls: [String]
    let reader: Reader
    var alert: AlertText?

    init(parameters: [String: String], _ reader: Reader) {
        self.reader = reader
        title = parameters["title"] ?? reader["Screenshots"]
        urls = Screenshots.urls(of: parameters)
        state = Screenshots(parameters: parameters)
    }

    var screen: Screen {
        let isEmpty = urls.isEmpty
        let part =
            isEmpty ? AppLayout.noScreenshots(for: reader) : AppLayout.page(state, of: urls.count, for: reader)
        return Screen(title: title, parts: [part])
    }

    mutating func begin() -> [SceneRequest] { state.turn(to: state.index, of: urls) }

    mutating func receive(_ action: UserAction) -> [SceneRequest] { state.receive(action, of: urls) }

    mutating func receive(picture: String?) { state.receive(picture: picture) }
}
