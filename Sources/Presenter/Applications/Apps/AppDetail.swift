import InteractorMessages

/// One app of the App Store.
enum AppDetail: DetailPage {
    static let scene = "app"
    static let service = AppSearch.service
    static let noun = "app"

    static func title(of app: App) -> String { app.name }

    static func pieces(of app: App, for reader: Reader) -> [(any PartPresenter)?] {
        [AppHeaderPart(app), WhatsNewPart(app, for: reader), AppDescriptionPart(app), ScreenshotsPart(app)]
    }
}
