import Formatting
import InteractorMessages
import JSON
import RouterMessages
import Scenes
import ScreenLayout
import ViewMessages
import Wire

/// A repository with its README. What the search has told of it comes as parameters, so that GitHub, which grants few requests,
/// is asked for the README alone.
struct RepositoryScene: ScenePresenter {
    static let name = "repository"

    struct State: JSONCodable {
        var readme: Readme?
        /// GitHub has none.
        var isMissing: Bool = false
    }

    var state = State()
    private let parameters: [String: String]
    private let reader: Reader
    var alert: AlertText?

    /// The characters of a description that the router keeps; GitHub's own limit is 350.
    private static let longestDescription = 400

    /// - Parameter parameters: those of ``open(_:)``. Only the `id`, `owner/name`, has to be there.
    init(parameters: [String: String], _ reader: Reader) {
        self.parameters = parameters
        self.reader = reader
    }

    static func open(_ repository: Repository) -> SceneRequest {
        let parameters: [String: String?] = [
            "id": repository.fullName, "url": repository.url,
            "description": repository.description.map { String($0.prefix(longestDescription)) },
            "stars": Quantity.short(repository.stars), "language": repository.language,
            "updated": repository.updated,
        ]
        return .open(RouterInput.Open(name: name, parameters: parameters.compactMapValues(\.self)))
    }

    private var id: String { parameters["id"] ?? "" }
    /// Its page on the web.
    private var page: String? { parameters["url"] ?? state.readme?.url }

    var screen: Screen {
        let lines: [Part?] = [
            parameters["description"].map { .text(Text(body: $0)) },
            .caption(
                parameters["stars"].map { "★ \($0)" }, parameters["language"],
                reader.date(parameters["updated"]).map { "updated \($0)" }),
            page.map { _ in .button(Button(control: ControlName.open, title: "Open on GitHub", key: "o")) },
            readme.map { .text($0) },
        ]
        return Screen(title: id.isEmpty ? "Repository" : id, parts: lines.compactMap(\.self))
    }

    /// Nil while nothing has come.
    private var readme: Text? {
        if let readme = state.readme { return ReadmeText.text(readme) }
        return state.isMissing ? ReadmeText.missing : nil
    }

    mutating func begin() -> [SceneRequest] {
        guard !id.isEmpty else {
            alert = DetailText.withoutID("repository")
            return []
        }
        return [.lookup(InteractorInput.Lookup(source: Readme.source, id: id))]
    }

    mutating func receive(_ action: UserAction) -> [SceneRequest] {
        switch action {
        case .press(ControlName.open): page.map { [.openURL(RouterInput.OpenURL(url: $0))] } ?? []
        case .follow(let url): [.openURL(RouterInput.OpenURL(url: url))]
        default: []
        }
    }

    mutating func receive(found event: Event) throws(PayloadError) -> [SceneRequest] {
        state.readme = try event.decode(InteractorOutput.Found<Readme>.self).items.first
        state.isMissing = state.readme == nil
        return []
    }

    mutating func receive(failure: InteractorOutput.Failed) {
        alert = .failure(
            failure, title: DetailText.failure("README"), service: RepositorySearch.service, for: reader)
    }
}
