import InteractorMessages
import RouterMessages
import Scenes
package import VIPMessages
package import Wire

/// The interactor of VIP: decides everything. The view requests, the worker fetches, and each answer of the scene is one
/// response to the presenter; what the router may pass on goes into the data store.
package struct VIPInteractor: Role {
    private var scenes = LiveScenes(makeLogic: Self.logic, readAction: Self.action)

    package init() {}

    package func snapshot() -> [UInt8]? { scenes.snapshot() }

    package mutating func states() -> [Event] { scenes.states() }

    package mutating func restore(_ state: Event) throws(PayloadError) { try scenes.restore(state) }

    package mutating func receive(_ event: Event) throws(PayloadError) -> [Event] { try scenes.receive(event) }

    private static func logic(of scene: Scene) -> any SceneLogic {
        switch scene.name {
        case AppScenes.search: AppsInteractor()
        case AppScenes.detail: AppInteractor(parameters: scene.parameters)
        case Screenshots.scene: ScreenshotInteractor(parameters: scene.parameters)
        case GreetingInteractor.scene: GreetingInteractor()
        default: UnknownInteractor(name: scene.name)
        }
    }

    private static func action(in event: Event) throws(PayloadError) -> UserAction? {
        RouterShare.has(event) ? nil : try UserAction(reported: event)
    }
}

/// The items that the router may pass on to the next scene. The interactor sends them only after a change.
struct DataStore: Sendable {
    var hasChanged = false

    /// - Parameter apps: with no more of each than is passed on.
    mutating func reports(_ apps: [App], _ status: SceneStatus) -> [SceneReport] {
        // A refused store must be sent again, shorter.
        guard hasChanged || status.fitting.kept != nil else { return [] }
        hasChanged = false
        return [SceneReport(DataStoreOutput.DidChange.type, DataStoreOutput.DidChange(apps: apps))]
    }
}

/// Takes the place of a scene that this interactor does not have.
struct UnknownInteractor: SceneLogic {
    let name: String
    var alert: Trouble?

    mutating func receive(_ action: UserAction) -> [SceneRequest] { [] }

    func report(_ status: SceneStatus) -> [SceneReport] {
        let response = PresenterInput.PresentUnknown(name: name, trouble: alert)
        return [SceneReport(PresenterInput.PresentUnknown.type, response)]
    }
}

extension Trouble: SceneWarning {
    package var offersRetry: Bool {
        guard case .failed(let failure) = self else { return false }
        return failure.retryable
    }
}

extension SceneLogic where Warning == Trouble {
    mutating func warn(tooLarge line: ProcessInput.Refused) { alert = .tooLarge(line) }
    mutating func warn(unsent line: ProcessInput.Refused) { alert = .notTold(line) }
}
