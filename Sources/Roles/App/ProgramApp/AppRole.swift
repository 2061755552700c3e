import Languages
import JSON
import Picking
import Platform
import Processes
import RouterMessages
import SessionResult
import ViewMessages
import Wire

/// Turns one program into a terminal application, as a value: user actions and the program's output come in, screens
/// and calls go out. It runs no program and reads no clock.
struct AppRole: Sendable {
    let settings: AppSettings
    var pages: Pages
    var calls: ProgramCalls
    /// Nil unless the program prints a plain list, or the user chooses among rows.
    var picker: RowPicker?
    /// What keys and events still have to do in a list.
    var actions = ActionQueue()
    /// The list of an earlier process, as far as it is not here yet.
    var restored = Restored()
    /// When the time until the next refresh began; nil before the first rows or screen.
    var rested: Instant?
    /// When a screen was shown last.
    var shown = Instant.past
    var shownAnswer = ""
    var isOver = false

    /// What a predecessor's snapshot has of a list.
    struct Restored: Sendable {
        /// The filter text.
        var query: String?
        /// What actions have changed there.
        var changes: PickingChanges?
        /// Its preview is still to be made again.
        var renewsPreview = false
    }

    /// Time between two screens without a user action.
    static let pace = Duration.milliseconds(100)

    init(_ settings: AppSettings, lineLimit: Int = LineBuffer.standardLimit) {
        self.settings = settings
        calls = ProgramCalls(wantsContext: settings.givesContext)
        pages = Pages(title: settings.title, longestData: lineLimit / 8 * 7, settings.words, settings.paths)
    }

    var words: Words { settings.words }

    // MARK: - Beginning

    /// Begins a session.
    mutating func start() -> [AppEffect] {
        // The field takes what is typed before the first row. A program may print screens instead: keys then wait for them.
        if settings.chooses { beginPicking() }
        guard restored.changes?.reload == nil, !settings.bindings.reloadsAtStart else {
            // The rows come from a command instead.
            beginPicking()
            guard restored.changes?.reload != nil else { return [] }
            picker?.reload()
            return beginList()
        }
        calls.begin(ProgramCall(), for: "")
        return settings.hasProgram ? [.call(ProgramCall())] : []
    }

    /// Continues from the snapshot of an earlier process.
    mutating func restore(_ state: Event, now: Instant) throws(PayloadError) -> [AppEffect] {
        let memory = try state.decode(AppMemory.self)
        isOver = memory.isOver ?? false
        calls.wantsContext = memory.wantsContext ?? settings.givesContext
        pages.restore(memory.pages)
        plan(now: now)
        let isList = memory.query != nil || !settings.hasProgram
        if isList || pages.isEmpty || memory.isStreaming || memory.call?.isFirst == true {
            restored = Restored(query: memory.query, changes: memory.changes)
            actions.hasBegun = memory.changes != nil
            let effects = start()
            if isList {
                restored.renewsPreview = memory.changes?.highlighted != nil
                beginPicking()
                picker?.awaitRows()
            }
            return effects + (memory.isStreaming ? showAll() : [])
        }
        calls.hasScreens = true
        guard let call = memory.call, let index = pages.index(of: call.scene) else {
            let missing = memory.pages.lastIndex { $0.screen == nil }
            return showAll() + (missing.map { readAgain($0) } ?? pages.top.map { highlightAgain(on: $0) } ?? [])
        }
        guard call.call.hasEffects else { return showAll() + begin(call.call, on: index, activity: "Reading…") }
        return showAll() + interrupt(call.call, on: index)
    }

    /// Does not repeat a call that may have side effects.
    private mutating func interrupt(_ call: ProgramCall, on index: Int) -> [AppEffect] {
        pages.noteEffects(above: index)
        pages[index].alert = OwnControl.alert(
            words("% was interrupted", name(of: call)),
            words["Viperline restarted. This action may already have been carried out."], mayRetry: false, words)
        return settle(index)
    }

    /// Nil before there is anything to remember.
    var memory: [UInt8]? {
        guard !pages.isEmpty else { return nil }
        func memory(withScreens: Bool) -> [UInt8] {
            AppMemory(
                query: picker?.query, isOver: isOver ? true : nil,
                pages: pages.memory(hasScreens: withScreens && picker == nil),
                call: calls.running.map { .init(call: $0.call, scene: $0.scene) }, isStreaming: calls.isStreaming,
                wantsContext: calls.wantsContext ? true : nil, changes: picker?.changes
            ).json
        }
        let whole = memory(withScreens: true)
        return whole.count <= pages.longestData ? whole : memory(withScreens: false)
    }

    // MARK: - Events

    mutating func receive(_ event: Event, now: Instant) throws(PayloadError) -> [AppEffect] {
        switch event.type {
        case RouterOutput.DidNavigate.type:
            return navigate(to: try event.decode(RouterOutput.DidNavigate.self).stack, event)
        case RouterOutput.DidOpenURL.type, RouterOutput.DidPlay.type, RouterOutput.DidFail.type:
            pages.giveUpOpening()
            // The router's report answers the user; the screen only shows that the activity is over.
            guard calls.running == nil else { return [] }
            return pages.active.flatMap { settle($0) }
        default:
            guard event.type.hasPrefix("view.output."), let top = pages.top else { return [] }
            let index = pages.index(of: event.subject) ?? top
            if isOver { return [.send(Event(RouterInput.Back.type, RouterInput.Back(), answering: event))] }
            if picker != nil { return try pick(event) }
            pages[index].newest = event.head
            return try act(event, on: index)
        }
    }

    private mutating func navigate(to stack: [Scene], _ event: Event) -> [AppEffect] {
        let isFirst = pages.isEmpty
        let (called, shown) = pages.navigate(to: stack, event)
        var effects = shown.flatMap { show($0) }
        for index in called { effects += begin(pages[index].origin, on: index, activity: "Reading…") }
        if let call = calls.running, !call.scene.isEmpty, pages.index(of: call.scene) == nil {
            calls.end()
            effects.append(.stop)
        }
        if !isFirst, called.isEmpty, picker == nil, let top = pages.takeComeback() {
            pages[top].newest = event.head
            if !calls.isStreaming { effects += readAgain(top, .comeback) }
        } else if !isFirst, called.isEmpty, calls.running == nil, let top = pages.top, pages[top].lacksPreview {
            pages[top].newest = event.head
            effects += highlightAgain(on: top)
        }
        return effects
    }

    // MARK: A list

    private mutating func pick(_ event: Event) throws(PayloadError) -> [AppEffect] {
        if event.type == ViewOutput.DidRun.type {
            _ = try picker?.receive(event)
            return endTerminal(try event.decode(ViewOutput.DidRun.self))
        }
        let answered = picker?.answered
        switch try picker?.receive(event) {
        case .chosen(let result)?:
            isOver = true
            let back = Event(RouterInput.Back.type, RouterInput.Back(), answering: event)
            return [.report(result)] + keepingText(if: result) + [.send(back)]
        case .typed?:
            guard let run = picker?.run(at: .change) else { return [] }
            let effects = carryOut(run)
            if let answered { picker?.answerTyping(after: answered) }
            return effects
        case .bound(let run)?: return carryOut(run)
        case .left?: return [.send(Event(RouterInput.Back.type, RouterInput.Back(), answering: event))]
        case .reload? where settings.hasProgram || picker?.changes.reload != nil:
            picker?.reload()
            return beginList()
        case .preview(let words)?: return [words.map { .preview($0) } ?? .stopPreview]
        case .reload?, .shown?, nil: return []
        }
    }

    /// - Parameter bytes: what the command of the preview has printed.
    mutating func readPreview(_ bytes: [UInt8]) -> [AppEffect] {
        picker?.readPreview(bytes) == false ? [.stopPreview] : []
    }

    /// - Parameter message: what is shown if it has printed nothing.
    mutating func endPreview(_ message: String) { picker?.endPreview(message) }

    mutating func beginList() -> [AppEffect] {
        var call = ProgramCall()
        call.command = picker?.changes.reload
        calls.begin(call, for: "")
        if call.command != nil { calls.output.becomeLines() }
        return [.call(call)]
    }

    // MARK: Screens

    private mutating func act(_ event: Event, on index: Int) throws(PayloadError) -> [AppEffect] {
        switch try ScreenAction(event, on: pages[index]) {
        case .search(let text):
            pages[index].content.screen.prompt?.text = text
            return begin(ProgramCall(["search", text]), on: index, activity: "Searching…", event)
        case .call(let call, let activity):
            // The program's next screen answers an alert of its own.
            if call.verb == "press" { pages[index].content.screen.alert = nil }
            return begin(call, on: index, activity: activity, event)
        case .close:
            pages[index].alert = nil
            return show(index)
        case .retry:
            let call = pages[index].failed ?? pages[index].origin
            pages[index].alert = nil
            return begin(call, on: index, activity: "Reading…")
        case .sort(let sort):
            pages[index].sort = sort
            let words = ["sort", sort.column, sort.isDescending ? "descending" : "ascending"]
            return begin(ProgramCall(words), on: index, activity: "Sorting…", event)
        case .refresh: return readAgain(index)
        case .back where mayCancel(on: index): return cancel(on: index)
        case .back: return leave(index, Event(RouterInput.Back.type, RouterInput.Back(), answering: event))
        case .highlight(let row): return highlight(row, on: index, event)
        case .ran(let report): return ran(report, event, on: index)
        case .pass(let request): return [.send(request)]
        case .feed: return (calls.isStreaming ? feed(event) : []) + show(index)
        case .change(let change):
            let isOwn = settings.paths != nil && pages[index].pathFields.take(change, on: pages[index].content.screen)
            return (calls.isStreaming && !isOwn ? feed(event) : []) + show(index)
        case .nothing: return show(index)
        }
    }

    // MARK: - Calls

    /// Asks the router to close a page. If the one below will be read again, it shows that before the user sees it, so that it
    /// does not count as settled.
    mutating func leave(_ index: Int, _ back: Event) -> [AppEffect] {
        guard index > 0, index == pages.top, pages[index - 1].isStale, !calls.isStreaming else { return [.send(back)] }
        pages[index - 1].activity = "Reading…"
        return show(index - 1) + [.send(back)]
    }

    /// Repeats the call that has made the page, unless it may have side effects.
    private mutating func readAgain(_ index: Int, _ reason: CallContext.Reason = .refresh) -> [AppEffect] {
        let origin = pages[index].origin
        guard !origin.hasEffects else { return settle(index) }
        return begin(origin, on: index, activity: "Reading…", reason: reason)
    }

    /// Reads the page again after a command, which may have changed anything.
    private mutating func ran(_ report: ViewOutput.DidRun, _ event: Event, on index: Int) -> [AppEffect] {
        if let failure = report.failure { pages[index].notice = pages.notice(failure) }
        if calls.isStreaming { return feed(event) + settle(index) }
        guard report.failure == nil, calls.running == nil else { return settle(index) }
        pages.noteEffects(above: index)
        return readAgain(index, .comeback)
    }

    /// The call with its context.
    func prepared(_ call: ProgramCall, on index: Int, _ reason: CallContext.Reason? = nil) -> ProgramCall {
        let page = pages[index]
        var call = call
        call.context = CallContext(
            reason: reason ?? .init(verb: call.verb), scene: page.scene.scene,
            query: call.verb == "search" ? call.words.dropFirst().first ?? "" : page.query, sort: page.sort,
            rows: call.rows.isEmpty ? page.rows : call.rows)
        if calls.wantsContext, !call.words.isEmpty {
            call.input = call.context.input(with: call.hasEffects ? call.input : nil)
        }
        return call
    }

    /// - Parameters:
    ///   - event: the user action, for a program that keeps running.
    ///   - reason: of a call that is not for a user action.
    mutating func begin(
        _ call: ProgramCall, on index: Int, activity: String, _ event: Event? = nil,
        reason: CallContext.Reason? = nil
    ) -> [AppEffect] {
        let scene = pages[index].scene.scene
        guard !call.words.contains(where: { $0.utf8.contains(0) }) else {
            return fail(
                call, on: index, words["An argument of a program cannot have the character NUL."], mayRetry: false)
        }
        if event?.isReplayed == true, call.hasEffects { return interrupt(call, on: index) }
        pages[index].activity = activity
        if calls.isStreaming, let event {
            calls.fed = ProgramCalls.Running(call: call, scene: scene)
            return feed(event) + show(index)
        }
        let prepared = prepared(call, on: index, reason)
        if call.hasEffects { pages.noteEffects(above: index) }
        if let old = calls.running, old.call.verb == "highlight", let page = pages.index(of: old.scene) {
            pages[page].preview = nil
        }
        calls.begin(prepared, for: scene)
        return [.call(prepared)] + show(index)
    }

    /// Makes one line of JSON: the event's name, and its data.
    private func feed(_ event: Event) -> [AppEffect] {
        let name = event.type.dropFirst("view.output.did".count)
        let verb = name.prefix(1).lowercased() + name.dropFirst()
        let rest = event.data.count > 2 ? [UInt8(ascii: ",")] + event.data.dropFirst() : [UInt8(ascii: "}")]
        return [.feed(Array("{\"event\":\"\(verb)\"".utf8) + rest + [0x0A])]
    }

    // MARK: - Showing screens

    func show(_ index: Int) -> [AppEffect] {
        [pages.show(index, mayRefresh: settings.hasProgram && !calls.isStreaming, mayCancel: mayCancel(on: index))]
    }

    private func showAll() -> [AppEffect] { pages.all.flatMap { show($0) } }
}

/// What the role's logic wants done.
enum AppEffect: Equatable, Sendable {
    case send(Event)
    /// Calls the program, and ends an older call.
    case call(ProgramCall)
    /// Ends the running call.
    case stop
    /// Runs the command of the preview, and ends an older one.
    case preview([String])
    case stopPreview
    /// Runs a command without the terminal and without its output.
    case silent([String])
    /// Adds a filter text to the history.
    case keep(String)
    /// Writes a line to the program that keeps running.
    case feed([UInt8])
    /// Writes the result for `viperline app`: that there are rows to choose from, or the chosen rows.
    case report(SessionResult)
    /// A message for the log.
    case remark(String)
}
