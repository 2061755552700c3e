package import InteractorMessages
import RouterMessages

/// Where one gets from an app: to its page in the store, and to its screenshots.
package enum AppScenes {
    package static let search = "apps"
    package static let detail = "app"

    /// Opens an app.
    package static func open(_ app: App) -> SceneRequest {
        .open(RouterInput.Open(name: detail, parameters: ["id": app.id, "title": app.name]))
    }

    /// What an action on an app's page leads to.
    package static func requests(for action: UserAction, on app: App) -> [SceneRequest] {
        switch action {
        case .press(ControlName.open): app.url.map { [.openURL(RouterInput.OpenURL(url: $0))] } ?? []
        case .select(let row): screenshot(row, of: app)
        default: []
        }
    }

    private static func screenshot(_ row: String, of app: App) -> [SceneRequest] {
        let urls = Screenshots.showable(app.screenshots)
        guard let index = urls.indices.first(where: { Screenshots.id($0) == row }) else { return [] }
        let parameters = Screenshots.parameters(title: app.name, urls: urls, position: index + 1)
        return [.open(RouterInput.Open(name: Screenshots.scene, parameters: parameters, presentation: .modal))]
    }
}
