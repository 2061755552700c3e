import CycleMessages
import InteractorMessages
import Scenes
import Wire

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
        // There are no rows to leave out.
        let app = status.fitting.kept == 0 ? nil : state.item
        let response = PresenterInput.PresentApp(
            id: id, name: name, app: app, isWaiting: status.isWaiting, trouble: alert)
        let stored = app.map { App(id: $0.id, name: $0.name, screenshots: $0.screenshots, url: $0.url) }
        return store.reports(stored.map { [$0] } ?? [], status)
            + [SceneReport(PresenterInput.PresentApp.type, response)]
    }
}
