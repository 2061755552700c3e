import Formatting
import InteractorMessages
import JSON
import Scenes
import ViewModelMessages
import Wire

/// Searches the App Store.
struct SearchViewModel: SceneViewModel {
    static let search = "search"

    struct State: JSONCodable {
        /// The typed text, and the last search term.
        var query: String = ""
        var search: ItemSearch<App>
    }

    var state = State(search: ItemSearch())
    var alert: AlertText?
    var published = Published()
    let reader: Reader

    init(_ reader: Reader) { self.reader = reader }

    var title: String { reader[AppStoreText.title] }
    var activity: String { SearchText.activity(isFirstPage: state.search.pages == nil) }

    func properties(_ fitting: Fitting) -> [SceneReport] {
        [
            SceneReport(ViewModelOutput.Query.type, ViewModelOutput.Query(query: state.query)),
            SceneReport(ViewModelOutput.Rows.type, ViewModelOutput.Rows(found: found(fitting))),
            SceneReport(ViewModelOutput.Preview.type, ViewModelOutput.Preview(app: preview(fitting))),
        ]
    }

    mutating func receive(_ action: UserAction) -> [SceneRequest] {
        switch action {
        case .edit(let query):
            state.query = query
            return []
        case .press(Self.search): return search()
        case .highlight(let id):
            state.search.highlighted = id
            return []
        case .select(let id): return state.search.item(id).map { [AppScenes.open($0)] } ?? []
        case .reachEnd where state.search.pages?.cursor != nil: return [state.search.nextPage]
        default: return []
        }
    }

    mutating func retry() -> [SceneRequest] { [state.search.nextPage] }

    mutating func receive(found event: Event) throws(PayloadError) -> [SceneRequest] {
        try state.search.receive(found: event)
        return []
    }

    mutating func receive(failure: InteractorOutput.Failed) {
        let title = SearchText.failure(isFirstPage: state.search.pages == nil)
        alert = .failure(failure, title: reader[title], service: reader[AppStoreText.service], for: reader)
    }

    /// The query becomes the search term, without blanks around it. A query of blanks only is reset.
    private mutating func search() -> [SceneRequest] {
        let query = state.query.trimmingBlanks
        guard !query.isEmpty else {
            state.query = state.search.term
            alert = SearchText.withoutTerm(reader[AppStoreText.hint], for: reader)
            return []
        }
        state.query = query
        alert = nil
        return [state.search.begin(query)]
    }

    private func preview(_ fitting: Fitting) -> AppText? {
        fitting.kept == nil ? state.search.highlightedItem.map { AppText($0, for: reader) } : nil
    }

    private func found(_ fitting: Fitting) -> Found? {
        guard let pages = state.search.pages, fitting.kept != 0 else { return nil }
        return Found(
            rows: fitting.shortened(pages.items.map { AppRow($0, for: reader) }),
            text: SearchText(
                of: pages, term: state.search.term, service: reader[AppStoreText.service], for: reader),
            hasMore: fitting.kept == nil ? pages.hasMore : nil)
    }
}

struct AppViewModel: SceneViewModel {
    var state = ItemLookup<App>()
    var alert: AlertText?
    var published = Published()
    private let id: String
    private let provisionalTitle: String
    let reader: Reader

    /// - Parameter parameters: the app's `id`, and its `title`, which is published until the app has been found.
    init(parameters: [String: String], _ reader: Reader) {
        id = parameters["id"] ?? ""
        provisionalTitle = parameters["title"] ?? reader[AppStoreText.noun].capitalizingFirst
        self.reader = reader
    }

    var title: String { state.item?.name ?? provisionalTitle }

    func properties(_ fitting: Fitting) -> [SceneReport] {
        let text = fitting.kept == 0 ? nil : state.item.map { AppText($0, for: reader) }
        return [SceneReport(ViewModelOutput.App.type, ViewModelOutput.App(app: text))]
    }

    mutating func begin() -> [SceneRequest] {
        guard !id.isEmpty else {
            alert = DetailText.withoutID(AppStoreText.noun, for: reader)
            return []
        }
        return [ItemLookup<App>.request(id)]
    }

    mutating func receive(_ action: UserAction) -> [SceneRequest] {
        state.item.map { AppScenes.requests(for: action, on: $0) } ?? []
    }

    mutating func receive(found event: Event) throws(PayloadError) -> [SceneRequest] {
        if try state.receive(found: event, id: id) == nil {
            alert = DetailText.notFound(
                AppStoreText.noun, id: id, service: reader[AppStoreText.service], for: reader)
        }
        return []
    }

    mutating func receive(failure: InteractorOutput.Failed) {
        let title = DetailText.failure(AppStoreText.noun, for: reader)
        alert = .failure(failure, title: title, service: reader[AppStoreText.service], for: reader)
    }
}

/// Screenshots one by one.
struct ScreenshotsViewModel: SceneViewModel {
    var state: Screenshots {
        // A restored state may be of other screenshots.
        didSet { state.stay(within: urls.count) }
    }
    var alert: AlertText?
    var published = Published()
    let title: String
    let reader: Reader
    private let urls: [String]

    init(parameters: [String: String], _ reader: Reader) {
        self.reader = reader
        title = parameters["title"] ?? reader["Screenshots"]
        urls = Screenshots.urls(of: parameters)
        state = Screenshots(parameters: parameters)
    }

    func properties(_ fitting: Fitting) -> [SceneReport] {
        [
            SceneReport(ViewModelOutput.Screenshot.type, ViewModelOutput.Screenshot(page: page)),
            SceneReport(ViewModelOutput.Picture.type, ViewModelOutput.Picture(picture: picture(fitting))),
        ]
    }

    mutating func begin() -> [SceneRequest] { state.turn(to: state.index, of: urls) }

    mutating func receive(_ action: UserAction) -> [SceneRequest] { state.receive(action, of: urls) }

    mutating func receive(picture: String?) { state.receive(picture: picture) }

    private var page: ScreenshotPage? {
        guard !urls.isEmpty else { return nil }
        return ScreenshotPage(
            position: state.index + 1, count: urls.count,
            caption: AppText.screenshotCaption(state.index, of: urls.count, for: reader))
    }

    private func picture(_ fitting: Fitting) -> PagePicture? {
        guard state.image != nil || state.isMissing, fitting.kept == nil else { return nil }
        return PagePicture(
            position: state.index + 1, caption: AppText.caption(of: state, among: urls.count, for: reader),
            image: state.image)
    }
}
