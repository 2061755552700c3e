import Formatting
import InteractorMessages
import Scenes
import ScreenLayout
import ViewMessages

/// Searches the App Store: a table, and beside it what the selected app is about.
enum AppSearch: SearchPage {
    static let scene = AppScenes.search
    static let service = AppStoreText.service
    static let title = AppStoreText.title
    static let placeholder = AppStoreText.placeholder
    static let hint = AppStoreText.hint
    static let isStore = true
    static let hasPreviews = true

    static func results(_ apps: [App], in order: SearchOrder?, empty: String?, for reader: Reader) -> Part {
        AppLayout.results(apps.map(AppRow.init), empty: empty)
    }

    static func preview(of app: App, for reader: Reader) -> [Part] { AppLayout.preview(AppText(app, for: reader)) }

    static func choose(_ app: App) -> SceneRequest { AppScenes.open(app) }
}
