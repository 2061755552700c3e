package import Platform
package import Languages
package import JSON
package import RouterMessages
package import ScreenModel
package import ViewMessages
package import Wire

/// A session on a terminal of some size: its scenes are fitted to it. It knows no keys.
package struct SizedSession: Sendable {
    private var session: ViewedSession<SceneState>
    package private(set) var size: Size
    package private(set) var panes = PaneSettings()
    package private(set) var pictures: PictureCache
    private var ownReports = OwnReports()
    private let isText: Bool

    /// - Parameters:
    ///   - drawsPictures: false for text, and without a program that draws them.
    ///   - isText: true for scenes of which nobody draws lines, so that none are laid out.
    package init(stamp: EventStamp, size: Size, drawsPictures: Bool, isText: Bool = false) {
        session = ViewedSession(stamp: stamp)
        self.isText = isText
        pictures = PictureCache(isUsed: drawsPictures)
        self.size = size
    }

    /// The language of the view's own words. It is set before the first screen.
    package var language: Language {
        get { session.language }
        set { session.language = newValue }
    }
    /// The words in the language of the screen, or else of the user.
    package var words: Words { Words(top?.screen, language) }
    /// The stack of scenes; nil until the router has sent it.
    package var stack: [Scene]? { session.scenes.stack }
    /// The scene on screen; nil before its first screen.
    package var top: SceneState? { session.scenes.top }
    var topID: String? { session.topID }
    package var titles: [String] { session.scenes.titles }
    package var isAtRoot: Bool { session.scenes.isAtRoot }
    package var isModal: Bool { session.scenes.isModal }
    package var isFinished: Bool { session.scenes.isFinished }
    /// True while something is under way.
    package var isActive: Bool { top?.screen.activity != nil }
    /// True for a scene whose first screen has not come.
    var isWaiting: Bool { stack?.isEmpty == false && top == nil }
    /// True if something on screen is animated.
    package var isMoving: Bool { top.map { $0.screen.activity != nil || $0.hasMovingBars } ?? isWaiting }
    package var isSettled: Bool { session.isSettled }
    package var pending: PendingActions { session.pending }
    package var notice: Notice? {
        get { session.notice }
        set { session.notice = newValue }
    }
    package var failure: Failure? { session.failure }
    package var lostLine: LostLine? { session.lostLine }

    package mutating func takeRemarks() -> [String] { session.takeRemarks() }

    // MARK: Memory

    /// - Parameter isNeeded: whether a successor needs that scene's.
    package func scenesMemory(where isNeeded: (SceneState) -> Bool = { _ in true }) -> [String: ViewMemory.OfScene] {
        session.scenes.memory(where: isNeeded)
    }

    package mutating func restore(pending: [String], scenes: [String: ViewMemory.OfScene], lost: LostLine?) {
        session.restore(pending: pending, scenes: scenes, failure: nil, lost: lost)
    }

    package mutating func restore(_ memory: ViewMemory) {
        panes = memory.panes.bounded
        session.restore(pending: memory.pending, scenes: memory.scenes, failure: memory.failure, lost: memory.lost)
    }

    package mutating func awaitAnswers(to ids: [String]) { session.awaitAnswers(to: ids) }

    // MARK: Events

    /// - Returns: a refusal when the view cannot use the line.
    package mutating func receive(_ incoming: EventReader.Incoming) -> [Event] {
        switch incoming {
        case .refused(let error, let line): return [session.refuse(line, because: error)]
        case .event(let event):
            do throws(PayloadError) {
                try receive(event)
                return []
            } catch {
                return [refuse(event, because: error)]
            }
        }
    }

    /// - Returns: whether the event concerns the screens.
    @discardableResult
    package mutating func receive(_ event: Event) throws(PayloadError) -> Bool {
        let (before, pictures) = (topID, pictures)
        let isSeen = try session.receive(event) { pictures.isUseless($0) }
        if topID != before { session.changes.cancel() }
        if isSeen { adapt() }
        return isSeen
    }

    package mutating func refuse(_ event: Event, because error: PayloadError) -> Event {
        defer { adapt() }
        return session.refuse(event, because: error)
    }

    // MARK: Requests

    /// Requests of the application to the terminal.
    package mutating func takeRequests() -> [KeyEffect] {
        session.takeRequests().compactMap { request in
            switch request {
            case .copy(let text, true):
                notice = .copied(text)
                return .copy(text)
            case .copy(_, false): return nil
            case .run(let command): return .run(command)
            }
        }
    }

    package mutating func didRun(_ request: CommandRequest, _ result: ViewOutput.DidRun) -> Event {
        session.didRun(request, result)
    }

    // MARK: Lost screens

    package func untilLost(now: Instant) -> Duration? { session.untilLost(now: now) }

    /// Shows the user what was lost, when it is time, and stops waiting for it.
    /// - Returns: whether it was time.
    @discardableResult
    package mutating func giveUpLost(now: Instant) -> Bool {
        guard session.giveUpLost(now: now) else { return false }
        adapt()
        return true
    }

    // MARK: The user

    /// Changes the scene on screen, then fits it to the terminal again.
    @discardableResult
    package mutating func updateTop<Result>(_ change: (inout SceneState) -> Result) -> Result? {
        defer { adapt() }
        return session.scenes.updateTop(change)
    }

    /// Does what the user wants of the screen, if it permits that.
    package mutating func perform(_ intent: Intent) -> IntentOutcome {
        defer { adapt() }
        return session.perform(intent)
    }

    package mutating func report(_ type: String, _ message: some JSONWritable) -> Event? {
        session.report(type, message)
    }

    // MARK: Fields

    package mutating func takeUnsent() -> Bool { session.scenes.updateTop { $0.shared.takeUnsent() } == true }

    mutating func takeRefusal() -> String? { session.scenes.updateTop { $0.takeRefusal() } ?? nil }

    /// The rows are those of what was typed.
    var isCurrent: Bool { session.changes.isEmpty && pending.isEmpty }

    /// Time from `now` until ``takeChanges(now:)`` has something; nil while nothing has changed.
    package func untilChanges(now: Instant) -> Duration? {
        session.changes.remaining(now: now, picking: top?.screen.picksRows == true)
    }

    /// - Returns: the reports of live fields that are due.
    package mutating func takeChanges(now: Instant) -> [Event] {
        session.changes.take(now: now, picking: top?.screen.picksRows == true).compactMap { reportChange(of: $0) }
    }

    /// The reports of live fields, at once: another report follows.
    mutating func flushChanges() -> [Event] { session.changes.takeAll().compactMap { reportChange(of: $0) } }

    package mutating func reportChange(of name: String) -> Event? {
        top?.change(of: name).flatMap { report(ViewOutput.DidChange.type, $0) }
    }

    mutating func noteChange(of name: String) {
        if top?.screen.isLive(name) == true { session.changes.note(name) }
    }

    package mutating func cancelChanges() { session.changes.cancel() }

    // MARK: What is reported unasked

    /// Time from `now` until ``takeReports(now:)`` has something that it has held back; nil for nothing.
    package func untilReports(now: Instant) -> Duration? { ownReports.remaining(now: now) }

    /// Reports that no user action causes (``OwnReports``).
    package mutating func takeReports(now: Instant) -> [Event] {
        guard let topID else { return [] }
        let (size, panes, pending) = (size, panes, pending)
        var own = ownReports
        let due = session.scenes.updateTop { own.take(from: &$0, in: size, panes, now: now, pending: pending) }
        ownReports = own
        return (due ?? []).map { report in
            var report = report
            report.subject = topID
            return session.report(report, isOwn: true)
        }
    }

    /// The size, where the screen asks for it, as an action that waits for its reply. Without a terminal a preview has no place.
    package mutating func reportSize() -> Event? {
        let size = size
        let due = session.scenes.updateTop { $0.screen.alert == nil ? $0.takeSize(size, hasPanes: false) : nil } ?? nil
        return due.flatMap { report(ViewOutput.DidResize.type, $0) }
    }

    // MARK: The terminal

    package mutating func resize(to size: Size) {
        self.size = size
        adapt()
    }

    /// Arranges the panes of the scene on screen.
    mutating func arrange(_ change: (inout PaneSettings, Panes) -> Void) {
        guard let top else { return }
        change(&panes, top.panes(in: size))
        adapt()
    }

    private mutating func adapt() {
        guard !isText else { return }
        let (size, panes) = (size, panes)
        session.scenes.updateTop { $0.adapt(to: size, panes) }
    }

    // MARK: Pictures

    /// The pictures that are in sight and not drawn yet.
    package var wantedPictures: [PictureRequest] {
        guard let top, pictures.isUsed else { return [] }
        return top.pictureRequests.filter { pictures[$0] == nil }
    }

    /// The file to draw; nil when the scene that had it has changed.
    package func image(for request: PictureRequest) -> ImageFile? { top?.images[request.key] }

    /// - Parameter drawing: nil when the picture could not be drawn, and will not be tried again.
    package mutating func receive(drawing: Drawing?, for request: PictureRequest) {
        pictures.keep(drawing, for: request)
        guard drawing == nil else { return }
        session.scenes.updateAll { $0.forgetImage(request.key) }
        adapt()
    }

    package mutating func forgetDrawings() { pictures.forgetDrawings() }

    /// Keeps no images from now on, because no program draws them here.
    package mutating func giveUpPictures() {
        pictures.isUsed = false
        session.scenes.updateAll { $0.forgetImages() }
        adapt()
    }
}
