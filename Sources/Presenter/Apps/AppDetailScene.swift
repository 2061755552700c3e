import InteractorMessages
import RouterMessages
import ViewMessages
import Wire

/// One app, composed of pieces that each present themselves.
struct AppDetailScene: ScenePresenter {
    private let id: String
    private var title: String
    private var pieces: [any PartPresenter] = []
    private var isLoading = false
    private var alert: Alert?

    /// - Parameter parameters: `id` of the app, and its `title`, to be shown until the rest is there.
    init(parameters: [String: String]) {
        id = parameters["id"] ?? ""
        title = parameters["title"] ?? "App"
    }

    var screen: Screen {
        Screen(
            title: title, activity: isLoading ? "Loading…" : nil, parts: pieces.flatMap(\.parts), alert: alert)
    }

    mutating func begin() -> [SceneRequest] {
        guard !id.isEmpty else {
            alert = .notice("Nothing to show", "This scene was opened without the id of an app.")
            return []
        }
        alert = nil
        isLoading = true
        return [.lookup(InteractorInput.Lookup(source: AppSearchScene.source, id: id))]
    }

    mutating func receive(_ action: UserAction) -> [SceneRequest] {
        switch action {
        case .goBack:
            return [.back]
        case .press(Control.retry) where alert?.offersRetry == true:
            return begin()
        case .press(Control.dismiss):
            alert = nil
            return []
        default:
            return pieces.flatMap { $0.receive(action) }
        }
    }

    mutating func receive(found event: Event) throws(PayloadError) {
        let items = try event.decode(InteractorOutput.Found<App>.self).items
        isLoading = false
        guard let app = items.first(where: { $0.id == id }) ?? items.first else {
            alert = .notice("App not found", "The store has no app with the id \(id); it may have been withdrawn.")
            return
        }
        title = app.name
        let candidates: [(any PartPresenter)?] = [
            AppHeaderPart(app), WhatsNewPart(app), AppDescriptionPart(app), ScreenshotsPart(app),
        ]
        pieces = candidates.compactMap(\.self)
    }

    mutating func receive(failure: InteractorOutput.Failed) {
        isLoading = false
        alert = .failure(failure, title: "The app cannot be shown")
    }
}
