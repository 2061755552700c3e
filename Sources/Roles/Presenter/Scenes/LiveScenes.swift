import InteractorMessages
import JSON
package import RouterMessages
package import Wire

/// The scenes on the router's stack: keeps the logic of each, and passes it the events about that scene.
package struct LiveScenes: Role {
    package typealias LogicFactory = @Sendable (Scene) -> any SceneLogic
    package typealias ActionReader = @Sendable (Event) throws(PayloadError) -> UserAction?

    /// The scenes in the order of the stack, the top scene last.
    private var scenes: [LiveScene] = []
    /// The scenes on the stack that another process presents.
    private var foreign = ForeignScenes()
    /// The user's settings, for all scenes, now and later.
    private var preferences = Preferences()
    /// The names of the scenes that this process presents; nil for all.
    private let names: Set<String>?
    private let makeLogic: LogicFactory
    private let readAction: ActionReader

    /// - Parameters:
    ///   - names: of the scenes that this process presents; nil for all.
    ///   - makeLogic: creates the logic of a new scene.
    ///   - readAction: reads a user action; returns nil for any other event, and for an action that another role
    ///     answers.
    package init(
        named names: Set<String>? = nil, makeLogic: @escaping LogicFactory,
        readAction: @escaping ActionReader = { event throws(PayloadError) in try UserAction(reported: event) }
    ) {
        self.names = names
        self.makeLogic = makeLogic
        self.readAction = readAction
    }

    package func snapshot() -> [UInt8]? {
        Payload.encode(LiveScenesSnapshot(scenes: scenes, foreign: foreign, preferences: preferences))
    }

    package mutating func restore(_ state: Event) throws(PayloadError) {
        let makeLogic = makeLogic
        let snapshot = try Payload.read(state.data, of: state.type) { reader throws(JSONError) in
            try LiveScenesSnapshot(from: &reader, makeLogic)
        }
        (scenes, foreign, preferences) = (snapshot.scenes, snapshot.foreign, snapshot.preferences)
        for index in scenes.indices { scenes[index].preferences = preferences }
    }

    package mutating func states() -> [Event] { scenes.indices.flatMap { scenes[$0].states() } }

    package mutating func receive(_ event: Event) throws(PayloadError) -> [Event] {
        switch event.type {
        case RouterOutput.DidNavigate.type:
            return navigate(to: try event.decode(RouterOutput.DidNavigate.self).stack, event)
        case RouterOutput.DidFail.type:
            settleNavigation()
            return []
        case ProcessInput.Refused.type:
            let line = try event.decode(ProcessInput.Refused.self)
            return event.subject.flatMap(index(of:)).map { scenes[$0].receive(refused: line, event) } ?? []
        case InteractorOutput.found, InteractorOutput.Got.type, InteractorOutput.Failed.type:
            return answer(event)
        default:
            return act(event)
        }
    }

    /// Begins scenes that are new in the stack, and drops those that are gone.
    private mutating func navigate(to whole: [Scene], _ event: Event) -> [Event] {
        let stack = whole.filter(isOwn)
        foreign = ForeignScenes(in: whole, besides: stack)
        var output: [Event] = []
        let old = scenes.last?.scene
        // Compared with their parameters: a restarted router may give a new scene an old name.
        for gone in scenes where !stack.contains(gone.scene) { output += gone.cancellation(answering: event) }
        scenes = stack.map { scene in
            scenes.first { $0.scene == scene } ?? LiveScene(scene, logic(of: scene), enteredBy: event, output: &output)
        }
        settleNavigation()
        if let top = scenes.indices.last, !foreign.isOnTop, let old, old != scenes[top].scene, !stack.contains(old) {
            output += scenes[top].receiveReturn(event)
        }
        return output
    }

    private func logic(of scene: Scene) -> any SceneLogic {
        var logic = makeLogic(scene)
        logic.preferences = preferences
        return logic
    }

    private func isOwn(_ scene: Scene) -> Bool { names?.contains(scene.name) ?? true }

    private mutating func settleNavigation() {
        for index in scenes.indices { scenes[index].navigationSettled() }
    }

    private mutating func act(_ event: Event) -> [Event] {
        if let subject = event.subject, foreign.contains(subject) { return [] }
        let addressed = event.subject.flatMap(index(of:))
        // An event without a subject is for the top scene.
        guard let top = scenes.indices.last, addressed != nil || !foreign.isOnTop else { return [] }
        do throws(PayloadError) {
            guard let action = try readAction(event) else { return [] }
            // An action on a scene that is gone is not applied to another one; the current scene reports again.
            let isStray = event.subject != nil && addressed == nil
            let output = scenes[addressed ?? top].receive(isStray ? .unknown : action, event)
            share(scenes[addressed ?? top].preferences)
            return output
        } catch {
            // A message for the view's author; the user gets the screen in any case.
            return [Event(refusing: event, because: error)] + scenes[addressed ?? top].receive(.unknown, event)
        }
    }

    /// Passes the settings from one scene to all others.
    private mutating func share(_ set: Preferences?) {
        guard let set, set != preferences else { return }
        preferences = set
        for index in scenes.indices { scenes[index].preferences = set }
    }

    /// Passes a reply to the scene that waits for it. A reply that no scene waits for is dropped.
    private mutating func answer(_ event: Event) -> [Event] {
        let isLenient = event.subject == nil && event.correlationID == nil
        let candidates = isLenient ? scenes.indices.suffix(foreign.isOnTop ? 0 : 1) : scenes.indices[...]
        let receiver = candidates.last { index in
            scenes[index].awaits(event) && (event.subject == nil || event.subject == scenes[index].scene.scene)
        }
        return receiver.map { scenes[$0].receive(answer: event) } ?? []
    }

    private func index(of subject: String) -> Int? {
        scenes.firstIndex { $0.scene.scene == subject }
    }
}

/// The state of ``LiveScenes``, without what a replacement gets at its start.
struct LiveScenesSnapshot: JSONWritable {
    let scenes: [LiveScene]
    let foreign: ForeignScenes
    let preferences: Preferences

    init(scenes: [LiveScene], foreign: ForeignScenes, preferences: Preferences) {
        self.scenes = scenes
        self.foreign = foreign
        self.preferences = preferences
    }

    init(from reader: inout JSONReader, _ makeLogic: LiveScenes.LogicFactory) throws(JSONError) {
        var scenes: [LiveScene]?
        var foreign: ForeignScenes?
        var preferences: Preferences?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "foreign" where foreign == nil: foreign = try reader.readIfPresent()
            case "preferences" where preferences == nil: preferences = try reader.readIfPresent()
            case "scenes" where scenes == nil:
                scenes = []
                try reader.beginArray()
                while try reader.nextElement() { scenes?.append(try LiveScene(from: &reader, makeLogic)) }
            default: try reader.skipValue()
            }
        }
        guard let scenes else { throw .missing("scenes", at: object) }
        self.scenes = scenes
        self.foreign = foreign ?? ForeignScenes()
        self.preferences = preferences ?? Preferences()
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        if foreign != ForeignScenes() { writer.member("foreign", foreign) }
        if preferences != Preferences() { writer.member("preferences", preferences) }
        writer.member("scenes", scenes)
        writer.endObject()
    }
}

/// The scenes on the stack that another process presents: this one ignores their events.
struct ForeignScenes: JSONCodable, Equatable, Sendable {
    var scenes: [String] = []
    /// True if the top scene is one of them.
    var isOnTop: Bool = false

    init() {}

    init(in stack: [Scene], besides own: [Scene]) {
        scenes = stack.filter { !own.contains($0) }.map(\.scene)
        isOnTop = stack.last.map { !own.contains($0) } ?? false
    }

    func contains(_ scene: String) -> Bool { scenes.contains(scene) }
}
