import InteractorMessages
import RouterMessages
import ViewMessages

/// The screenshots, by number; choosing one opens it outside.
struct ScreenshotsPart: PartPresenter {
    private let urls: [String]

    init?(_ app: App) {
        if app.screenshots.isEmpty { return nil }
        urls = app.screenshots
    }

    var parts: [Part] {
        let items = urls.indices.map { index in
            Gallery.Item(id: Self.id(index), caption: "Screenshot \(index + 1) of \(urls.count)")
        }
        return [.gallery(Gallery(heading: "Screenshots", items: items))]
    }

    func receive(_ action: UserAction) -> [SceneRequest] {
        guard case .select(let row) = action, let index = urls.indices.first(where: { Self.id($0) == row })
        else { return [] }
        return [.openURL(RouterInput.OpenURL(url: urls[index]))]
    }

    private static func id(_ index: Int) -> String { "screenshot-\(index + 1)" }
}
