package import Formatting
import RouterMessages
import Scenes
import ViewModelMessages
package import Wire

/// Keeps what the view shows as properties, and carries out its commands. It does not know who shows them, and how.
package struct ViewModel: Role {
    private var scenes: LiveScenes

    package init(reader: Reader) {
        scenes = LiveScenes(
            makeLogic: { scene in
                switch scene.name {
                case AppScenes.search: SearchViewModel(reader)
                case AppScenes.detail: AppViewModel(parameters: scene.parameters, reader)
                case Screenshots.scene: ScreenshotsViewModel(parameters: scene.parameters)
                case GreetingViewModel.name: GreetingViewModel(reader)
                default: UnknownViewModel(name: scene.name)
                }
            },
            readAction: { event throws(PayloadError) in try UserAction(command: event) })
    }

    package func snapshot() -> [UInt8]? { scenes.snapshot() }
    package mutating func restore(_ state: Event) throws(PayloadError) { try scenes.restore(state) }

    package mutating func receive(_ event: Event) throws(PayloadError) -> [Event] {
        let report = try report(of: event).map { [$0] } ?? []
        return report + (try scenes.receive(event))
    }

    /// What the router says, in the words of the view model.
    private func report(of event: Event) throws(PayloadError) -> Event? {
        switch event.type {
        case RouterOutput.DidNavigate.type:
            let stack = try event.decode(RouterOutput.DidNavigate.self).stack
            let path = stack.map {
                Place(scene: $0.scene, name: $0.name, isModal: $0.presentation == .modal ? true : nil)
            }
            return Event(ViewModelOutput.Path.type, ViewModelOutput.Path(path: path), answering: event)
        case RouterOutput.DidOpenURL.type:
            let url = try event.decode(RouterOutput.DidOpenURL.self).url
            return Event(ViewModelOutput.DidOpen.type, ViewModelOutput.DidOpen(url: url), answering: event)
        case RouterOutput.DidFail.type:
            let failure = try event.decode(RouterOutput.DidFail.self)
            let report = ViewModelOutput.DidFail(
                action: failure.action, message: failure.message, url: failure.url)
            return Event(ViewModelOutput.DidFail.type, report, answering: event)
        default:
            return nil
        }
    }
}
