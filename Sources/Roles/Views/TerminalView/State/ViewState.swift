package import Languages
package import JSON
package import RouterMessages
package import ScreenModel
package import TerminalText
package import ViewMessages
package import Wire

/// The passive view as a value: events and keys in, events out. It knows no terminal, no clock and no bus.
package struct ViewState: Sendable {
    private var session: ViewedSession<SceneState>
    package private(set) var size: Size
    /// Of the view's own words. It is set before the first screen.
    package var language: Language {
        get { session.language }
        set { session.language = newValue }
    }
    /// In the language of the screen, or else of the user.
    var words: Words { Words(top?.screen, language) }
    private var ownReports = OwnReports()
    package private(set) var pictures = PictureCache()
    /// Whether images are kept: not in linear mode, nor without a program that draws them.
    package private(set) var drawsPictures: Bool
    /// What the terminal can show. The names of keys are written out where it has no signs for them.
    package var repertoire = Repertoire.unicode
    package var showsHelp = false { didSet { helpTop = 0 } }
    /// The first line that is seen of the help, or of a failure, where the terminal is too small for all.
    package var helpTop = 0
    /// Nil while it is closed.
    package var palette: CommandPalette?
    var typeAhead = TypeAhead()
    var pointer = Pointer()
    /// What is done as soon as the rows are those of what was typed, such as choosing one.
    var awaitedSteps: AwaitedSteps?
    /// How often the next movement is made, as in vi; nil for once.
    package var count: Int?
    package var keySettings = KeySettings()
    private(set) var panes = PaneSettings()
    let keptKeys = KeptKeys()
    /// A field of a form takes the keys as soon as the user sees it; commands name their field.
    private let takesKeys: Bool
    private(set) var history = History()
    /// The earlier text in the prompt; nil while it has the user's own.
    var recalled: Recalled?
    /// What can be clicked on the frame that the user sees.
    package var targets = Targets()
    /// Counts the steps of the throbber.
    package private(set) var ticks = 0

    /// - Parameter takesKeys: whether the user types keys, and not commands.
    package init(stamp: EventStamp, size: Size, drawsPictures: Bool = true, takesKeys: Bool = true) {
        session = ViewedSession(stamp: stamp)
        self.takesKeys = takesKeys
        self.size = size
        self.drawsPictures = drawsPictures
    }

    /// The stack of scenes; nil until the router has sent it.
    package var stack: [Scene]? { session.scenes.stack }
    /// The scene on screen; nil before its first screen.
    package var top: SceneState? { session.scenes.top }
    var topID: String? { session.topID }
    package var titles: [String] { session.scenes.titles }
    package var isAtRoot: Bool { session.scenes.isAtRoot }
    package var isModal: Bool { session.scenes.isModal }
    /// The user has left the last scene.
    package var isFinished: Bool { session.scenes.isFinished }
    /// Something is under way.
    package var isActive: Bool { top?.screen.activity != nil }
    /// There is a scene, whose first screen has not come.
    var isWaiting: Bool { stack?.isEmpty == false && top == nil }
    /// Something on screen is animated.
    package var isMoving: Bool { isActive || isWaiting || top?.hasMovingBars == true }
    /// No action is pending, and the screen shows no activity.
    package var isSettled: Bool { session.isSettled }
    package var pending: PendingActions { session.pending }
    package var notice: Notice? {
        get { session.notice }
        set { changingNotice { $0.session.notice = newValue } }
    }
    var hasFailure: Bool { session.hasFailure }
    /// Live fields whose changes are still to be reported.
    var changes: LiveChanges {
        get { session.changes }
        set { session.changes = newValue }
    }
    /// Keys move the selection or the text: no field takes them, and nothing is in front of the screen.
    var takesMotions: Bool {
        guard let top, palette == nil, !showsOverlay else { return false }
        return top.fields.focus == nil && top.screen.alert == nil && top.screen.wholeScreenPart == nil
    }
    /// Takes away what is in front of the screen, but for its alert.
    mutating func uncoverScreen() {
        (showsHelp, palette) = (false, nil)
        if hasFailure { notice = nil }
    }
    /// The help or a failure is in front of the screen.
    var showsOverlay: Bool { showsHelp || hasFailure }

    /// Errors in the events of other roles, for the log.
    package mutating func takeRemarks() -> [String] { session.takeRemarks() }

    /// Another notice is seen from its first line.
    private mutating func changingNotice<Result, Problem: Error>(
        _ change: (inout ViewState) throws(Problem) -> Result
    ) throws(Problem) -> Result {
        let old = notice
        defer { if notice != old, !showsHelp { helpTop = 0 } }
        return try change(&self)
    }

    // MARK: Memory

    /// What a successor of this view receives.
    package var memory: ViewMemory {
        ViewMemory(
            pending: pending.ids, scenes: session.scenes.memory, failure: session.failure, history: history,
            lost: session.lostLine, panes: panes)
    }

    package mutating func restore(_ memory: ViewMemory) {
        history = memory.history.bounded
        panes = memory.panes.bounded
        session.restore(
            pending: memory.pending, scenes: memory.scenes, failure: memory.failure, lost: memory.lost)
    }

    /// - Parameter ids: the events that an earlier view has sent.
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
                defer { adapt() }
                return [changingNotice { $0.session.refuse(event, because: error) }]
            }
        }
    }

    package mutating func receive(_ event: Event) throws(PayloadError) {
        if event.type == ProcessInput.Restore.type { return restore(try event.decode(ViewMemory.self)) }
        let (before, drawsPictures, pictures) = (topID, drawsPictures, pictures)
        let isSeen = try changingNotice { view throws(PayloadError) in
            try view.session.receive(event) { !drawsPictures || pictures.hasFailed($0) }
        }
        if topID != before {
            (showsHelp, palette) = (false, nil)
            changes.cancel()
        }
        if isSeen {
            adapt()
            openForm()
        }
    }

    /// Begins to type into the field that is there for it.
    private mutating func openForm() {
        if takesKeys, top?.opening != nil { updateTop { $0.openForm() } }
    }

    // MARK: Requests

    /// What the application wants of the terminal.
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

    /// Milliseconds from `now` until ``giveUpLost(now:)`` has something to do; nil while nothing is lost.
    package func untilLost(now: Int) -> Int? { session.untilLost(now: now) }

    /// Shows the user what was lost, when it is time, and stops waiting for it.
    /// - Returns: whether it was time.
    @discardableResult
    package mutating func giveUpLost(now: Int) -> Bool {
        guard changingNotice({ $0.session.giveUpLost(now: now) }) else { return false }
        adapt()
        return true
    }

    // MARK: The user

    package mutating func handle(_ key: Key) -> [KeyEffect] { KeyHandler.handle(key, in: &self) }

    /// Several presses of a key, or the first of them (``KeyHandler``).
    package mutating func handle(_ key: Key, presses: Int) -> (effects: [KeyEffect], done: Int) {
        KeyHandler.handle(key, presses: presses, in: &self)
    }

    /// The keys that were pressed before the first screen act on it, and are recorded.
    package mutating func handleTypeAhead() -> [KeyEffect] {
        guard top != nil, !typeAhead.isOver else { return [] }
        return typeAhead.end().flatMap { piece in
            let record = piece.record.flatMap { entersSecret(piece.keys) ? nil : KeyEffect.send($0) }
            return [record].compactMap(\.self) + piece.keys.flatMap { handle($0) }
        }
    }

    /// - Parameters:
    ///   - record: the event that records these keys.
    ///   - keys: what came, before the view acts on it.
    /// - Returns: the record, unless it may have a piece of a secret; nil also where that is not known yet.
    package mutating func recorded(_ record: Event, of keys: [Key]) -> Event? {
        guard entersSecret(keys) else { return record }
        if top == nil { typeAhead.begin(record) }
        return nil
    }

    /// Changes the scene on screen, then fits it to the terminal again.
    package mutating func updateTop(_ change: (inout SceneState) -> Void) {
        session.scenes.updateTop(change)
        adapt()
    }

    /// The name of the scene on screen, which several scenes may share.
    var topName: String? { session.scenes.stack?.last?.name }

    /// Keeps what was searched, to be brought back later.
    mutating func keep(_ text: String) { if let topName { history.keep(text, of: topName) } }

    /// Keeps which command was chosen by its name.
    mutating func keep(command: String) { history.keep(command, of: CommandPalette.historyName) }

    /// Reports what the user did on the scene on screen.
    /// - Returns: the event to send; nil without a scene.
    package mutating func report(_ type: String, _ message: some JSONWritable) -> Event? {
        session.report(type, message)
    }

    /// Does what the user wants of the screen, if it permits that.
    mutating func perform(_ intent: Intent) -> IntentOutcome {
        defer {
            adapt()
            openForm()
        }
        return session.perform(intent)
    }

    /// What Enter and the arrows choose from while the palette is open.
    var paletteEntries: [KeyBinding] {
        guard let palette else { return [] }
        guard let name = palette.optionsOf else {
            return palette.entries(
                of: KeyMap.bindings(for: behindPalette), recent: history.texts(of: CommandPalette.historyName))
        }
        return palette.entries(of: top?.options(of: name) ?? [], recent: [])
    }

    var behindPalette: ViewState {
        var behind = self
        behind.palette = nil
        return behind
    }

    // MARK: Fields

    /// - Returns: what the application has found wrong in a form that was submitted, once.
    mutating func takeRefusal() -> String? {
        var refusal: String?
        session.scenes.updateTop { refusal = $0.takeRefusal() }
        return refusal
    }

    /// Milliseconds from `now` until ``takeChanges(now:)`` has something; nil while nothing has changed.
    package func untilChanges(now: Int) -> Int? { changes.remaining(now: now, picking: top?.screen.picksRows == true) }

    /// - Returns: the reports of live fields that are due.
    package mutating func takeChanges(now: Int) -> [Event] {
        reports(of: changes.take(now: now, picking: top?.screen.picksRows == true))
    }

    private mutating func reports(of names: [String]) -> [Event] {
        names.compactMap { name in
            guard let change = top?.change(of: name) else { return nil }
            return report(ViewOutput.DidChange.type, change)
        }
    }

    /// Whether any of these keys may be a part of a secret, or what follows them. Without a screen, every key may be that has
    /// no meaning of its own.
    func entersSecret(_ keys: [Key]) -> Bool {
        guard let top else { return keys.isEmpty || keys.contains { KeyMap.action(for: $0, in: self) == nil } }
        guard top.screen.hasSecretField || top.fields.hasSecrets else { return false }
        var next = self
        for key in keys {
            if next.top?.fields.isSecretFocused == true { return true }
            _ = next.handle(key)
        }
        return next.top?.fields.isSecretFocused == true
    }

    /// Does what the user has asked for, such as choosing the selected row, if the rows are loaded.
    package mutating func takeChoice() -> [KeyEffect] {
        guard let awaited = awaitedSteps, isCurrent else { return [] }
        awaitedSteps = nil
        return StepHandler.perform(awaited.steps, of: awaited.control, in: &self)
    }

    /// The rows are those of what was typed.
    var isCurrent: Bool { changes.isEmpty && pending.isEmpty }

    /// The reports of live fields, at once: another report follows.
    mutating func flushChanges() -> [Event] { reports(of: changes.takeAll()) }

    /// There are rows that the filter has not been compared with.
    package var isFiltering: Bool { top?.filter?.isComplete == false }

    package mutating func continueFiltering() { updateTop { $0.continueFiltering() } }

    /// Milliseconds from `now` until ``takeReports(now:)`` has something that it has held back; nil for nothing.
    package func untilReports(now: Int) -> Int? { ownReports.remaining(now: now) }

    /// Reports that no user action causes (``OwnReports``).
    package mutating func takeReports(now: Int) -> [Event] {
        guard let topID else { return [] }
        let (size, panes, pending) = (size, panes, pending)
        var own = ownReports
        var due: [Event] = []
        session.scenes.updateTop { due = own.take(from: &$0, in: size, panes, now: now, pending: pending) }
        ownReports = own
        return due.map { report in
            var report = report
            report.subject = topID
            return session.report(report, isOwn: true)
        }
    }

    /// The size, where the screen asks for it, as an action that waits for its reply. Without a terminal a preview has no place.
    mutating func reportSize() -> Event? {
        guard top?.screen.alert == nil else { return nil }
        let size = size
        var due: ViewOutput.DidResize?
        session.scenes.updateTop { due = $0.takeSize(size, hasPanes: false) }
        return due.flatMap { report(ViewOutput.DidResize.type, $0) }
    }

    // MARK: The terminal

    package mutating func resize(to size: Size) {
        self.size = size
        adapt()
    }

    package mutating func tick() { ticks += 1 }

    /// Arranges the panes of the scene on screen.
    mutating func arrange(_ change: (inout PaneSettings, Panes) -> Void) {
        guard let top else { return }
        change(&panes, top.panes(in: size))
        adapt()
    }

    private mutating func adapt() {
        let (size, panes) = (size, panes)
        session.scenes.updateTop { $0.adapt(to: size, panes) }
    }

    // MARK: Pictures

    /// The pictures that are in sight and not drawn yet.
    package var wantedPictures: [PictureRequest] {
        guard let top, drawsPictures else { return [] }
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

    /// The terminal takes others.
    package mutating func forgetDrawings() { pictures.forgetDrawings() }

    /// No program draws pictures here.
    package mutating func giveUpPictures() {
        drawsPictures = false
        session.scenes.updateAll { $0.forgetImages() }
        adapt()
    }
}
