import JSON
import Processes
import RouterMessages
import ViewMessages
import Wire
import SessionResult

/// Makes a terminal application of one program, as a value: what the person does and what the program prints come in, screens and
/// calls go out. It runs no program and knows no clock.
struct Script: Sendable {
    private let settings: ScriptSettings
    /// The longest data of an event, in bytes.
    private let longestData: Int
    private var pages: Pages
    /// Nil unless the program prints a plain list, or rows are chosen.
    private var picker: RowPicker?
    private var output = ScriptOutput()
    private var running: Running?
    /// What the program that keeps running was told last, and has not answered.
    private var fed: Running?
    /// The program has printed screens, so a plain text of it is no list.
    private var hasScreens = false
    /// What a predecessor had typed above a list.
    private var restoredQuery: String?
    private var nextRefresh: Int?
    private var notices = 0
    /// When a screen was shown last, in milliseconds.
    private var shown = 0
    private var shownAnswer = ""
    private var isOver = false
    private var known: Set<String> = []
    /// The first screen, if it came before the scene that it is for.
    private var first: ScriptScreen?
    /// What was wrong with the first call, if it was over before that.
    private var firstFailure: String?

    private struct Running: Sendable {
        let call: ScriptCall
        let scene: String
        /// It has printed a screen, and may print others.
        var hasAnswered = false
        /// The screen is made anew, and nobody waits for it.
        var isSilent = false
    }

    /// Milliseconds between two screens that nobody waits for.
    private static let pace = 100

    init(_ settings: ScriptSettings, lineLimit: Int = LineBuffer.standardLimit) {
        self.settings = settings
        longestData = lineLimit / 8 * 7
        pages = Pages(title: settings.title, longestData: longestData)
    }

    // MARK: - Beginning

    /// A session begins.
    mutating func start() -> [ScriptEffect] {
        running = Running(call: ScriptCall(), scene: "")
        return settings.hasProgram ? [.call(ScriptCall())] : []
    }

    /// Goes on with what a predecessor has told.
    mutating func restore(_ state: Event) throws(PayloadError) -> [ScriptEffect] {
        let memory = try state.decode(ScriptMemory.self)
        isOver = memory.isOver ?? false
        pages.restore(memory.pages)
        if memory.query != nil || pages.isEmpty || memory.isStreaming || !settings.hasProgram {
            restoredQuery = memory.query
            return start() + showAll()
        }
        hasScreens = true
        guard let call = memory.call, let index = pages.index(of: call.scene) else {
            let missing = memory.pages.lastIndex { $0.screen == nil }
            return showAll() + (missing.map { begin(pages[$0].origin, on: $0, activity: "Reading…") } ?? [])
        }
        guard call.call.hasEffects else { return showAll() + begin(call.call, on: index, activity: "Reading…") }
        return showAll() + interrupt(call.call, on: index)
    }

    /// A call that may change something is not made again.
    private mutating func interrupt(_ call: ScriptCall, on index: Int) -> [ScriptEffect] {
        pages[index].alert = OwnControl.alert(
            "\(name(of: call)) was interrupted",
            "Viperline's process was started again meanwhile. It may be done already.", mayRetry: false)
        return settle(index)
    }

    /// Nil before there is anything to remember.
    var memory: [UInt8]? {
        guard !pages.isEmpty else { return nil }
        func memory(withScreens: Bool) -> [UInt8] {
            ScriptMemory(
                query: picker?.query, isOver: isOver ? true : nil,
                pages: pages.memory(hasScreens: withScreens && picker == nil),
                call: running.map { .init(call: $0.call, scene: $0.scene) }, isStreaming: isStreaming
            ).json
        }
        let whole = memory(withScreens: true)
        return whole.count <= longestData ? whole : memory(withScreens: false)
    }

    // MARK: - Events

    mutating func receive(_ event: Event, now: Int) throws(PayloadError) -> [ScriptEffect] {
        switch event.type {
        case RouterOutput.DidNavigate.type:
            return navigate(to: try event.decode(RouterOutput.DidNavigate.self).stack, event)
        case RouterOutput.DidOpenURL.type, RouterOutput.DidPlay.type, RouterOutput.DidFail.type:
            pages.giveUpOpening()
            // The router's report answers the person; the screen only says that nothing is under way any more.
            guard running == nil else { return [] }
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

    private mutating func navigate(to stack: [Scene], _ event: Event) -> [ScriptEffect] {
        let isFirst = pages.isEmpty
        let (called, shown) = pages.navigate(to: stack, event)
        var effects = shown.flatMap { show($0) }
        for index in called { effects += begin(pages[index].origin, on: index, activity: "Reading…") }
        if let call = running, !call.scene.isEmpty, pages.index(of: call.scene) == nil {
            running = nil
            effects.append(.stop)
        }
        guard isFirst, !pages.isEmpty else { return effects }
        if picker == nil, running != nil, first == nil { pages[0].activity = "Reading…" }
        return effects + (picker == nil ? show(0) : [])
    }

    // MARK: A list

    private mutating func pick(_ event: Event) throws(PayloadError) -> [ScriptEffect] {
        switch try picker?.receive(event) {
        case .chosen(let result)?:
            isOver = true
            return [.tell(result), .send(Event(RouterInput.Back.type, RouterInput.Back(), answering: event))]
        case .left?: return [.send(Event(RouterInput.Back.type, RouterInput.Back(), answering: event))]
        case .reload? where settings.hasProgram:
            picker?.reload()
            return beginList()
        case .reload?, .shown?, nil: return []
        }
    }

    private mutating func beginList() -> [ScriptEffect] {
        running = Running(call: ScriptCall(), scene: "")
        output = ScriptOutput()
        return [.call(ScriptCall())]
    }

    // MARK: Screens

    private mutating func act(_ event: Event, on index: Int) throws(PayloadError) -> [ScriptEffect] {
        switch try ScreenAction(event, on: pages[index]) {
        case .search(let text):
            pages[index].content.screen.prompt?.text = text
            return begin(ScriptCall(["search", text]), on: index, activity: "Searching…", event)
        case .call(let call, let activity):
            // An alert of the program's own is answered with its next screen.
            if call.verb == "press" { pages[index].content.screen.alert = nil }
            return begin(call, on: index, activity: activity, event)
        case .close:
            pages[index].alert = nil
            return show(index)
        case .retry:
            let call = pages[index].failed ?? pages[index].origin
            pages[index].alert = nil
            return begin(call, on: index, activity: "Reading…")
        case .refresh: return begin(pages[index].origin, on: index, activity: "Reading…")
        case .pass(let request): return [.send(request)]
        case .tell: return (isStreaming ? tell(event) : []) + show(index)
        case .nothing: return show(index)
        }
    }

    // MARK: - Calls

    /// The program keeps running, and reads what the person does.
    private var isStreaming: Bool { running.map { $0.hasAnswered } ?? false }

    /// - Parameter event: what a program that keeps running is told.
    private mutating func begin(
        _ call: ScriptCall, on index: Int, activity: String, _ event: Event? = nil
    ) -> [ScriptEffect] {
        let scene = pages[index].scene.scene
        guard !call.words.contains(where: { $0.utf8.contains(0) }) else {
            return fail(call, on: index, "An argument of a program cannot have the character NUL.", mayRetry: false)
        }
        if event?.isReplayed == true, call.hasEffects { return interrupt(call, on: index) }
        pages[index].activity = activity
        if isStreaming, let event {
            fed = Running(call: call, scene: scene)
            return tell(event) + show(index)
        }
        running = Running(call: call, scene: scene)
        output = ScriptOutput()
        return [.call(call)] + show(index)
    }

    /// One line of JSON: the event's name, and its data.
    private func tell(_ event: Event) -> [ScriptEffect] {
        let name = event.type.dropFirst("view.output.did".count)
        let verb = name.prefix(1).lowercased() + name.dropFirst()
        let rest = event.data.count > 2 ? [UInt8(ascii: ",")] + event.data.dropFirst() : [UInt8(ascii: "}")]
        return [.feed(Array("{\"event\":\"\(verb)\"".utf8) + rest + [0x0A])]
    }

    // MARK: - What the program prints

    /// - Parameter bytes: from the program, or from the input that has all rows.
    mutating func read(_ bytes: [UInt8], now: Int) -> [ScriptEffect] {
        guard let running else { return [] }
        if picker != nil, output.format == .lines {
            picker?.read(bytes, now: now)
            return []
        }
        output.append(bytes)
        if output.isTooLong {
            self.running = nil
            return [.stop] + tooLong(running, now: now)
        }
        switch output.format {
        case .lines where running.call.words.isEmpty && !hasScreens:
            beginPicking()
            picker?.read(output.takeAll(), now: now)
            return []
        case .json where running.call.words.isEmpty:
            guard let value = output.takeValue() else { return [] }
            guard settings.hasProgram, !settings.chooses else { return take(value, now: now) }
            // Of several screens at once, the newest is the one.
            var newest = value
            while let next = output.takeValue() { newest = next }
            return take(newest, now: now)
        default: return []
        }
    }

    /// Room for more of what the program prints.
    var hasRoom: Bool { picker.map { !$0.isFull } ?? true }

    private mutating func beginPicking() {
        guard picker == nil else { return }
        var event = pages.first?.newest ?? Event(type: "")
        event.subject = nil
        picker = RowPicker(settings, answering: event)
        if let query = restoredQuery {
            picker?.type(query)
            restoredQuery = nil
        }
    }

    /// A value of JSON of the first call, which may keep running.
    private mutating func take(_ json: [UInt8], now: Int) -> [ScriptEffect] {
        var reader = AnswerReader(title: settings.title, query: pages.first?.query ?? "")
        do throws(AnswerReader.Mistake) {
            guard case .screen(let answer) = try reader.read(json) else { return refuse("It shows nothing.") }
            let remarks = remark(on: answer.unknown)
            if settings.chooses {
                beginPicking()
                picker?.list(answer.rows ?? [], title: answer.screen.title, selected: answer.selected)
                return remarks
            }
            fed = nil
            running?.hasAnswered = true
            hasScreens = true
            plan(answer.refresh, now: now)
            guard !pages.isEmpty else {
                first = answer
                return remarks
            }
            return remarks + replace(0, with: answer)
        } catch {
            guard settings.hasProgram else {
                // Lines that happen to be JSON.
                beginPicking()
                output.becomeLines()
                picker?.read(json + output.takeAll(), now: now)
                return []
            }
            return refuse("What it prints cannot be shown: \(error).")
        }
    }

    /// What was printed is no screen. That is said here, and not once more at the program's end.
    private mutating func refuse(_ message: String) -> [ScriptEffect] {
        running?.hasAnswered = true
        return failFirst(message)
    }

    private mutating func remark(on unknown: [String]) -> [ScriptEffect] {
        let new = unknown.filter { !known.contains($0) }
        if known.count < 100 { known.formUnion(new) }
        return new.map { .remark("the member \($0) is not used") }
    }

    private mutating func replace(_ index: Int, with answer: ScriptScreen) -> [ScriptEffect] {
        pages[index].content = answer
        pages[index].activity = nil
        pages[index].alert = nil
        return show(index)
    }

    /// The program has ended, or the input that has all rows.
    /// - Parameters:
    ///   - outcome: nil for an input.
    ///   - words: the last that it wrote to stderr.
    mutating func end(_ outcome: Outcome?, words: String = "", now: Int) -> [ScriptEffect] {
        guard let call = running else { return [] }
        running = nil
        output.finish()
        let isFailure = outcome != nil && outcome != .exited(0)
        let message = words + (words.isEmpty ? "" : "\n") + "It \(outcome?.description ?? "ended")."
        if call.call.words.isEmpty, picker != nil || output.format == .lines && !hasScreens {
            beginPicking()
            if output.format == .lines { picker?.read(output.takeAll(), now: now) }
            let title = "\(name(of: call.call)) failed"
            picker?.end(isFailure ? OwnControl.alert(title, message, mayRetry: true) : nil)
            plan(nil, now: now)
            return []
        }
        plan(nil, now: now)
        guard let index = pages.index(of: call.scene) ?? pages.bottom else {
            if isFailure { return failFirst(message) }
            return call.hasAnswered || output.isBlank ? [] : failFirst("What it prints is no whole JSON.")
        }
        if isFailure {
            return fail(call.call, on: index, message, mayRetry: !call.call.hasEffects)
        }
        if let fed {
            // It ended without reading what the person did.
            self.fed = nil
            return pages.index(of: fed.scene).map {
                begin(fed.call, on: $0, activity: pages[$0].activity ?? "Working…")
            } ?? []
        }
        if call.hasAnswered, output.isBlank { return [] }
        return answer(call, on: index, now: now)
    }

    /// The program could not be started.
    mutating func notStarted(_ error: String, now: Int) -> [ScriptEffect] {
        guard let call = running else { return [] }
        running = nil
        guard let index = pages.index(of: call.scene) ?? pages.bottom else {
            beginPicking()
            picker?.end(OwnControl.alert("\(settings.title) failed", error, mayRetry: true))
            return []
        }
        return fail(call.call, on: index, error, mayRetry: true)
    }

    private mutating func tooLong(_ call: Running, now: Int) -> [ScriptEffect] {
        let message = "It prints more than \(ScriptOutput.most >> 20) MiB for one screen."
        guard let index = pages.index(of: call.scene) ?? pages.bottom else { return failFirst(message) }
        return fail(call.call, on: index, message, mayRetry: false)
    }

    /// What a whole call has printed.
    private mutating func answer(_ call: Running, on index: Int, now: Int) -> [ScriptEffect] {
        switch CallAnswer(&output, to: call.call, on: pages[index], title: settings.title) {
        case .screen(let answer):
            plan(answer.refresh, now: now)
            return remark(on: answer.unknown) + take(answer, of: call, on: index)
        case .open(let url):
            let open = Event(
                RouterInput.OpenURL.type, RouterInput.OpenURL(url: url), answering: pages[index].newest,
                subject: pages[index].scene.scene)
            return [.send(open)]
        case .notice(let text):
            notices += 1
            pages[index].notice = ScreenNotice(id: "notice-\(notices)", text: text)
            return renew(index, call)
        case .nothing: return renew(index, call)
        case .mistake(let message): return fail(call.call, on: index, message, mayRetry: !call.call.hasEffects)
        }
    }

    /// A screen in the place of the old one, or, of something that was selected, on a page of its own.
    private mutating func take(_ answer: ScriptScreen, of call: Running, on index: Int) -> [ScriptEffect] {
        guard call.call.verb == "select", pages[index].origin != call.call else {
            if call.call.verb == "search" || call.call.verb == "sort" { pages[index].origin = call.call }
            return replace(index, with: answer)
        }
        return [pages.open(answer, by: call.call, from: index)]
    }

    /// It has printed nothing: what it has done may show on the same screen, made anew.
    private mutating func renew(_ index: Int, _ call: Running) -> [ScriptEffect] {
        guard call.call != pages[index].origin, call.call.verb != "search" else { return settle(index) }
        running = Running(call: pages[index].origin, scene: pages[index].scene.scene)
        output = ScriptOutput()
        return [.call(pages[index].origin)]
    }

    private mutating func settle(_ index: Int) -> [ScriptEffect] {
        pages[index].activity = nil
        return show(index)
    }

    private mutating func fail(
        _ call: ScriptCall, on index: Int, _ message: String, mayRetry: Bool
    ) -> [ScriptEffect] {
        pages[index].alert = OwnControl.alert("\(name(of: call)) failed", message, mayRetry: mayRetry)
        pages[index].failed = call
        return settle(index)
    }

    /// The first call's failure. It waits for the page that says it.
    private mutating func failFirst(_ message: String) -> [ScriptEffect] {
        guard pages.isEmpty else { return fail(ScriptCall(), on: 0, message, mayRetry: true) }
        firstFailure = firstFailure ?? message
        return []
    }

    /// As a person would call it, without what was typed in full.
    private func name(of call: ScriptCall) -> String {
        let words = ([settings.title] + call.words).joined(separator: " ")
        return words.count > 60 ? "\(words.prefix(59))…" : words
    }

    // MARK: - Screens go out

    private func show(_ index: Int) -> [ScriptEffect] {
        [pages.show(index, mayRefresh: settings.hasProgram && !isStreaming)]
    }

    private func showAll() -> [ScriptEffect] { pages.all.flatMap { show($0) } }

    // MARK: - Time

    private mutating func plan(_ refresh: Int?, now: Int) {
        nextRefresh = (refresh ?? settings.interval).map { now + $0 }
    }

    /// Whether there is work that nothing from outside announces.
    var isBusy: Bool { picker?.isSearching ?? false }

    /// Whether rows have come that the view has not been shown.
    var isUnshown: Bool { picker?.isUnshown == true && !pages.isEmpty && !isOver }

    /// When ``turn(now:)`` has something to do, in milliseconds; nil for never.
    var deadline: Int? {
        let unshown = picker.flatMap { $0.isUnshown && !pages.isEmpty ? shown + Self.pace : nil }
        return [nextRefresh, picker?.deadline, unshown].compactMap(\.self).min()
    }

    /// What is to be done by itself: rows are looked through and shown, a screen is made anew.
    mutating func turn(now: Int) -> [ScriptEffect] {
        var effects: [ScriptEffect] = []
        if let first, !pages.isEmpty {
            self.first = nil
            effects += replace(0, with: first)
        }
        if let firstFailure, !pages.isEmpty {
            self.firstFailure = nil
            effects += failFirst(firstFailure)
        }
        if let due = nextRefresh, now >= due { effects += refresh(now: now) }
        guard picker != nil, !pages.isEmpty else { return effects }
        if let result = picker?.takeResult() {
            effects.append(.tell(result))
            if result == .nothing {
                isOver = true
                effects.append(.send(Event(RouterInput.Back.type, RouterInput.Back())))
            }
        }
        if picker?.isSearching == true { picker?.advance() }
        guard let answer = picker?.newest.id, picker?.isSearching == false else { return effects }
        let isDue = picker?.isUnshown == true || picker?.deadline.map { now >= $0 } == true
        guard !isOver, isDue, answer != shownAnswer || now >= shown + Self.pace else { return effects }
        (shown, shownAnswer) = (now, answer)
        if let event = picker?.newest { pages[0].newest = event.id.isEmpty ? pages[0].newest : event }
        if let screen = picker?.screen(now: now) { effects.append(pages.show(screen, on: 0)) }
        return effects
    }

    private mutating func refresh(now: Int) -> [ScriptEffect] {
        nextRefresh = nil
        guard running == nil, let top = pages.top, pages[top].alert == nil else {
            plan(nil, now: now)
            return []
        }
        if picker != nil {
            picker?.reload()
            return beginList()
        }
        running = Running(call: pages[top].origin, scene: pages[top].scene.scene, isSilent: true)
        output = ScriptOutput()
        return [.call(pages[top].origin)]
    }
}
