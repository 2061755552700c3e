import InteractorMessages
import RouterMessages
import ViewMessages

/// The numbers of the screenshots; choosing one opens the pager at that screenshot.
struct ScreenshotsPart: PartPresenter {
    private let title: String
    private let urls: [String]

    init?(_ app: App) {
        title = app.name
        urls = ScreenshotsScene.showable(app.screenshots)
        if urls.isEmpty { return nil }
    }

    var parts: [Part] {
        let items = urls.indices.map { index in
            Gallery.Item(id: Self.id(index), caption: ScreenshotsScene.caption(index, of: urls.count))
        }
        return [.gallery(Gallery(heading: "Screenshots", items: items))]
    }

    func receive(_ action: UserAction) -> [SceneRequest] {
        guard case .select(let row) = action, let index = urls.indices.first(where: { Self.id($0) == row })
        else { return [] }
        let parameters = ScreenshotsScene.parameters(title: title, urls: urls, position: index + 1)
        return [.open(RouterInput.Open(name: ScreenshotsScene.name, parameters: parameters, presentation: .modal))]
    }

    private static func id(_ index: Int) -> String { "screenshot-\(index + 1)" }
}
