import Formatting
import InteractorMessages
import Scenes
import ScreenLayout
import ViewMessages

/// Searches the App Store: rows of name, company and rating.
enum AppSearch: ListSearchPage {
    static let scene = AppScenes.search
    static let service = AppStoreText.service
    static let title = AppStoreText.title
    static let placeholder = AppStoreText.placeholder
    static let hint = AppStoreText.hint
    static let isStore = true

    static func row(for app: App) -> Row { AppLayout.row(AppRow(app)) }

    static func choose(_ app: App) -> SceneRequest { AppScenes.open(app) }
}
