import Formatting
import InteractorMessages
import Scenes
import ScreenLayout
import ViewMessages
import Wire

/// A search field and the rows that were found, page by page.
struct SearchScene<Page: SearchPage>: ScenePresenter {
    var state = ItemSearch<Page.Item>()
    var preferences: Preferences? = Preferences()
    private let reader: Reader
    private let hasSettings: Bool
    var alert: AlertText?

    /// - Parameter hasSettings: whether the settings can be opened.
    init(_ reader: Reader, hasSettings: Bool = false) {
        self.reader = reader
        self.hasSettings = hasSettings
    }

    var screen: Screen {
        Screen(
            title: Page.title, prompt: Prompt(placeholder: Page.placeholder, text: state.term),
            parts: state.pages.map(parts(of:)) ?? [], hasMore: state.pages?.hasMore,
            keys: hasSettings ? [SettingsLayout.key] : nil)
    }

    var activity: String { SearchText.activity(isFirstPage: state.pages == nil) }

    mutating func receive(_ action: UserAction) -> [SceneRequest] {
        switch action {
        case .search(let query): search(query.trimmingBlanks)
        case .select(let row): state.item(row).map { [Page.choose($0).inStore(of: state.country)] } ?? []
        case .press(ControlName.settings) where hasSettings: [.settings]
        case .reachEnd where state.pages?.cursor != nil: [state.nextPage]
        default: []
        }
    }

    mutating func retry() -> [SceneRequest] { [state.nextPage] }

    mutating func receive(found event: Event) throws(PayloadError) -> [SceneRequest] {
        try state.receive(found: event)
        if Page.alertsWhenNothingIsFound, state.pages?.items.isEmpty == true {
            alert = .notice("No results", "Nothing was found for “\(state.term)”.")
        }
        return []
    }

    mutating func receive(failure: InteractorOutput.Failed) {
        let title = SearchText.failure(isFirstPage: state.pages == nil)
        alert = .failure(failure, title: title, service: Page.service, for: reader)
    }

    private mutating func search(_ query: String) -> [SceneRequest] {
        guard !query.isEmpty else {
            alert = SearchText.withoutTerm(Page.hint)
            return []
        }
        alert = nil
        return [state.begin(query, Page.isStore ? preferences : nil)]
    }

    private func parts(of pages: ItemPages<Page.Item>) -> [Part] {
        if pages.items.isEmpty, Page.alertsWhenNothingIsFound { return [] }
        let text = SearchText(
            of: pages, term: state.term, service: Page.service, listingLimit: Page.listingLimit)
        return SearchLayout.parts(pages.items.map(Page.row(for:)), text)
    }
}
