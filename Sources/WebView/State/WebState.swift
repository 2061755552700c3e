import JSON
import RouterMessages
package import ScreenModel
import TerminalText
import ViewMessages
package import Wire

/// The view as a value: events and actions in, events out. It knows no browser, no clock and no bus.
package struct WebState: Sendable {
    private var stamp: EventStamp
    private var scenes = SceneStack<WebScene>()
    private var pending = PendingActions()
    package private(set) var notice: Notice?
    private var remarks = Remarks()
    private var lost = LostLines()
    private var changes = LiveChanges()
    private var changed: [String: ViewOutput.DidChange] = [:]
    private var throttle = Throttle()
    /// The row where the selection rests, until that is reported.
    private var resting: String?
    private var size = PageSize.standard
    /// The person has asked to leave, and has to say so once more.
    package private(set) var asksToQuit = false
    /// What is looked for in the palette.
    package private(set) var wanted = ""
    /// A row is chosen as soon as the rows are those of what was typed.
    private var awaitsChoice = false
    /// Counts what the person could see change.
    package fileprivate(set) var version = 1

    package init(stamp: EventStamp) {
        self.stamp = stamp
    }

    /// The scene on screen; nil before it has a screen.
    package var top: WebScene? { scenes.top }
    package var topID: String? { scenes.topID }
    /// Those on the way to the scene on screen, its own last.
    package var titles: [String] { scenes.titles }
    package var isAtRoot: Bool { scenes.isAtRoot }
    package var isModal: Bool { scenes.isModal }
    /// The person has left the last scene.
    package var isFinished: Bool { scenes.isFinished }
    /// Nothing waits for an answer, and nothing is under way.
    package var isSettled: Bool { pending.isEmpty && top.map { $0.screen.activity == nil } == true }

    /// What is wrong with the events of others, for the log.
    package mutating func takeRemarks() -> [String] { remarks.take() }

    /// What the person sees that no event tells.
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
        var failure: Failure?
        if case .failed(let unread) = notice { failure = unread }
        return WebMemory(pending: pending.ids, scenes: scenes.memory, failure: failure, lost: lost.line)
    }

    private mutating func restore(_ memory: WebMemory) {
        pending = PendingActions(ids: memory.pending)
        scenes.restore(memory.scenes)
        if let failure = memory.failure { notice = .failed(failure) }
        if let line = memory.lost { lost.note(line) }
    }

    // MARK: Events

    /// - Returns: a refusal when the line is no event that the view can take; and the size, where a screen wants it.
    package mutating func receive(_ incoming: EventReader.Incoming) -> [Event] {
        version += 1
        switch incoming {
        case .refused(let error, let line):
            return [
                stamp.stamp(Event(ProcessOutput.Refused.type, ProcessOutput.Refused(reason: "\(error)", line: line)))
            ]
        case .event(let event):
            do throws(PayloadError) {
                try receive(event)
                return reportSize()
            } catch {
                if event.type == ViewInput.Show.type { giveUp(on: event, because: error) }
                return [stamp.stamp(Event(refusing: event, because: error))]
            }
        }
    }

    private mutating func receive(_ event: Event) throws(PayloadError) {
        switch event.type {
        case ProcessInput.Restore.type: return restore(try event.decode(WebMemory.self))
        case ProcessInput.Notice.type:
            let told = try event.decode(ProcessInput.Notice.self)
            if let line = told.dropped {
                lost.note(LostLine(line, told: event))
            } else if !hasFailure {
                notice = .session(Sanitizer.line(told.message), isGood: told.isGood == true)
            }
            return
        case ViewInput.Show.type:
            let screen = try event.decode(ViewInput.Show.self).screen.sanitized
            guard let scene = event.subject else {
                throw PayloadError(type: event.type, reason: "no subject: the scene whose screen this is")
            }
            show(screen, on: scene)
            lost.settle(by: event)
            switch notice {
            case .session: notice = nil
            case .failed(let failure) where failure.scene == scene: notice = nil
            default: break
            }
        case RouterOutput.DidNavigate.type:
            let stack = try event.decode(RouterOutput.DidNavigate.self).stack
            if stack.last?.scene != scenes.topID {
                (resting, changed, wanted, awaitsChoice) = (nil, [:], "", false)
                changes.cancel()
            }
            scenes.navigate(to: stack)
            pending.dropOwn()
        case RouterOutput.DidOpenURL.type, RouterOutput.DidPlay.type, RouterOutput.DidFail.type:
            notice = try Notice(of: event)
        default: return
        }
        if !hasFailure {
            var word: ScreenNotice?
            scenes.updateTop { word = $0.takeNotice() }
            if let word { notice = .word(word.text, word.tone) }
        }
        if pending.settle(by: event) { remarks.missingCorrelation(in: event) }
        if isSettled { scenes.updateTop { $0.takeRows() } }
    }

    private var hasFailure: Bool { if case .failed = notice { true } else { false } }

    private mutating func show(_ screen: Screen, on scene: String) {
        let (screen, images) = ScreenImages.extract(from: screen, known: scenes.images(of: scene)) { _ in false }
        scenes.show(screen, images: images, on: scene)
    }

    // MARK: Screens that do not come

    /// Milliseconds from `now` until ``giveUpLost(now:)`` has something to do; nil while nothing is lost.
    package func untilLost(now: Int) -> Int? { lost.remaining(now: now) }

    /// Tells the person what was lost, when it is time, and waits for it no longer.
    package mutating func giveUpLost(now: Int) {
        guard let (line, isNew) = lost.take(now: now) else { return }
        version += 1
        var answer = Event(type: ViewInput.Show.type)
        (answer.subject, answer.correlationID) = (line.failure.scene ?? topID, line.correlation)
        settleWithoutScreen(answer)
        if isNew { notice = .failed(line.failure) }
    }

    private mutating func giveUp(on show: Event, because error: PayloadError) {
        settleWithoutScreen(show)
        let line = LostLine(unreadable: show, because: error)
        if lost.isNews(line) { notice = .failed(line.failure) }
    }

    private mutating func settleWithoutScreen(_ answer: Event) {
        _ = pending.settle(by: answer)
        if let scene = answer.subject { scenes.giveUp(on: scene) }
    }

    // MARK: The person

    /// - Parameters:
    ///   - action: from a page, so it may mean what is not there, or no more.
    ///   - scene: the one that the page showed.
    package mutating func perform(_ action: Action, on scene: String?) -> Outcome {
        guard let top, let topID, scene == nil || scene == topID else { return .stale }
        if case .resize(let columns, let rows) = action {
            size = PageSize(columns: columns, rows: rows)
            return .done(reportSize())
        }
        guard Permission.allows(action, on: top.screen, isAtRoot: isAtRoot, asksToQuit: asksToQuit, marks: top.marks)
        else { return .stale }
        let before = look
        defer { if look != before { version += 1 } }
        if !hasFailure { if case .highlight = action {} else { notice = nil } }
        let isQuitting = asksToQuit
        if !action.isPassing { (asksToQuit, wanted, awaitsChoice) = (false, "", false) }
        if !isQuitting, top.screen.alert == nil, let button = action.button { scenes.updateTop { $0.press(button) } }
        switch action {
        case .search(let query):
            if top.screen.picksRows { return choose(Bounded.entry(Sanitizer.line(query)), on: top.screen) }
            changes.cancel()
            scenes.updateTop { $0.awaitRows() }
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
            scenes.updateTop { hasRoom = $0.toggleMark(row) }
            if !hasRoom { notice = .advice("No more rows can be marked") }
            return .done([])
        case .filter(let text, let isLive):
            scenes.updateTop { scene in
                scene.setFilter(Bounded.entry(Sanitizer.line(text)))
                guard !isLive else { return }
                scene.awaitRows()
                scene.takeRows()
            }
            return .done([])
        case .palette(let text, let isLive): return palette(Bounded.entry(Sanitizer.line(text)), runs: !isLive)
        case .clearMarks:
            scenes.updateTop { $0.clearMarks() }
            return .done([])
        case .scroll(let first, let count):
            return sentOnce(
                ViewOutput.DidScroll.type,
                ViewOutput.DidScroll(first: Bounded.number(first), count: min(Bounded.number(count), 1000)))
        case .more:
            var reports = false
            scenes.updateTop { reports = $0.reportsEnd() }
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
        case .closeFailure:
            notice = nil
            return .done([])
        case .quit:
            asksToQuit = true
            return .done([])
        case .resize: return .done([])
        }
    }

    private mutating func press(_ control: String, _ row: String?, isQuitting: Bool) -> Outcome {
        if isQuitting { return control == Confirming.yes ? .quit : .done([]) }
        var rows: [String]?
        if row != nil, top?.screen.hasMarkableRows == true { rows = top?.markedRows(for: control) }
        guard rows?.isEmpty != true else {
            notice = .advice("That cannot be done to the marked rows")
            return .done([])
        }
        var press: ViewOutput.DidPress?
        scenes.updateTop { press = $0.confirmed(.init(control: control, row: row, rows: rows)) }
        guard let press else { return .done([]) }
        return sentOnce(ViewOutput.DidPress.type, press)
    }

    /// What can be done here, by its name.
    var palette: Palette? {
        top.map {
            Palette(
                $0.screen, words: Words($0.screen), isAtRoot: isAtRoot, isModal: isModal, hasMarks: !$0.marks.isEmpty)
        }
    }

    private mutating func palette(_ text: String, runs: Bool) -> Outcome {
        guard runs else {
            wanted = text
            return .done([])
        }
        guard let entry = palette?.found(text).first, let action = Action(entry.action) else {
            notice = .advice("Nothing here has that name")
            return .done([])
        }
        return perform(action, on: nil)
    }

    /// Opens the first row, as soon as the rows are those of what was typed.
    private mutating func choose(_ text: String, on screen: Screen) -> Outcome {
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

    private mutating func submit(_ id: String, _ fields: FormFields) -> Outcome {
        guard let form = top?.screen.forms.first(where: { $0.id == id }) else { return .stale }
        var report: ViewOutput.DidSubmit?
        scenes.updateTop { report = $0.submission(of: form, fields) }
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
        scenes.updateTop { $0.enter(text, in: found.name) }
        changed[found.name] = .init(form: form, field: field, value: FieldEntry(field: found.field).value(of: text))
        changes.note(found.name)
    }

    // MARK: What is reported later

    /// Milliseconds from `now` until ``takeReports(now:)`` may have something; nil for nothing.
    package func untilReports(now: Int) -> Int? {
        let rests = resting != nil && pending.isEmpty && !pending.hasOwn(ViewOutput.DidHighlight.type)
        let chooses = awaitsChoice && changes.isEmpty && pending.isEmpty
        return [changes.remaining(now: now), rests ? throttle.remaining(now: now) : nil, chooses ? 0 : nil]
            .compactMap(\.self).min()
    }

    /// What live fields hold now, and where the selection rests: no faster than it is answered, and at most every 100 ms.
    package mutating func takeReports(now: Int) -> [Event] {
        var reports = changes.take(now: now).compactMap { name -> Event? in
            changed.removeValue(forKey: name).flatMap { report(ViewOutput.DidChange.type, $0) }
        }
        reports += takeChoice()
        guard let row = resting, pending.isEmpty, !pending.hasOwn(ViewOutput.DidHighlight.type),
            throttle.take(now: now), let topID
        else { return reports }
        resting = nil
        var isNew = false
        scenes.updateTop { isNew = $0.takeHighlight(row) }
        guard isNew else { return reports }
        let event = stamp.stamp(
            Event(ViewOutput.DidHighlight.type, ViewOutput.DidHighlight(row: row), subject: topID))
        pending.sent(event, isOwn: true)
        reports.append(event)
        return reports
    }

    private mutating func reportSize() -> [Event] {
        guard let top, top.screen.alert == nil, !pending.hasOwn(ViewOutput.DidResize.type), let topID else { return [] }
        let size = size
        var isNew = false
        scenes.updateTop { isNew = $0.takeSize(size) }
        guard isNew else { return [] }
        let event = stamp.stamp(
            Event(
                ViewOutput.DidResize.type, ViewOutput.DidResize(columns: size.columns, rows: size.rows), subject: topID)
        )
        pending.sent(event, isOwn: true)
        return [event]
    }

    private mutating func report(_ type: String, _ message: some JSONWritable) -> Event? {
        guard let topID else { return nil }
        let event = stamp.stamp(Event(type, message, subject: topID))
        pending.sent(event)
        return event
    }

    private mutating func sent(_ type: String, _ message: some JSONWritable) -> Outcome {
        report(type, message).map { .done([$0]) } ?? .stale
    }

    /// Reports it unless the same report still waits for its answer.
    private mutating func sentOnce(_ type: String, _ message: some JSONWritable) -> Outcome {
        pending.contains(sameAs: Event(type, message, subject: topID)) ? .done([]) : sent(type, message)
    }
}

extension WebState {
    /// Sends the screen to all pages again: one of them has shown an older one.
    mutating func showAgain() { version += 1 }

    /// The picture with that key on the scene that is on screen.
    func image(_ key: String) -> ImageFile? { top?.images[key] }

    /// What a recording has of a form: without the page's own key, and without secrets.
    func recorded(_ fields: FormFields) -> FormFields {
        var fields = fields
        fields.removeAll(named: "key")
        for (_, _, field) in top?.screen.formFields ?? [] where field.kind == .secret {
            fields.removeAll(named: InputName.of(field))
        }
        return fields
    }
}
