import Formatting
import InteractorMessages
import JSON
import RouterMessages
import Scenes
import ScreenLayout
import ViewMessages
import Wire

extension Application {
    static let repositories = Application(
        scene: RepositorySearch.scene, title: "GitHub repositories", summary: "Search GitHub",
        description: """
            Search the public repositories of GitHub, sort them by stars, forks or date, and read their READMEs.
            """,
        asks: "the GitHub REST API; GITHUB_TOKEN raises its rate limit",
        scenes: [
            RepositorySearch.scene: { SearchScene<RepositorySearch>($1.reader) },
            RepositoryScene.name: { RepositoryScene(parameters: $0, $1.reader) },
        ])
}

/// Searches the repositories of GitHub, as a table that GitHub sorts; choosing one opens its README.
enum RepositorySearch: SearchPage {
    static let scene = "repositories"
    static let service = "GitHub"
    static let title = "GitHub repositories"
    static let placeholder = "Search repositories"
    static let hint = "Type what the repositories should be about, such as “swift parser”."
    static let alertsWhenNothingIsFound = true
    static let listingLimit: Int? = 1000
    static let orders = RepositoryTable.columns.filter { $0.isSortable == true }.map(\.id)

    static func results(
        _ repositories: [Repository], in order: SearchOrder?, empty: String?, for reader: Reader
    ) -> Part {
        .table(
            Table(
                columns: RepositoryTable.columns.translated(for: reader),
                rows: repositories.map { RepositoryTable.row(for: $0, reader) },
                sort: order.map { Sort(column: $0.by, isDescending: $0.isDescending) }, empty: empty))
    }

    static func choose(_ repository: Repository, for reader: Reader) -> SceneRequest {
        RepositoryScene.open(repository, for: reader)
    }
}

extension Repository: Identifiable {}

/// The columns of a repository in the table. GitHub sorts only by numbers and dates, not by names or languages.
enum RepositoryTable {
    /// On narrow terminals, the name and the stars are left.
    static let columns = [
        Column(id: "name", title: "Repository"),
        Column(id: "language", title: "Language", priority: 2),
        Column(id: "stars", title: "Stars", alignment: .end, priority: 4, isSortable: true),
        Column(id: "forks", title: "Forks", alignment: .end, priority: 1, isSortable: true),
        // At the end, so that it is asked for from the newest on.
        Column(id: "updated", title: "Updated", alignment: .end, priority: 3, isSortable: true),
        Column(id: "description", title: "Description", grows: true, priority: 0),
    ]

    static func row(for repository: Repository, _ reader: Reader) -> TableRow {
        let texts = [
            repository.fullName, repository.language, Quantity.short(repository.stars, for: reader),
            repository.forks.map { Quantity.short($0, for: reader) }, reader.date(repository.updated),
            repository.description,
        ]
        return TableRow(id: repository.id, cells: texts.map { TableCell($0 ?? "") })
    }
}

/// A repository with its README. Its parameters contain the search result, so that GitHub, which grants few requests,
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
    let reader: Reader
    var alert: AlertText?

    /// The characters of a description that the router keeps; GitHub's own limit is 350.
    private static let longestDescription = 400

    /// - Parameter parameters: those of ``open(_:for:)``. Only the `id`, `owner/name`, has to be there.
    init(parameters: [String: String], _ reader: Reader) {
        self.parameters = parameters
        self.reader = reader
    }

    static func open(_ repository: Repository, for reader: Reader) -> SceneRequest {
        let parameters: [String: String?] = [
            "id": repository.fullName, "url": repository.url,
            "description": repository.description.map { String($0.prefix(longestDescription)) },
            "stars": Quantity.short(repository.stars, for: reader), "language": repository.language,
            "updated": repository.updated,
        ]
        return .open(RouterInput.Open(name: name, parameters: parameters.compactMapValues(\.self)))
    }

    private var id: String { parameters["id"] ?? "" }
    /// Its web page.
    private var page: String? { parameters["url"] ?? state.readme?.url }

    var screen: Screen {
        let lines: [Part?] = [
            parameters["description"].map { .text(Text(body: $0)) },
            .caption(
                parameters["stars"].map { "★ \($0)" }, parameters["language"],
                reader.date(parameters["updated"]).map { reader("updated %", $0) }),
            page.map { _ in .button(Button(control: ControlName.open, title: reader["Open on GitHub"], key: "o")) },
            readme.map { .text($0) },
        ]
        return Screen(title: id.isEmpty ? reader["Repository"] : id, parts: lines.compactMap(\.self))
    }

    /// Nil while nothing has come.
    private var readme: Text? {
        if let readme = state.readme { return ReadmeText.text(readme, for: reader) }
        return state.isMissing ? ReadmeText.missing(for: reader) : nil
    }

    mutating func begin() -> [SceneRequest] {
        guard !id.isEmpty else {
            alert = DetailText.withoutID("repository", for: reader)
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
            failure, title: DetailText.failure("README", for: reader), service: RepositorySearch.service, for: reader)
    }
}

/// A README as a text of the screen, or why there is none.
enum ReadmeText {
    static func missing(for reader: Reader) -> Text { Text(body: reader["There is no README."], tone: .muted) }

    static func text(_ readme: Readme, for reader: Reader) -> Text {
        guard let body = readme.text, readme.obstacle == nil else {
            return Text(heading: readme.name, body: word(for: readme, reader), tone: .muted)
        }
        guard body.contains(where: { !$0.isWhitespace }) else {
            return Text(heading: readme.name, body: reader["It is empty."], tone: .muted)
        }
        return Text(heading: readme.name, body: body, format: isMarkdown(readme.name) ? .markdown : .plain)
    }

    private static func word(for readme: Readme, _ reader: Reader) -> String {
        switch readme.obstacle {
        case .tooLarge:
            guard let size = readme.size else { return reader["It is too large to be shown."] }
            return reader(
                "It is too large to be shown: it has %.", reader.count(size, "% byte", "% bytes"))
        case .encoding: return reader["It cannot be shown: it is not written in UTF-8."]
        case .binary: return reader["It cannot be shown: it is not text."]
        case nil: return reader["It cannot be shown."]
        }
    }

    /// By the file's name, as GitHub decides. Other markup, such as reStructuredText, is shown as it was written.
    private static func isMarkdown(_ name: String) -> Bool {
        let name = name.lowercased()
        return !name.contains(".") || ["md", "markdown", "mdown", "mkd", "mkdn"].contains { name.hasSuffix(".\($0)") }
    }
}
