import CycleMessages
import InteractorMessages
import RouterMessages
import Scenes
package import Wire

/// The interactor of VIP: decides everything. The view requests, the worker fetches, and each answer of the scene is one
/// response to the presenter; what the router may pass on goes into the data store.
package struct CycleInteractor: Role {
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
