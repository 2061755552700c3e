import InteractorMessages
import JSON
import ViewMessages
import Wire

/// A search field and the rows that were found, page by page.
struct SearchScene<Page: SearchPage>: ScenePresenter {
    struct State: JSONCodable {
        /// The latest search term; empty before the first search.
        var term: String = ""
        /// Nil while there is no answer to ``term``.
        var pages: ItemPages<Page.Item>?
    }

    var state = State()
    private let reader: Reader
    var alert: Alert?

    init(_ reader: Reader) { self.reader = reader }

    var screen: Screen {
        Screen(
            title: Page.title, prompt: Prompt(placeholder: Page.placeholder, text: state.term),
            parts: state.pages.map(parts(of:)) ?? [], hasMore: state.pages?.hasMore)
    }

    var activity: String { state.pages == nil ? "Searching…" : "Loading more…" }

    mutating func receive(_ action: UserAction) -> [SceneRequest] {
        switch action {
        case .search(let query):
            return search(query)
        case .select(let row):
            return state.pages?.items.first { $0.id == row }.map { [Page.choose($0)] } ?? []
        case .reachEnd where state.pages?.cursor != nil:
            return [nextPage]
        default:
            return []
        }
    }

    mutating func retry() -> [SceneRequest] { [nextPage] }

    mutating func receive(found event: Event) throws(PayloadError) -> [SceneRequest] {
        var found = try event.decode(InteractorOutput.Found<Page.Item>.self)
        var pages = state.pages ?? ItemPages()
        // Results may shift between two requests, so that one is repeated on the next page.
        var known = Set(pages.items.map(\.id))
        found.items.removeAll { !known.insert($0.id).inserted }
        pages.append(found)
        state.pages = pages
        if Page.alertsWhenNothingIsFound, pages.items.isEmpty {
            alert = .notice("No results", "Nothing was found for “\(state.term)”.")
        }
        return []
    }

    mutating func receive(failure: InteractorOutput.Failed) {
        let title = state.pages == nil ? "The search failed" : "No more results could be loaded"
        alert = .failure(failure, title: title, service: Page.service, for: reader)
    }

    private mutating func search(_ query: String) -> [SceneRequest] {
        let query = query.trimmingBlanks
        guard !query.isEmpty else {
            alert = .notice("Enter a search term", Page.hint)
            return []
        }
        state.term = query
        // Rows always belong to the term above them: the old ones go now, not when the new ones come.
        state.pages = nil
        alert = nil
        return [nextPage]
    }

    /// Asks for the next page of the latest search; for the first one while there are no pages.
    private var nextPage: SceneRequest {
        .search(InteractorInput.Search(source: Page.Item.source, term: state.term, cursor: state.pages?.cursor))
    }

    private func parts(of pages: ItemPages<Page.Item>) -> [Part] {
        let rows = pages.items.map(Page.row(for:))
        if rows.isEmpty, Page.alertsWhenNothingIsFound { return [] }
        let list = List(rows: rows, empty: rows.isEmpty ? "No results for “\(state.term)”" : nil)
        return [.list(list)]
            + [closing(of: pages), pages.unreadableCaption, interruption(of: pages)].compactMap(\.self)
    }

    /// Says that the source did not finish the search.
    private func interruption(of pages: ItemPages<Page.Item>) -> Part? {
        pages.incomplete == true
            ? .caption("\(Page.service) did not finish the search; there may be more results") : nil
    }

    /// Says why the rows end although more results were found.
    private func closing(of pages: ItemPages<Page.Item>) -> Part? {
        guard let limit = Page.listingLimit, let total = pages.total, total > limit, pages.cursor == nil
        else { return nil }
        let results = Quantity.text(total, "result", "results")
        return .caption("\(Page.service) lists only the first \(Quantity.grouped(limit)) of \(results)")
    }
}
