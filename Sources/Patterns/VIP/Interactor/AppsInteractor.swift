import CycleMessages
import InteractorMessages
import Scenes
import Wire

/// Searches for apps.
struct AppsInteractor: SceneLogic {
    var state = ItemSearch<App>()
    var alert: Trouble?
    private var store = DataStore()

    mutating func receive(_ action: UserAction) -> [SceneRequest] {
        switch action {
        case .search(let query): search(query.trimmingBlanks)
        case .highlight(let row): highlight(row)
        case .reachEnd where state.pages?.cursor != nil: [state.nextPage]
        default: []
        }
    }

    mutating func retry() -> [SceneRequest] { [state.nextPage] }

    mutating func receive(found event: Event) throws(PayloadError) -> [SceneRequest] {
        try state.receive(found: event)
        store.hasChanged = true
        return []
    }

    mutating func receive(failure: InteractorOutput.Failed) { alert = .failed(failure) }

    /// The store first: then the router knows each row before the person does.
    mutating func report(_ status: SceneStatus) -> [SceneReport] {
        let apps = status.fitting.shortened(state.pages?.items ?? [])
        let response = PresenterInput.PresentApps(
            term: state.term, pages: pages(of: apps, status.fitting), highlighted: highlighted(status.fitting),
            isWaiting: status.isWaiting, trouble: alert)
        return store.reports(apps.map { App(id: $0.id, name: $0.name) }, status)
            + [SceneReport(PresenterInput.PresentApps.type, response)]
    }

    private mutating func search(_ query: String) -> [SceneRequest] {
        guard !query.isEmpty else {
            alert = .missing(.term)
            return []
        }
        alert = nil
        store.hasChanged = true
        return [state.begin(query)]
    }

    private mutating func highlight(_ row: String) -> [SceneRequest] {
        state.highlighted = row
        return []
    }

    /// Without what only its page shows. Where there is too little room, the rows go before it.
    private func highlighted(_ fitting: Fitting) -> App? {
        guard fitting.kept == nil, var app = state.highlightedItem else { return nil }
        (app.screenshots, app.artwork, app.url) = ([], nil, nil)
        return app
    }

    private func pages(of apps: [App], _ fitting: Fitting) -> ItemPages<App>? {
        var pages = state.pages
        pages?.items = apps.map { App(id: $0.id, name: $0.name, company: $0.company, rating: $0.rating) }
        // More rows would not fit either.
        if fitting.kept != nil { pages?.cursor = nil }
        return pages
    }
}
