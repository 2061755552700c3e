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
        /// As the person types it, and as it was searched last.
        var query: String = ""
        var search: ItemSearch<App>
    }

    var state = State(search: ItemSearch())
    var alert: AlertText?
    var published = Published()
    private let reader: Reader

    init(_ reader: Reader) { self.reader = reader }

    var title: String { AppStoreText.title }
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
        alert = .failure(failure, title: title, service: AppStoreText.service, for: reader)
    }

    /// The query becomes what is searched, without blanks. One that is only blanks is taken back.
    private mutating func search() -> [SceneRequest] {
        let query = state.query.trimmingBlanks
        guard !query.isEmpty else {
            state.query = state.search.term
            alert = SearchText.withoutTerm(AppStoreText.hint)
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
            rows: fitting.shortened(pages.items.map(AppRow.init)),
            text: SearchText(of: pages, term: state.search.term, service: AppStoreText.service),
            hasMore: fitting.kept == nil ? pages.hasMore : nil)
    }
}
