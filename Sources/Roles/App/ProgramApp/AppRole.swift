import Languages
import JSON
import Picking
import Platform
import RouterMessages
import SessionResult
import ViewMessages
import Wire

/// Turns one program into a terminal application, as a value: user actions and the program's output come in, screens
/// and calls go out. It runs no program and reads no clock.
struct AppRole: Sendable {
    let settings: AppSettings
    var screens: ProgramScreens
    /// Nil unless the program prints a plain list, or the user chooses among rows.
    var picker: RowPicker?
    /// The actions of keys and events that are left to do in a list.
    var actions = ActionQueue()
    /// The list of an earlier process, as far as it is not here yet.
    var restored = RestoredList()
    /// The beginning of the time until the next refresh; nil before the first rows or screen.
    var rested: Instant?
    /// Until when the first screen of a call waits for the call's end; nil if none waits.
    var held: Instant?
    /// The time when a screen was shown last.
    var shown = Instant.past
    var shownAnswer = ""
    var isOver = false

    /// Time between two screens without a user action.
    static let pace = Duration.milliseconds(100)

    init(_ settings: AppSettings, lineLimit: Int = LineBuffer.standardLimit) {
        self.settings = settings
        screens = ProgramScreens(settings, longestData: lineLimit / 8 * 7)
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
        screens.calls.begin(ProgramCall(), for: "")
        return settings.hasProgram ? [.call(ProgramCall())] : []
    }

    /// Continues from the snapshot of an earlier process.
    mutating func restore(_ state: Event, now: Instant) throws(PayloadError) -> [AppEffect] {
        let memory = try state.decode(AppMemory.self)
        isOver = memory.isOver ?? false
        screens.calls.wantsContext = memory.wantsContext ?? settings.givesContext
        screens.pages.restore(memory.pages)
        plan(now: now)
        let isList = memory.query != nil || !settings.hasProgram
        if isList || screens.pages.isEmpty || memory.isStreaming || memory.call?.isFirst == true {
            restored = RestoredList(query: memory.query, changes: memory.changes)
            actions.hasBegun = memory.changes != nil
            let effects = start()
            if isList {
                restored.renewsPreview = memory.changes?.highlighted != nil
                beginPicking()
                picker?.awaitRows()
            }
            return effects + (memory.isStreaming ? screens.showAll() : [])
        }
        return screens.showAll() + screens.carryOn(memory)
    }

    /// Nil before there is anything to remember.
    var memory: [UInt8]? {
        guard !screens.pages.isEmpty else { return nil }
        func memory(withScreens: Bool) -> [UInt8] {
            var memory = screens.memory(hasScreens: withScreens && picker == nil)
            (memory.query, memory.changes, memory.isOver) = (picker?.query, picker?.changes, isOver ? true : nil)
            return memory.json
        }
        let whole = memory(withScreens: true)
        return whole.count <= screens.pages.longestData ? whole : memory(withScreens: false)
    }

    // MARK: - Events

    mutating func receive(_ event: Event, now: Instant) throws(PayloadError) -> [AppEffect] {
        switch event.type {
        case RouterOutput.DidNavigate.type:
            let stack = try event.decode(RouterOutput.DidNavigate.self).stack
            return screens.navigate(to: stack, event, isPicking: picker != nil)
        case RouterOutput.DidOpenURL.type, RouterOutput.DidPlay.type, RouterOutput.DidFail.type:
            screens.pages.giveUpOpening()
            // The router's report answers the user; the screen only shows that the activity is over.
            guard screens.calls.running == nil else { return [] }
            return screens.pages.active.flatMap { screens.settle($0) }
        default:
            guard event.type.hasPrefix("view.output."), let top = screens.pages.top else { return [] }
            let index = screens.pages.index(of: event.subject) ?? top
            if isOver { return [.send(Event(RouterInput.Back.type, RouterInput.Back(), answering: event))] }
            if picker != nil { return try pick(event) }
            let first = held == nil ? [] : showFirst()
            screens.pages[index].newest = event.head
            return try first + screens.act(event, on: index)
        }
    }

    // MARK: A list

    private mutating func pick(_ event: Event) throws(PayloadError) -> [AppEffect] {
        if event.type == ViewOutput.DidRun.type {
            _ = try picker?.receive(event)
            return endTerminal(try event.decode(ViewOutput.DidRun.self))
        }
        let answered = picker?.answered
        switch try picker?.receive(event) {
        case .chosen(let result)?: return end(result)
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
        case .preview(let words)?:
            let event: PickTrigger? =
                event.type == ViewOutput.DidHighlight.type
                ? .focus : event.type == ViewOutput.DidResize.type ? .resize : nil
            let run = event.flatMap { picker?.run(at: $0) }
            return [words.map { .preview($0) } ?? .stopPreview] + (run.map { carryOut($0) } ?? [])
        case .reload?, .shown?, nil: return []
        }
    }

    mutating func beginList() -> [AppEffect] {
        var call = ProgramCall()
        call.command = picker?.changes.reload
        screens.calls.begin(call, for: "")
        if call.command != nil { screens.calls.output.becomeLines() }
        return [.call(call)]
    }
}

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
    /// Runs one whose output ``AppRole/endSilent(_:printed:)`` takes.
    case transform([String])
    /// Adds a filter text to the history.
    case keep(String)
    /// Writes a line to the program that keeps running.
    case feed([UInt8])
    /// Writes the result for `viperline app`: that there are rows to choose from, or the chosen rows.
    case report(SessionResult)
    /// A message for the log.
    case remark(String)
}
