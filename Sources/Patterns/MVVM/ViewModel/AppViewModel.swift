import Formatting
import InteractorMessages
import Scenes
import ViewModelMessages
import Wire

/// One app of the App Store.
struct AppViewModel: SceneViewModel {
    var state = ItemLookup<App>()
    var alert: AlertText?
    var published = Published()
    private let id: String
    private let provisionalTitle: String
    private let reader: Reader

    /// - Parameter parameters: the app's `id`, and its `title`, which is published until the app has been found.
    init(parameters: [String: String], _ reader: Reader) {
        id = parameters["id"] ?? ""
        provisionalTitle = parameters["title"] ?? AppStoreText.noun.capitalizingFirst
        self.reader = reader
    }

    var title: String { state.item?.name ?? provisionalTitle }

    func properties(_ fitting: Fitting) -> [SceneReport] {
        let text = fitting.kept == 0 ? nil : state.item.map { AppText($0, for: reader) }
        return [SceneReport(ViewModelOutput.App.type, ViewModelOutput.App(app: text))]
    }

    mutating func begin() -> [SceneRequest] {
        guard !id.isEmpty else {
            alert = DetailText.withoutID(AppStoreText.noun)
            return []
        }
        return [ItemLookup<App>.request(id)]
    }

    mutating func receive(_ action: UserAction) -> [SceneRequest] {
        state.item.map { AppScenes.requests(for: action, on: $0) } ?? []
    }

    mutating func receive(found event: Event) throws(PayloadError) -> [SceneRequest] {
        if try state.receive(found: event, id: id) == nil {
            alert = DetailText.notFound(AppStoreText.noun, id: id, service: AppStoreText.service)
        }
        return []
    }

    mutating func receive(failure: InteractorOutput.Failed) {
        let title = DetailText.failure(AppStoreText.noun)
        alert = .failure(failure, title: title, service: AppStoreText.service, for: reader)
    }
}
