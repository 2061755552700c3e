import Formatting
import InteractorMessages
import Scenes
import ScreenLayout
import ViewMessages
import Wire

/// A search field and the rows that were found, loaded page by page.
struct SearchScene<Page: SearchPage>: ScenePresenter {
    var state = ItemSearch<Page.Item>()
    var preferences: Preferences? = Preferences()
    let reader: Reader
    private let hasSettings: Bool
    var alert: AlertText?

    /// - Parameter hasSettings: whether the settings can be opened.
    init(_ reader: Reader, hasSettings: Bool = false) {
        self.reader = reader
        self.hasSettings = hasSettings
    }

    var screen: Screen {
        Screen(
            title: reader[Page.title], prompt: Prompt(placeholder: reader[Page.placeholder], text: state.term),
            parts: state.pages.map(parts(of:)) ?? [], hasMore: state.pages?.hasMore,
            keys: hasSettings ? [SettingsLayout.key(for: reader)] : nil, preview: preview,
            reportsHighlight: Page.hasPreviews ? true : nil)
    }

    private var preview: [Part]? {
        guard Page.hasPreviews, state.highlighted != nil, let item = state.highlightedItem else { return nil }
        return Page.preview(of: item, for: reader)
    }

    var activity: String { SearchText.activity(isFirstPage: state.pages == nil) }

    mutating func receive(_ action: UserAction) -> [SceneRequest] {
        switch action {
        case .search(let query): search(query.trimmingBlanks)
        case .select(let row): state.item(row).map { [Page.choose($0, for: reader).inStore(of: state.country)] } ?? []
        case .highlight(let row): highlight(row)
        case .press(ControlName.settings) where hasSettings: [.settings]
        case .reachEnd where state.pages?.cursor != nil: [state.nextPage]
        default: []
        }
    }

    mutating func retry() -> [SceneRequest] { [state.nextPage] }

    mutating func receive(found event: Event) throws(PayloadError) -> [SceneRequest] {
        try state.receive(found: event)
        return []
    }

    mutating func receive(failure: InteractorOutput.Failed) {
        let title = SearchText.failure(isFirstPage: state.pages == nil)
        alert = .failure(failure, title: reader[title], service: reader[Page.service], for: reader)
    }

    private mutating func search(_ query: String) -> [SceneRequest] {
        guard !query.isEmpty else {
            alert = SearchText.withoutTerm(reader[Page.hint], for: reader)
            return []
        }
        alert = nil
        return [state.begin(query, Page.isStore ? preferences : nil)]
    }

    private mutating func highlight(_ row: String) -> [SceneRequest] {
        state.highlighted = row
        return []
    }

    private func parts(of pages: ItemPages<Page.Item>) -> [Part] {
        let text = SearchText(of: pages, term: state.term, service: reader[Page.service], for: reader)
        return SearchLayout.parts(Page.results(pages.items, empty: text.empty, for: reader), text)
    }
}

/// The differences between searches of one kind and another; ``SearchScene`` does the rest. All words are English.
protocol SearchPage: Sendable {
    associatedtype Item: Entity, Identifiable where Item.ID == String

    /// The service's name as an alert has it: "The store".
    static var service: String { get }
    static var title: String { get }
    static var placeholder: String { get }
    /// Hint for an empty query.
    static var hint: String { get }
    /// True if it searches a store: the user's settings then choose its country and the number of results.
    static var isStore: Bool { get }

    /// The results as a list or a table.
    /// - Parameter empty: the text instead of rows if there are none.
    static func results(_ items: [Item], empty: String?, for reader: Reader) -> Part
    /// True if the item where the selection rests is shown beside the others.
    static var hasPreviews: Bool { get }
    static func preview(of item: Item, for reader: Reader) -> [Part]
    static func choose(_ item: Item, for reader: Reader) -> SceneRequest
}

extension SearchPage {
    static var isStore: Bool { false }
    static var hasPreviews: Bool { false }
    static func preview(of item: Item, for reader: Reader) -> [Part] { [] }
}

/// A search whose results are a list.
protocol ListSearchPage: SearchPage {
    static func row(for item: Item) -> Row
}

extension ListSearchPage {
    static func results(_ items: [Item], empty: String?, for reader: Reader) -> Part {
        .list(List(rows: items.map(row(for:)), empty: empty))
    }
}
