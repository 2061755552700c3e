package import Languages
import JSON
package import Platform
import RouterMessages
package import ScreenModel
import TerminalText
import ViewMessages
package import Wire

/// The view as a value: events and actions in, events out. It knows no browser, no clock and no bus.
package struct WebState: Sendable {
    private var session: ViewedSession<WebScene>
    /// The language of the view's own words. It is set before the first screen.
    package var language: Language {
        get { session.language }
        set { session.language = newValue }
    }
    /// The users are visitors, who must not see commands.
    package var hasVisitors = false
    private var changed: [String: ViewOutput.DidChange] = [:]
    private var throttle = Throttle()
    /// The row where the selection rests, until that is reported.
    private var resting: String?
    private var size = BrowserSize.standard
    /// The user wants to quit, and has to confirm it.
    package private(set) var asksToQuit = false
    /// The text that the user looks for in the palette.
    package private(set) var wanted = ""
    /// A row is chosen as soon as the rows are those of what was typed.
    private var awaitsChoice = false
    private var wayBack: WayBack?
    /// The number of times that a browser's history has gone back and the application has not: the history has to follow.
    private(set) var vainReturns = 0
    /// The number of changes that the user can see.
    package fileprivate(set) var version = 1

    package init(stamp: EventStamp) {
        session = ViewedSession(stamp: stamp)
    }

    /// The scene on screen; nil before its first screen.
    package var top: WebScene? { session.scenes.top }
    package var topID: String? { session.topID }
    /// The ids of the scenes, the one on screen last.
    var stack: [String] { (session.scenes.stack ?? []).map(\.scene) }
    package var titles: [String] { session.scenes.titles }
    package var isAtRoot: Bool { session.scenes.isAtRoot }
    package var isModal: Bool { session.scenes.isModal }
    package var isFinished: Bool { session.scenes.isFinished }
    package var isSettled: Bool { session.isSettled }
    package var notice: Notice? { session.notice }
    private var pending: PendingActions { session.pending }

    package mutating func takeRemarks() -> [String] { session.takeRemarks() }

    /// The parts of the user's picture that are in no event.
    private struct Look: Equatable {
        let notice: Notice?
        let asksToQuit: Bool
        let scene: WebScene.Memory?
        let errors: [String: String]?
        let hasChanges: Bool
        let wanted: String
    }

    private var look: Look {
        var scene = top?.memory
        // The browser has moved its focus by itself.
        scene?.focus = nil
        return Look(
            notice: notice, asksToQuit: asksToQuit, scene: scene, errors: top?.errors,
            hasChanges: top?.changedForm != nil,
            wanted: wanted)
    }

    // MARK: Memory

    package var memory: WebMemory {
        WebMemory(
            pending: pending.ids, scenes: session.scenes.memory(), failure: session.failure, lost: session.lostLine)
    }

    // MARK: Events

    /// - Returns: a refusal when the view cannot use the line; and the size, where a screen wants it.
    package mutating func receive(_ incoming: EventReader.Incoming) -> [Event] {
        version += 1
        switch incoming {
        case .refused(let error, let line): return [session.refuse(line, because: error)]
        case .event(let event):
            do throws(PayloadError) {
                try receive(event)
                return carryOutRequests() + goBack() + reportSize()
            } catch {
                return [session.refuse(event, because: error)]
            }
        }
    }

    private mutating func receive(_ event: Event) throws(PayloadError) {
        if event.type == ProcessInput.Restore.type {
            let memory = try event.decode(WebMemory.self)
            return session.restore(
                pending: memory.pending, scenes: memory.scenes, failure: memory.failure, lost: memory.lost)
        }
        let before = topID
        _ = try session.receive(event) { _ in false }
        if topID != before {
            (resting, changed, wanted, awaitsChoice) = (nil, [:], "", false)
            session.changes.cancel()
        }
        if isSettled { session.scenes.updateTop { $0.takeRows() } }
    }

    /// Shows a text to copy. A browser has no terminal for a command.
    private mutating func carryOutRequests() -> [Event] {
        session.takeRequests().compactMap { request in
            switch request {
            case .copy(let text, let isAwaited):
                if isAwaited { session.notice = .copied(text) }
                return nil
            case .run(let command):
                let reason = "a browser has no terminal"
                return session.didRun(
                    command, hasVisitors ? .init(failure: "Not run: \(reason)") : command.refusal(reason))
            }
        }
    }

    // MARK: Lost screens

    package func untilLost(now: Instant) -> Duration? { session.untilLost(now: now) }

    /// Shows the user what was lost, when it is time, and stops waiting for it.
    package mutating func giveUpLost(now: Instant) {
        guard session.giveUpLost(now: now) else { return }
        version += 1
        if wayBack != nil, pending.isEmpty { (wayBack, vainReturns) = (nil, vainReturns &+ 1) }
    }

    // MARK: The user

    /// - Parameters:
    ///   - action: from a page, so it may mean what is not there, or no more.
    ///   - scene: the one that the page showed.
    package mutating func perform(_ action: PageAction, on scene: String?) -> ActionOutcome {
        guard let top, let topID else { return .refused(.noScreen) }
        guard scene == nil || scene == topID else { return .refused(.otherScene) }
        if case .resize(let columns, let rows) = action {
            size = BrowserSize(columns: columns, rows: rows)
            return .done(reportSize())
        }
        let intent = action.intent(on: top.screen)
        if let refusal = refusal(of: action, intent, on: top.screen) { return .refused(refusal) }
        let before = look
        defer { if look != before { version += 1 } }
        if !session.hasFailure, !action.isUnasked { session.notice = nil }
        let isQuitting = asksToQuit
        if !action.isPassing { (asksToQuit, wanted, awaitsChoice, wayBack) = (false, "", false, nil) }
        if !isQuitting, top.screen.alert == nil, let button = action.button {
            session.scenes.updateTop { $0.press(button) }
        }
        if isQuitting, case .press(let control, _) = action {
            return control == Confirming.yes ? .quit : .done([])
        }
        switch action {
        case .search(let query) where top.screen.picksRows:
            return choose(Bounded.entry(Sanitizer.line(query)), on: top.screen)
        case .search: session.scenes.updateTop { $0.awaitRows() }
        case .filter(let text, let isLive):
            session.scenes.updateTop { scene in
                scene.setFilter(Bounded.entry(Sanitizer.line(text)))
                guard !isLive else { return }
                scene.awaitRows()
                scene.takeRows()
            }
        case .openFirst(let text): return openFirst(Bounded.entry(Sanitizer.line(text)))
        case .palette(let text, let isLive): return palette(Bounded.entry(Sanitizer.line(text)), runs: !isLive)
        case .more:
            var isNews = false
            session.scenes.updateTop { isNews = $0.shared.takeEnd() }
            guard isNews, pending.isEmpty else { return .done([]) }
        case .change:
            if case .enter(let text, let name) = intent { changed[name] = top.screen.change(of: name, to: text) }
        case .highlight(let row):
            resting = row
            return .done([])
        case .backTo(let name): return goBack(to: name, isQuitting: isQuitting)
        case .closeFailure: session.notice = nil
        // A question about changes is about quitting, too.
        case .quit: asksToQuit = !session.asksFirst(.leave(.quit))
        case .select, .press, .sort, .toggle, .mark, .clearMarks, .scroll, .follow, .submit, .enter, .back, .resize:
            break
        }
        return intent.map { perform($0) } ?? .done([])
    }

    /// - Returns: nil where it can be done.
    private func refusal(of action: PageAction, _ intent: Intent?, on screen: Screen) -> IntentRefusal? {
        switch action {
        // An open question is answered by going back, or by its buttons.
        case .backTo: return nil
        case .press(let control, nil) where asksToQuit:
            return [Confirming.yes, Confirming.no].contains(control) ? nil : .questionInFront
        case _ where asksToQuit: return .questionInFront
        case .closeFailure: return nil
        // The form's secrets are only in the page, so the page submits the form.
        case .press(Leaving.save, nil) where top?.shared.leaving != nil: return .notOffered
        // Only live fields are sent before their form.
        case .change:
            guard case .enter(_, let name) = intent, screen.isLive(name) else { return .notOffered }
        default: break
        }
        guard let intent else { return screen.alert == nil ? nil : .questionInFront }
        return session.refusal(of: intent)
    }

    private mutating func perform(_ intent: Intent) -> ActionOutcome {
        switch session.perform(intent) {
        case .reported(let event): return .done([event])
        case .done: return .done([])
        case .left: return .quit
        case .refused(let refusal):
            // The fields show what is wrong in them.
            if case .wrongEntries = refusal { return .done([]) }
            session.notice = .advice(refusal.sentence)
            return .done([])
        }
    }

    var palette: ActionPalette? {
        top.map {
            ActionPalette(
                $0.screen, words: Words($0.screen), isAtRoot: isAtRoot, isModal: isModal, hasMarks: !$0.marks.isEmpty)
        }
    }

    private mutating func palette(_ text: String, runs: Bool) -> ActionOutcome {
        guard runs else {
            wanted = text
            return .done([])
        }
        guard let entry = palette?.entries.found(text).first, let action = PageAction(entry.action) else {
            session.notice = .advice("No such command")
            return .done([])
        }
        return perform(action, on: nil)
    }

    /// Opens the first row that matches. Without a text there is nothing to choose by: the rows have the focus.
    private mutating func openFirst(_ text: String) -> ActionOutcome {
        session.scenes.updateTop { $0.setFilter(text) }
        if !text.isEmpty {
            guard let row = top?.shown.rowTexts.first else { return .done([]) }
            return perform(.select(row: row.id), on: nil)
        }
        session.scenes.updateTop {
            $0.awaitRows()
            $0.takeRows()
        }
        return .done([])
    }

    // MARK: The browser's history

    /// A question in front is answered as Escape answers it; the scene stays then, and the history follows.
    private mutating func goBack(to name: String, isQuitting: Bool) -> ActionOutcome {
        if isQuitting { return .done([]) }
        if session.hasFailure { return perform(.closeFailure, on: nil) }
        if let alert = top?.screen.alert, !alert.buttons.isEmpty {
            return alert.cancelButton.map { perform(.press(control: $0.control), on: nil) }
                ?? .refused(.questionInFront)
        }
        guard let target = stack.dropLast().last(where: { SceneAddress.name(of: $0) == name }) else {
            return .refused(.notOffered)
        }
        _ = session.asksFirst(.back)
        wayBack = WayBack(to: target)
        return .done(goBack())
    }

    /// The next step of the way back.
    private mutating func goBack() -> [Event] {
        let isBlocked = asksToQuit || top?.screen.alert?.buttons.isEmpty == false
        let (stack, isAnswered) = (stack, pending.isEmpty)
        switch wayBack?.next(on: stack, isBlocked: isBlocked, isAnswered: isAnswered) {
        case .goBack:
            guard !session.awaits(ViewOutput.DidGoBack.type, ViewOutput.DidGoBack()) else { return [] }
            return report(ViewOutput.DidGoBack.type, ViewOutput.DidGoBack()).map { [$0] } ?? []
        case .wait, nil: break
        case .arrived: wayBack = nil
        case .inVain: (wayBack, vainReturns) = (nil, vainReturns &+ 1)
        }
        return []
    }

    /// Opens the first row, as soon as the rows are those of what was typed.
    private mutating func choose(_ text: String, on screen: Screen) -> ActionOutcome {
        if screen.isLive(FieldName.prompt), text != screen.prompt?.text {
            changed[FieldName.prompt] = .init(value: .text(text))
            session.changes.note(FieldName.prompt)
        }
        awaitsChoice = true
        return .done([])
    }

    private mutating func takeChoice() -> [Event] {
        guard awaitsChoice, session.changes.isEmpty, pending.isEmpty else { return [] }
        awaitsChoice = false
        guard let row = top?.shown.rowTexts.first, case .done(let events) = perform(.select(row: row.id), on: nil)
        else {
            return []
        }
        return events
    }

    // MARK: What is reported later

    /// Time from `now` until ``takeReports(now:)`` may have something; nil for nothing.
    package func untilReports(now: Instant) -> Duration? {
        let rests = resting != nil && pending.isEmpty && !pending.hasOwn(ViewOutput.DidHighlight.type)
        let chooses = awaitsChoice && session.changes.isEmpty && pending.isEmpty
        return earliest(
            session.changes.remaining(now: now), rests ? throttle.remaining(now: now) : nil, chooses ? .zero : nil)
    }

    /// The reports of live fields and of the row where the selection rests: no faster than they are answered, and at most every 100 ms.
    package mutating func takeReports(now: Instant) -> [Event] {
        var reports = session.changes.take(now: now).compactMap { name -> Event? in
            changed.removeValue(forKey: name).flatMap { report(ViewOutput.DidChange.type, $0) }
        }
        reports += takeChoice()
        guard let row = resting, pending.isEmpty, !pending.hasOwn(ViewOutput.DidHighlight.type),
            throttle.take(now: now)
        else { return reports }
        resting = nil
        var isNew = false
        session.scenes.updateTop { isNew = $0.takeHighlight(row) }
        guard isNew else { return reports }
        let highlight = ViewOutput.DidHighlight(row: row)
        if let event = session.report(ViewOutput.DidHighlight.type, highlight, isOwn: true) { reports.append(event) }
        return reports
    }

    private mutating func reportSize() -> [Event] {
        guard let top, top.screen.alert == nil, !pending.hasOwn(ViewOutput.DidResize.type) else { return [] }
        let size = size
        var isNew = false
        session.scenes.updateTop { isNew = $0.takeSize(size) }
        guard isNew else { return [] }
        let resize = ViewOutput.DidResize(columns: size.columns, rows: size.rows)
        return session.report(ViewOutput.DidResize.type, resize, isOwn: true).map { [$0] } ?? []
    }

    private mutating func report(_ type: String, _ message: some JSONWritable) -> Event? {
        session.report(type, message)
    }
}

extension WebState {
    /// Sends the screen to all pages again: one of them has shown an older one.
    /// - Parameter refusal: the reason why an action was not carried out. Another scene needs no explanation: it is seen.
    mutating func showAgain(after refusal: IntentRefusal, of action: PageAction) {
        version += 1
        guard !action.isPassing, refusal != .otherScene, !session.hasFailure else { return }
        session.notice = .advice(refusal.sentence)
    }

    var address: PageAddress { topID.map { .scene(SceneAddress.name(of: $0)) } ?? .page }

    /// The picture with that key on the scene that is on screen.
    func image(_ key: String) -> ImageFile? { top?.images[key] }
}

package enum ActionOutcome: Equatable, Sendable {
    /// Events to send; none where only the view has changed.
    case done([Event])
    /// The screen does not permit that, or no longer does: the page showed an older one. Nothing has changed.
    case refused(IntentRefusal)
    /// The user has left the session.
    case quit

    package var isRefused: Bool { if case .refused = self { true } else { false } }
}

/// The part of a session that only the view knows. The supervisor keeps it for a view that takes this one's place. It has no secrets: those
/// that open a page are in a file of the session's folder (``Credentials``).
package struct WebMemory: JSONCodable, Equatable, Sendable {
    /// The ids of the events that wait for their answers.
    package var pending: [String]
    package var scenes: [String: WebScene.Memory]
    /// The failure until the user closes it.
    package var failure: Failure?
    /// A line that the bus has dropped and the view has not shown to the user yet.
    package var lost: LostLine?

    package var snapshot: Event {
        var event = Event(type: ProcessOutput.Snapshot.type)
        event.data = Payload.encode(self)
        return event
    }
}
