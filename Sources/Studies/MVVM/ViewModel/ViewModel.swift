package import Formatting
import JSON
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
                case Screenshots.scene: ScreenshotsViewModel(parameters: scene.parameters, reader)
                case GreetingViewModel.name: GreetingViewModel(reader)
                default: UnknownViewModel(name: scene.name, reader: reader)
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

    /// Translates the router's messages into properties and reports.
    private func report(of event: Event) throws(PayloadError) -> Event? {
        switch event.type {
        case RouterOutput.DidNavigate.type:
            let stack = try event.decode(RouterOutput.DidNavigate.self).stack
            let path = stack.map {
                PathStep(scene: $0.scene, name: $0.name, isModal: $0.presentation == .modal ? true : nil)
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

/// The view model of one scene: a picture of the scene in properties, without any notion of how they are shown.
protocol SceneViewModel: SceneLogic where Warning == AlertText {
    var reader: Reader { get }
    var title: String { get }
    /// The activity while the scene waits for a reply, in English.
    var activity: String { get }
    var published: Published { get set }
    /// The properties that only this scene has.
    func properties(_ fitting: Fitting) -> [SceneReport]
}

extension SceneViewModel {
    var activity: String { "Loading…" }

    /// Reports the changes, and then the activity in any case: it closes the report (``ViewModelOutput/Activity``).
    mutating func report(_ status: SceneStatus) -> [SceneReport] {
        let title = SceneReport(ViewModelOutput.Title.type, ViewModelOutput.Title(title: title))
        let alert = SceneReport(ViewModelOutput.Alert.type, ViewModelOutput.Alert(alert: alert))
        let activity = ViewModelOutput.Activity(activity: status.isWaiting ? reader[activity] : nil)
        return published.changes(among: [title] + properties(status.fitting) + [alert])
            + [SceneReport(ViewModelOutput.Activity.type, activity)]
    }

    mutating func warn(tooLarge line: ProcessInput.Refused) { alert = .tooLarge(line, for: reader) }
    mutating func warn(unsent line: ProcessInput.Refused) { alert = .unsent(line, for: reader) }
}

/// The properties that a scene has published.
struct Published: Sendable {
    private var newest: [String: [UInt8]] = [:]

    /// - Returns: the properties whose values are new, in the same order.
    mutating func changes(among properties: [SceneReport]) -> [SceneReport] {
        properties.filter { property in
            let value = property.message.json
            return newest.updateValue(value, forKey: property.type) != value
        }
    }
}

extension UserAction {
    private static let prefix = "viewmodel.input."

    /// The command that a view gives the view model; nil for an event that is none.
    init?(command event: Event) throws(PayloadError) {
        guard event.type.hasPrefix(Self.prefix) else { return nil }
        switch event.type {
        case ViewModelInput.SetQuery.type: self = .edit(query: try event.decode(ViewModelInput.SetQuery.self).query)
        case ViewModelInput.Highlight.type:
            self = .highlight(row: try event.decode(ViewModelInput.Highlight.self).id)
        case ViewModelInput.Choose.type: self = .select(row: try event.decode(ViewModelInput.Choose.self).id)
        default: self = ViewModelCommand(type: event.type).map(UserAction.init) ?? .unknown
        }
    }

    private init(_ command: ViewModelCommand) {
        switch command {
        case .loadMore: self = .reachEnd
        case .goBack: self = .goBack
        case .dismiss: self = .press(control: ControlName.dismiss)
        case .retry: self = .press(control: ControlName.retry)
        case .open: self = .press(control: ControlName.open)
        case .next: self = .press(control: ControlName.next)
        case .previous: self = .press(control: ControlName.previous)
        case .greet: self = .press(control: ControlName.greet)
        case .search: self = .press(control: SearchViewModel.search)
        }
    }
}

/// Takes the place of a scene that there is not.
struct UnknownViewModel: SceneViewModel {
    let title: String
    let reader: Reader
    var alert: AlertText?
    var published = Published()

    init(name: String, reader: Reader) {
        title = name
        self.reader = reader
    }

    func properties(_ fitting: Fitting) -> [SceneReport] { [] }

    mutating func begin() -> [SceneRequest] {
        alert = .notice(
            reader["Nothing to show"],
            reader("There is no scene called “%”. Go back to where you came from.", title))
        return []
    }

    mutating func receive(_ action: UserAction) -> [SceneRequest] { [] }
}
