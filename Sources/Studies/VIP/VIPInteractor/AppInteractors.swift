import InteractorMessages
import Scenes
import VIPMessages
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

    /// The store comes first, so that the router knows each row before the user sees it.
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

    /// The app without members that only the details show. If there is too little room, the rows go first.
    private func highlighted(_ fitting: Fitting) -> App? {
        guard fitting.kept == nil, var app = state.highlightedItem else { return nil }
        (app.screenshots, app.artwork, app.url) = ([], nil, nil)
        return app
    }

    private func pages(of apps: [App], _ fitting: Fitting) -> ItemPages<App>? {
        var pages = state.pages
        pages?.items = apps.map { App(id: $0.id, name: $0.name, company: $0.company, rating: $0.rating) }
        // Further rows would not fit either.
        if fitting.kept != nil { pages?.cursor = nil }
        return pages
    }
}

/// Looks up one app.
struct AppInteractor: SceneLogic {
    var state = ItemLookup<App>()
    var alert: Trouble?
    private let id: String
    private let name: String?
    private var store = DataStore()

    /// - Parameter parameters: the app's `id`, and its name, the `title`.
    init(parameters: [String: String]) {
        id = parameters["id"] ?? ""
        name = parameters["title"]
    }

    mutating func begin() -> [SceneRequest] {
        guard !id.isEmpty else {
            alert = .missing(.id)
            return []
        }
        return [ItemLookup<App>.request(id)]
    }

    mutating func receive(_ action: UserAction) -> [SceneRequest] { [] }

    mutating func receive(found event: Event) throws(PayloadError) -> [SceneRequest] {
        if try state.receive(found: event, id: id) == nil { alert = .missing(.item) }
        store.hasChanged = true
        return []
    }

    mutating func receive(failure: InteractorOutput.Failed) { alert = .failed(failure) }

    mutating func report(_ status: SceneStatus) -> [SceneReport] {
        // An app has no rows to drop.
        let app = status.fitting.kept == 0 ? nil : state.item
        let response = PresenterInput.PresentApp(
            id: id, name: name, app: app, isWaiting: status.isWaiting, trouble: alert)
        let stored = app.map { App(id: $0.id, name: $0.name, screenshots: $0.screenshots, url: $0.url) }
        return store.reports(stored.map { [$0] } ?? [], status)
            + [SceneReport(PresenterInput.PresentApp.type, response)]
    }
}

/// Turns the pages of an app's screenshots, and fetches the picture of each.
struct ScreenshotInteractor: SceneLogic {
    var state: Screenshots {
        // A restored state may be of other screenshots.
        didSet { state.stay(within: urls.count) }
    }
    var alert: Trouble?
    private let name: String?
    private let urls: [String]

    init(parameters: [String: String]) {
        name = parameters["title"]
        urls = Screenshots.urls(of: parameters)
        state = Screenshots(parameters: parameters)
    }

    mutating func begin() -> [SceneRequest] { state.turn(to: state.index, of: urls) }

    mutating func receive(_ action: UserAction) -> [SceneRequest] { state.receive(action, of: urls) }

    mutating func receive(picture: String?) { state.receive(picture: picture) }

    func report(_ status: SceneStatus) -> [SceneReport] {
        let response = PresenterInput.PresentScreenshot(
            name: name, position: state.index + 1, count: urls.count,
            image: status.fitting.kept == nil ? state.image : nil, isMissing: state.isMissing, trouble: alert)
        return [SceneReport(PresenterInput.PresentScreenshot.type, response)]
    }
}
