import JSON
import Platform
import RouterMessages
package import ScreenModel
import TerminalText
import ViewMessages
package import Wire

/// The view as a value: events and actions in, events out. It knows no browser, no clock and no bus.
package struct WebState: Sendable {
    private var session: ViewedSession<WebScene>
    private var changes = LiveChanges()
    private var changed: [String: ViewOutput.DidChange] = [:]
    private var throttle = Throttle()
    /// The row where the selection rests, until that is reported.
    private var resting: String?
    private var size = BrowserSize.standard
    /// The user wants to quit, and has to confirm it.
    package private(set) var asksToQuit = false
    /// What is looked for in the palette.
    package private(set) var wanted = ""
    /// A row is chosen as soon as the rows are those of what was typed.
    private var awaitsChoice = false
    private var wayBack: WayBack?
    /// How many times a browser's history has gone back and the application has not: the history has to follow.
    private(set) var vainReturns = 0
    /// Counts changes that the user can see.
    package fileprivate(set) var version = 1

    package init(stamp: EventStamp) {
        session = ViewedSession(stamp: stamp)
    }

    /// The scene on screen; nil before its first screen.
    package var top: WebScene? { session.scenes.top }
    package var topID: String? { session.topID }
    /// The ids of the scenes, the one on screen last.
    var stack: [String] { (session.scenes.stack ?? []).map(\.scene) }
    /// Those on the way to the scene on screen, its own last.
    package var titles: [String] { session.scenes.titles }
    package var isAtRoot: Bool { session.scenes.isAtRoot }
    package var isModal: Bool { session.scenes.isModal }
    /// The user has left the last scene.
    package var isFinished: Bool { session.scenes.isFinished }
    /// No action is pending, and the screen shows no activity.
    package var isSettled: Bool { session.isSettled }
    package var notice: Notice? { session.notice }
    private var pending: PendingActions { session.pending }

    /// Errors in the events of other roles, for the log.
    package mutating func takeRemarks() -> [String] { session.takeRemarks() }

    /// What the user sees that is not in an event.
    private struct Look: Equatable {
        let notice: Notice?
        let asksToQuit: Bool
        let scene: WebScene.Memory?
        let errors: [String: String]?
        let wanted: String
    }

    private var look: Look {
        var scene = top?.memory
        // The browser has moved its focus by itself.
        scene?.focus = nil
        return Look(notice: notice, asksToQuit: asksToQuit, scene: scene, errors: top?.errors, wanted: wanted)
    }

    // MARK: Memory

    package var memory: WebMemory {
        WebMemory(
            pending: pending.ids, scenes: session.scenes.memory, failure: session.failure, lost: session.lostLine)
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
                return goBack() + reportSize()
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
            changes.cancel()
        }
        if isSettled { session.scenes.updateTop { $0.takeRows() } }
    }

    // MARK: Lost screens

    /// Milliseconds from `now` until ``giveUpLost(now:)`` has something to do; nil while nothing is lost.
    package func untilLost(now: Int) -> Int? { session.untilLost(now: now) }

    /// Shows the user what was lost, when it is time, and stops waiting for it.
    package mutating func giveUpLost(now: Int) {
        guard session.giveUpLost(now: now) else { return }
        version += 1
        if wayBack != nil, pending.isEmpty { (wayBack, vainReturns) = (nil, vainReturns &+ 1) }
    }

    // MARK: The user

    /// - Parameters:
    ///   - action: from a page, so it may mean what is not there, or no more.
    ///   - scene: the one that the page showed.
    package mutating func perform(_ action: PageAction, on scene: String?) -> ActionOutcome {
        guard let top, let topID, scene == nil || scene == topID else { return .stale }
        if case .resize(let columns, let rows) = action {
            size = BrowserSize(columns: columns, rows: rows)
            return .done(reportSize())
        }
        guard Permission.allows(action, on: top.screen, isAtRoot: isAtRoot, asksToQuit: asksToQuit, marks: top.marks)
        else { return .stale }
        let before = look
        defer { if look != before { version += 1 } }
        if !session.hasFailure, !action.isUnasked { session.notice = nil }
        let isQuitting = asksToQuit
        if !action.isPassing { (asksToQuit, wanted, awaitsChoice, wayBack) = (false, "", false, nil) }
        if !isQuitting, top.screen.alert == nil, let button = action.button {
            session.scenes.updateTop { $0.press(button) }
        }
        switch action {
        case .search(let query):
            if top.screen.picksRows { return choose(Bounded.entry(Sanitizer.line(query)), on: top.screen) }
            changes.cancel()
            session.scenes.updateTop { $0.awaitRows() }
            return sent(ViewOutput.DidSearch.type, ViewOutput.DidSearch(query: Bounded.entry(Sanitizer.line(query))))
        case .select(let row):
            return sentOnce(ViewOutput.DidSelect.type, ViewOutput.DidSelect(row: row, rows: top.markedRows))
        case .press(let control, let row): return press(control, row, isQuitting: isQuitting)
        case .sort(let column, let isDescending):
            return sentOnce(ViewOutput.DidSort.type, ViewOutput.DidSort(column: column, isDescending: isDescending))
        case .toggle(let row, let isExpanded):
            return sentOnce(ViewOutput.DidToggle.type, ViewOutput.DidToggle(row: row, isExpanded: isExpanded))
        case .mark(let row):
            var hasRoom = true
            session.scenes.updateTop { hasRoom = $0.toggleMark(row) }
            if !hasRoom { session.notice = .advice("No more rows can be marked") }
            return .done([])
        case .filter(let text, let isLive):
            session.scenes.updateTop { scene in
                scene.setFilter(Bounded.entry(Sanitizer.line(text)))
                guard !isLive else { return }
                scene.awaitRows()
                scene.takeRows()
            }
            return .done([])
        case .openFirst(let text): return openFirst(Bounded.entry(Sanitizer.line(text)))
        case .palette(let text, let isLive): return palette(Bounded.entry(Sanitizer.line(text)), runs: !isLive)
        case .clearMarks:
            session.scenes.updateTop { $0.clearMarks() }
            return .done([])
        case .scroll(let first, let count):
            return sentOnce(
                ViewOutput.DidScroll.type,
                ViewOutput.DidScroll(first: Bounded.number(first), count: min(Bounded.number(count), 1000)))
        case .more:
            var reports = false
            session.scenes.updateTop { reports = $0.reportsEnd() }
            return reports && pending.isEmpty ? sent(ViewOutput.DidReachEnd.type, ViewOutput.DidReachEnd()) : .done([])
        case .follow(let url): return sentOnce(ViewOutput.DidFollow.type, ViewOutput.DidFollow(url: url))
        case .submit(let form, let fields): return submit(form, fields)
        case .change(let form, let field, let texts):
            note(form, field, texts)
            return .done([])
        case .highlight(let row):
            resting = row
            return .done([])
        case .back: return sent(ViewOutput.DidGoBack.type, ViewOutput.DidGoBack())
        case .backTo(let name): return goBack(to: name, isQuitting: isQuitting)
        case .closeFailure:
            session.notice = nil
            return .done([])
        case .quit:
            asksToQuit = true
            return .done([])
        case .resize: return .done([])
        }
    }

    private mutating func press(_ control: String, _ row: String?, isQuitting: Bool) -> ActionOutcome {
        if isQuitting { return control == Confirming.yes ? .quit : .done([]) }
        var rows: [String]?
        if row != nil, top?.screen.hasMarkableRows == true { rows = top?.markedRows(for: control) }
        guard rows?.isEmpty != true else {
            session.notice = .advice("That cannot be done to the marked rows")
            return .done([])
        }
        var press: ViewOutput.DidPress?
        session.scenes.updateTop { press = $0.confirmed(.init(control: control, row: row, rows: rows)) }
        guard let press else { return .done([]) }
        return sentOnce(ViewOutput.DidPress.type, press)
    }

    /// What can be done here, by its name.
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
        guard let entry = palette?.found(text).first, let action = PageAction(entry.action) else {
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
            return alert.cancelButton.map { perform(.press(control: $0.control), on: nil) } ?? .stale
        }
        guard let target = stack.dropLast().last(where: { SceneAddress.name(of: $0) == name }) else { return .stale }
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
            changes.note(FieldName.prompt)
        }
        awaitsChoice = true
        return .done([])
    }

    private mutating func takeChoice() -> [Event] {
        guard awaitsChoice, changes.isEmpty, pending.isEmpty else { return [] }
        awaitsChoice = false
        guard let row = top?.shown.rowTexts.first, case .done(let events) = perform(.select(row: row.id), on: nil)
        else {
            return []
        }
        return events
    }

    private mutating func submit(_ id: String, _ fields: FormFields) -> ActionOutcome {
        guard let form = top?.screen.forms.first(where: { $0.id == id }) else { return .stale }
        var report: ViewOutput.DidSubmit?
        session.scenes.updateTop { report = $0.submission(of: form, fields) }
        guard let report else { return .done([]) }
        changes.cancel()
        return sentOnce(ViewOutput.DidSubmit.type, report)
    }

    private mutating func note(_ form: String?, _ field: String?, _ texts: [String]) {
        guard let form, let field else {
            changed[FieldName.prompt] = .init(value: .text(Bounded.entry(Sanitizer.line(texts.last ?? ""))))
            return changes.note(FieldName.prompt)
        }
        guard let found = top?.screen.formFields.first(where: { $0.form.id == form && $0.field.id == field }) else {
            return
        }
        let text = found.field.entry(from: texts)
        session.scenes.updateTop { $0.enter(text, in: found.name) }
        changed[found.name] = .init(form: form, field: field, value: FieldEntry(field: found.field).value(of: text))
        changes.note(found.name)
    }

    // MARK: What is reported later

    /// Milliseconds from `now` until ``takeReports(now:)`` may have something; nil for nothing.
    package func untilReports(now: Int) -> Int? {
        let rests = resting != nil && pending.isEmpty && !pending.hasOwn(ViewOutput.DidHighlight.type)
        let chooses = awaitsChoice && changes.isEmpty && pending.isEmpty
        return earliest(changes.remaining(now: now), rests ? throttle.remaining(now: now) : nil, chooses ? 0 : nil)
    }

    /// What live fields hold now, and where the selection rests: no faster than it is answered, and at most every 100 ms.
    package mutating func takeReports(now: Int) -> [Event] {
        var reports = changes.take(now: now).compactMap { name -> Event? in
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

    private mutating func sent(_ type: String, _ message: some JSONWritable) -> ActionOutcome {
        report(type, message).map { .done([$0]) } ?? .stale
    }

    /// Reports it unless the same report still waits for its answer.
    private mutating func sentOnce(_ type: String, _ message: some JSONWritable) -> ActionOutcome {
        session.awaits(type, message) ? .done([]) : sent(type, message)
    }
}

extension WebState {
    /// Sends the screen to all pages again: one of them has shown an older one.
    mutating func showAgain() { version += 1 }

    /// The address of the scene on screen.
    var address: PageAddress { topID.map { .scene(SceneAddress.name(of: $0)) } ?? .page }

    /// The picture with that key on the scene that is on screen.
    func image(_ key: String) -> ImageFile? { top?.images[key] }

}

/// What came of an action.
package enum ActionOutcome: Equatable, Sendable {
    /// Events to send; none where only the view has changed.
    case done([Event])
    /// The screen does not offer that, or no more: the page showed an older one. Nothing has changed.
    case stale
    /// The user has left the session.
    case quit
}

/// What only the view knows of a session. The supervisor keeps it for a view that takes this one's place. It has no secrets: what
/// opens a page is in a file of the session's folder (``Credentials``).
package struct WebMemory: JSONCodable, Equatable, Sendable {
    /// The ids of the events that wait for their answers.
    package var pending: [String]
    /// By scene.
    package var scenes: [String: WebScene.Memory]
    /// The failure until the user closes it.
    package var failure: Failure?
    /// What the bus has dropped and the view has not shown to the user yet.
    package var lost: LostLine?

    package var snapshot: Event {
        var event = Event(type: ProcessOutput.Snapshot.type)
        event.data = Payload.encode(self)
        return event
    }
}
