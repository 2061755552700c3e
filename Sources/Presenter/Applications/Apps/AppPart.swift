import Formatting
import InteractorMessages
import Scenes
import ScreenLayout
import ViewMessages

/// An app's page: its header, release notes, description and screenshots.
struct AppPart: PartPresenter {
    private let app: App
    private let reader: Reader

    init(_ app: App, for reader: Reader) {
        self.app = app
        self.reader = reader
    }

    var parts: [Part] { AppLayout.parts(AppText(app, for: reader)) }

    func receive(_ action: UserAction) -> [SceneRequest] { AppScenes.requests(for: action, on: app) }
}
