package import JSON
package import RouterMessages
package import TerminalText
import ViewMessages
package import Wire

/// The passive view as a value: events and keys in, events out. It knows no terminal, no clock and no bus.
package struct ViewState: Sendable {
    /// What happened without a screen telling it.
    package enum Notice: Equatable, Sendable {
        case opened(url: String)
        case playing(url: String, player: String)
        /// Stands in front of the screen until the person has read it.
        case failed(Failure)
        /// What the supervisor says; the next screen shows that the session goes on.
        case session(String)
        /// A word of advice from the view itself.
        case advice(String)
    }

    /// Something that the router could not do.
    package struct Failure: Codable, Equatable, Sendable {
        package let action: String
        package let message: String
        /// What was to be opened, for the person to open it in another way.
        package let url: String?
        package var isCopied = false
    }

    private var stamp: EventStamp
    package private(set) var size: Size
    /// The scenes that the person went through, the one on screen last; nil until the router has said so.
    package private(set) var stack: [Scene]?
    private var scenes: [String: SceneState] = [:]
    /// Those of the scenes that the router has not spoken of, oldest first.
    private var ahead: [String] = []
    /// A presenter may be ahead of the router by a few scenes; one that shows ever new ones fills no memory.
    private static let mostAhead = 64
    /// Of scenes that an earlier view had shown, and this one has not yet.
    private var remembered: [String: ViewMemory.OfScene] = [:]
    package private(set) var pending = PendingActions()
    package var pictures = PictureCache()
    /// Whether it is worth keeping images: not in linear mode, nor without a program that draws them.
    package var drawsPictures: Bool
    /// What the terminal can show; the names of keys are written out where it has no signs for them.
    package var repertoire = Repertoire.unicode
    package var notice: Notice? { didSet { if notice != oldValue, !showsHelp { helpTop = 0 } } }
    /// What is wrong with what others say, for the log; each of a kind is told once.
    private var remarks: [String] = []
    private var remarkedTypes: Set<String> = []
    package var showsHelp = false { didSet { helpTop = 0 } }
    /// The first line of the help that is seen, where the terminal is too small for all of it.
    package var helpTop = 0
    /// Keys that wait for the first screen.
    var typeAhead = TypeAhead()
    /// Counts the throbber's steps.
    package private(set) var ticks = 0

    package init(stamp: EventStamp, size: Size, drawsPictures: Bool = true) {
        self.stamp = stamp
        self.size = size
        self.drawsPictures = drawsPictures
    }

    /// The newest state of the scene on screen; nil before it has a screen.
    package var top: SceneState? { topID.flatMap { scenes[$0] } }
    package var isAtRoot: Bool { (stack?.count ?? 0) < 2 }
    /// The person has left the last scene.
    package var isFinished: Bool { stack?.isEmpty == true }
    /// Something is under way.
    package var isActive: Bool { top?.screen.activity != nil }
    /// Nothing that was done waits for its answer, and nothing is under way.
    package var isSettled: Bool { pending.isEmpty && top != nil && !isActive }
    /// The scene on screen is an aside, which is closed rather than gone back from.
    package var isModal: Bool { !isAtRoot && stack?.last?.presentation == .modal }
    /// The titles on the way to the scene on screen, its own last. A modal scene shows no way that led to it.
    package var titles: [String] {
        let stack = stack ?? []
        let start = stack.lastIndex { $0.presentation == .modal } ?? 0
        return stack[start...].compactMap { scenes[$0.scene]?.screen.title }
    }

    var hasFailure: Bool { if case .failed = notice { true } else { false } }

    package mutating func takeRemarks() -> [String] {
        defer { remarks = [] }
        return remarks
    }

    package var pendingIDs: [String] { pending.ids }

    /// What an earlier view had asked is awaited still.
    package mutating func awaitAnswers(to ids: [String]) { pending = PendingActions(ids: ids) }

    /// What a view that takes this one's place has to know.
    package var memory: ViewMemory {
        var failure: Failure?
        if case .failed(let unread) = notice { failure = unread }
        return ViewMemory(
            pending: pending.ids, scenes: remembered.merging(scenes.mapValues(\.memory)) { $1 }, failure: failure)
    }

    package mutating func restore(_ memory: ViewMemory) {
        pending = PendingActions(ids: memory.pending)
        remembered = memory.scenes
        if let failure = memory.failure { notice = .failed(failure) }
    }

    private var topID: String? { stack?.last?.scene }

    /// Takes a line from the bus. A line that it cannot take is answered; the next one is served.
    package mutating func receive(_ incoming: EventReader.Incoming) -> [Event] {
        switch incoming {
        case .refused(let error, let line):
            return [
                stamp.stamp(Event(ProcessOutput.Refused.type, ProcessOutput.Refused(reason: "\(error)", line: line)))
            ]
        case .event(let event):
            do throws(PayloadError) {
                try receive(event)
                return []
            } catch {
                let line = String(decoding: event.data.prefix(200), as: UTF8.self)
                let refused = ProcessOutput.Refused(reason: "\(error)", line: line)
                return [stamp.stamp(Event(ProcessOutput.Refused.type, refused, answering: event))]
            }
        }
    }

    package mutating func receive(_ event: Event) throws(PayloadError) {
        switch event.type {
        case ProcessInput.Restore.type: return restore(try event.decode(ViewMemory.self))
        case ViewInput.Show.type:
            let screen = try event.decode(ViewInput.Show.self).screen.sanitized
            guard let scene = event.subject else {
                throw PayloadError(type: event.type, reason: "no subject: the scene whose screen this is")
            }
            show(screen, on: scene)
            if case .session = notice { notice = nil }
        case RouterOutput.DidNavigate.type:
            navigate(to: try event.decode(RouterOutput.DidNavigate.self).stack)
        case ProcessInput.Notice.type:
            let message = Sanitizer.line(try event.decode(ProcessInput.Notice.self).message)
            if !hasFailure { notice = .session(message) }
            return
        case RouterOutput.DidOpenURL.type:
            notice = .opened(url: Sanitizer.line(try event.decode(RouterOutput.DidOpenURL.self).url))
        case RouterOutput.DidPlay.type:
            let play = try event.decode(RouterOutput.DidPlay.self)
            notice = .playing(url: Sanitizer.line(play.url), player: Sanitizer.line(play.player))
        case RouterOutput.DidFail.type:
            let failure = try event.decode(RouterOutput.DidFail.self)
            notice = .failed(
                Failure(
                    action: Sanitizer.line(failure.action), message: Sanitizer.block(failure.message),
                    url: failure.url.map(Sanitizer.line)))
        default: return
        }
        settle(by: event)
        adapt()
    }

    /// What the person did is answered by what has its correlation. Where an answer has none, what else is known of it
    /// decides, or all that the person does again would be taken for a key that is held down.
    private mutating func settle(by event: Event) {
        if let correlation = event.correlationID { return pending.answered(correlation) }
        guard !pending.isEmpty else { return }
        if let cause = event.causationID, pending.contains(id: cause) {
            pending.answered(cause)
        } else {
            pending.answered(on: event.subject)
        }
        guard remarkedTypes.insert(event.type).inserted else { return }
        let sender = event.source.isEmpty ? "its sender" : Sanitizer.line(event.source)
        remarks.append(
            "\(event.type) has no correlationid; it is taken for the answer to what the person did last. "
                + "\(sender) should copy the correlationid of what it answers")
    }

    private mutating func show(_ screen: Screen, on scene: String) {
        let (screen, images) = screen.withoutImages(known: scenes[scene]?.images ?? [:]) {
            !drawsPictures || pictures.hasFailed($0)
        }
        scenes[scene, default: SceneState(screen, images: images)].show(screen, images: images)
        if let memory = remembered.removeValue(forKey: scene) { scenes[scene]?.restore(memory) }
        guard stack?.contains(where: { $0.scene == scene }) != true, !ahead.contains(scene) else { return }
        ahead.append(scene)
        if ahead.count > Self.mostAhead { scenes[ahead.removeFirst()] = nil }
    }

    private mutating func navigate(to new: [Scene]) {
        let ids = Set(new.map(\.scene))
        for scene in stack ?? [] where !ids.contains(scene.scene) { scenes[scene.scene] = nil }
        remembered = remembered.filter { ids.contains($0.key) }
        ahead.removeAll { ids.contains($0) }
        if new.last?.scene != topID { showsHelp = false }
        stack = new
    }

    package mutating func resize(to size: Size) {
        self.size = size
        adapt()
    }

    package mutating func tick() { ticks += 1 }

    /// Changes the scene on screen, then lets it fit the terminal again.
    package mutating func updateTop(_ change: (inout SceneState) -> Void) {
        guard let topID, scenes[topID] != nil else { return }
        change(&scenes[topID, default: SceneState(Screen(title: ""))])
        adapt()
    }

    mutating func updateAll(_ change: (inout SceneState) -> Void) {
        for scene in scenes.keys { change(&scenes[scene, default: SceneState(Screen(title: ""))]) }
        adapt()
    }

    private mutating func adapt() {
        guard let topID else { return }
        scenes[topID]?.adapt(to: size)
    }

    /// Reports what the person did on the scene on screen.
    package mutating func report(_ type: String, _ message: some JSONWritable) -> Event? {
        guard let topID else { return nil }
        let event = stamp.stamp(Event(type, message, subject: topID))
        pending.sent(event)
        return event
    }

    /// The same, unless just that is waiting for its answer.
    package mutating func reportOnce(_ type: String, _ message: some JSONWritable) -> Event? {
        pending.contains(sameAs: Event(type, message, subject: topID)) ? nil : report(type, message)
    }
}
