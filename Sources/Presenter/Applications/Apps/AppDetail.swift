import Formatting
import InteractorMessages
import Scenes

/// One app of the App Store.
enum AppDetail: DetailPage {
    static let scene = AppScenes.detail
    static let service = AppStoreText.service
    static let noun = AppStoreText.noun

    static func title(of app: App) -> String { app.name }

    static func pieces(of app: App, for reader: Reader) -> [(any PartPresenter)?] { [AppPart(app, for: reader)] }
}
