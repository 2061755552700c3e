import InteractorMessages
import JSON
import ViewMessages

/// Screenshots one by one, over the whole screen. Only the picture of the current page is fetched; turning the page
/// cancels the request for the previous one.
struct ScreenshotsScene: ScenePresenter {
    static let name = "screenshots"

    struct State: JSONCodable {
        var index: Int
        var picture: Picture
    }

    var state: State {
        // A restored state may be of other screenshots.
        didSet { state.index = Self.bounded(state.index, count: urls.count) }
    }
    private let title: String
    private let urls: [String]
    var alert: Alert?

    /// The scene's parameters. They must be small, since the router repeats them with every change of the stack.
    /// - Parameter position: the page to begin with, counted from 1.
    static func parameters(title: String, urls: [String], position: Int) -> [String: String] {
        ["title": title, "urls": urls.joined(separator: " "), "position": "\(position)"]
    }

    /// The URLs that can be passed on as a parameter. They have no blanks (RFC 3986), so blanks can separate them.
    static func showable(_ urls: [String]) -> [String] {
        let fitting = urls.filter { url in
            1...1000 ~= url.utf8.count && url.utf8.allSatisfy { 0x21...0x7E ~= $0 }
        }
        return Array(fitting.prefix(30))
    }

    static func caption(_ index: Int, of count: Int) -> String { "Screenshot \(index + 1) of \(count)" }

    init(parameters: [String: String]) {
        title = parameters["title"] ?? "Screenshots"
        urls = (parameters["urls"] ?? "").split(separator: " ").map(String.init)
        let position = parameters["position"].flatMap { Int($0) } ?? 1
        let index = Self.bounded(max(position, 1) - 1, count: urls.count)
        state = State(index: index, picture: Picture(caption: Self.caption(index, of: urls.count)))
    }

    private static func bounded(_ index: Int, count: Int) -> Int { min(max(index, 0), max(count, 1) - 1) }

    var screen: Screen {
        guard !urls.isEmpty else {
            return Screen(title: title, parts: [.text(Text(body: "There are no screenshots."))])
        }
        return Screen(
            title: title, parts: [.pager(Pager(position: state.index + 1, count: urls.count, page: state.picture))])
    }

    mutating func begin() -> [SceneRequest] { turn(to: state.index) }

    mutating func receive(_ action: UserAction) -> [SceneRequest] {
        switch action {
        case .press(ControlName.next): turn(to: state.index + 1)
        case .press(ControlName.previous): turn(to: state.index - 1)
        default: []
        }
    }

    mutating func receive(picture image: String?) {
        state.picture.image = image
        if image == nil { state.picture.caption += " cannot be loaded" }
    }

    /// Stays on the page at either end.
    private mutating func turn(to page: Int) -> [SceneRequest] {
        guard urls.indices.contains(page) else { return [] }
        state = State(index: page, picture: Picture(caption: Self.caption(page, of: urls.count)))
        return [.picture(InteractorInput.Get(url: urls[page]))]
    }
}
