package import Formatting
import RouterMessages
import ViewMessages
import ViewModelMessages
package import Wire

/// Binds a view to the view model: properties to the screen, and user actions to commands. It decides nothing.
///
/// Each property that comes is laid out at once. A screen answers what the newest activity answers, since that comes after all
/// that belongs to it.
package struct ViewModelBinder: Role {
    private var scenes = BoundScenes()
    private let reader: Reader

    package init(reader: Reader = Reader()) { self.reader = reader }

    /// An empty snapshot: the properties are states, and a successor is sent the newest of each.
    package func snapshot() -> [UInt8]? { Array("{}".utf8) }

    package mutating func receive(_ event: Event) throws(PayloadError) -> [Event] {
        switch event.type {
        case ViewModelOutput.Path.type: [try follow(event)]
        case ViewModelOutput.DidOpen.type: [try didOpen(event)]
        case ViewModelOutput.DidFail.type: [try didFail(event)]
        case let type where type.hasPrefix("viewmodel.output."): try bind(event)
        case let type where type.hasPrefix("view.output."): try command(event)
        default: []
        }
    }

    // MARK: From the view model to the view

    private mutating func bind(_ event: Event) throws(PayloadError) -> [Event] {
        guard let subject = event.subject else {
            throw PayloadError(type: event.type, reason: "no subject: the scene whose property this is")
        }
        let scene = try scenes.take(event, of: subject)
        return scene.answered.map { [show(scene, answering: event, to: $0)] } ?? []
    }

    /// - Parameter command: the user action.
    private func show(_ scene: BoundScene, answering event: Event, to command: String) -> Event {
        var show = Event(ViewInput.Show.type, ViewInput.Show(screen: scene.screen(for: reader)), answering: event)
        show.correlationID = command
        return show
    }

    private mutating func follow(_ event: Event) throws(PayloadError) -> Event {
        let path = try event.decode(ViewModelOutput.Path.self).path
        scenes.follow(path)
        let stack = path.map { place in
            Scene(scene: place.scene, name: place.name, presentation: place.isModal == true ? .modal : nil)
        }
        return Event(RouterOutput.DidNavigate.type, RouterOutput.DidNavigate(stack: stack), answering: event)
    }

    private func didOpen(_ event: Event) throws(PayloadError) -> Event {
        let url = try event.decode(ViewModelOutput.DidOpen.self).url
        return Event(RouterOutput.DidOpenURL.type, RouterOutput.DidOpenURL(url: url), answering: event)
    }

    private func didFail(_ event: Event) throws(PayloadError) -> Event {
        let failure = try event.decode(ViewModelOutput.DidFail.self)
        let report = RouterOutput.DidFail(action: failure.action, message: failure.message, url: failure.url)
        return Event(RouterOutput.DidFail.type, report, answering: event)
    }

    // MARK: From the view to the view model

    private func command(_ event: Event) throws(PayloadError) -> [Event] {
        switch event.type {
        case ViewOutput.DidSearch.type:
            let query = ViewModelInput.SetQuery(query: try event.decode(ViewOutput.DidSearch.self).query)
            return [Event(ViewModelInput.SetQuery.type, query, answering: event), command(.search, event)]
        case ViewOutput.DidSelect.type:
            let choose = ViewModelInput.Choose(id: try event.decode(ViewOutput.DidSelect.self).row)
            return [Event(ViewModelInput.Choose.type, choose, answering: event)]
        case ViewOutput.DidHighlight.type:
            let highlight = ViewModelInput.Highlight(id: try event.decode(ViewOutput.DidHighlight.self).row)
            return [Event(ViewModelInput.Highlight.type, highlight, answering: event)]
        case ViewOutput.DidPress.type:
            let control = try event.decode(ViewOutput.DidPress.self).control
            return ViewModelCommand(control: control).map { [command($0, event)] } ?? showAgain(event)
        case ViewOutput.DidReachEnd.type: return [command(.loadMore, event)]
        case ViewOutput.DidGoBack.type: return [command(.goBack, event)]
        default: return showAgain(event)
        }
    }

    private func command(_ command: ViewModelCommand, _ event: Event) -> Event {
        Event(command.type, NoDetails(), answering: event)
    }

    /// Answers an action that is bound to no command.
    private func showAgain(_ event: Event) -> [Event] {
        event.subject.flatMap { scenes[$0] }.map { [show($0, answering: event, to: event.correlation)] } ?? []
    }
}

/// The scenes on the path, and those that are not on it yet.
struct BoundScenes {
    private var scenes: [String: BoundScene] = [:]
    private var path: Set<String> = []
    /// Oldest first.
    private var ahead: [String] = []

    /// The most scenes with properties that the path has not named yet, as in a restarted view. Beyond that the oldest
    /// are dropped.
    private static let mostAhead = 64

    subscript(_ scene: String) -> BoundScene? { scenes[scene] }

    mutating func take(_ event: Event, of scene: String) throws(PayloadError) -> BoundScene {
        var bound = scenes[scene] ?? BoundScene()
        try bound.take(event)
        if scenes.updateValue(bound, forKey: scene) == nil, !path.contains(scene) {
            ahead.append(scene)
            if ahead.count > Self.mostAhead { scenes[ahead.removeFirst()] = nil }
        }
        return bound
    }

    /// Scenes never come back, so those that have left the path are forgotten.
    mutating func follow(_ newPath: [PathStep]) {
        let new = Set(newPath.map(\.scene))
        for gone in path.subtracting(new) { scenes[gone] = nil }
        ahead.removeAll { new.contains($0) }
        path = new
    }
}
