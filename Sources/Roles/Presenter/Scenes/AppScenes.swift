package import InteractorMessages
import JSON
import RouterMessages

/// The ways from an app: to its web page in the store, and to its screenshots.
package enum AppScenes {
    package static let search = "apps"
    package static let detail = "app"

    package static func open(_ app: App) -> SceneRequest {
        .open(RouterInput.Open(name: detail, parameters: ["id": app.id, "title": app.name]))
    }

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

/// Screenshots, one at a time. The scene fetches only the picture of the current page; turning the page cancels the
/// request for the previous one.
package struct Screenshots: JSONCodable, Equatable, Sendable {
    /// The place of the page, from 0.
    package var index: Int
    /// The picture of this page, in Base64.
    package var image: String?
    /// The picture cannot be had.
    package var isMissing: Bool = false

    package static let scene = "screenshots"

    /// The id of a screenshot in the gallery.
    package static func id(_ index: Int) -> String { "screenshot-\(index + 1)" }

    /// The parameters of a scene. They must be small, since the router repeats them with every change of the stack.
    /// - Parameter position: the page to begin with, counted from 1.
    package static func parameters(title: String, urls: [String], position: Int) -> [String: String] {
        ["title": title, "urls": urls.joined(separator: " "), "position": "\(position)"]
    }

    /// The URLs that can be passed on as a parameter. They have no blanks (RFC 3986), so blanks can separate them.
    package static func showable(_ urls: [String]) -> [String] {
        let fitting = urls.filter { url in
            1...1000 ~= url.utf8.count && url.utf8.allSatisfy { 0x21...0x7E ~= $0 }
        }
        return Array(fitting.prefix(30))
    }

    package static func urls(of parameters: [String: String]) -> [String] {
        (parameters["urls"] ?? "").split(separator: " ").map(String.init)
    }

    /// The page that the scene's parameters name.
    package init(parameters: [String: String]) {
        let position = parameters["position"].flatMap { Int($0) } ?? 1
        index = max(position, 1) - 1
        stay(within: Self.urls(of: parameters).count)
    }

    /// The nearest existing page.
    package mutating func stay(within count: Int) { index = min(max(index, 0), max(count, 1) - 1) }

    /// Stays on the page at either end.
    package mutating func turn(to page: Int, of urls: [String]) -> [SceneRequest] {
        guard urls.indices.contains(page) else { return [] }
        index = page
        image = nil
        isMissing = false
        return [.picture(InteractorInput.Get(url: urls[page]))]
    }

    /// Turns the page if that is the user's action.
    package mutating func receive(_ action: UserAction, of urls: [String]) -> [SceneRequest] {
        switch action {
        case .press(ControlName.next): turn(to: index + 1, of: urls)
        case .press(ControlName.previous): turn(to: index - 1, of: urls)
        default: []
        }
    }

    package mutating func receive(picture: String?) {
        image = picture
        isMissing = picture == nil
    }
}
