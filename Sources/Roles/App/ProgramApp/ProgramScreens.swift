import Platform
import Languages
import RouterMessages
import ViewMessages
import Wire

/// The screens of a program and the calls that make them: user actions become calls, and their answers screens.
struct ProgramScreens: Sendable {
    let settings: AppSettings
    var pages: Pages
    var calls: ProgramCalls

    init(_ settings: AppSettings, longestData: Int) {
        self.settings = settings
        calls = ProgramCalls(wantsContext: settings.givesContext)
        pages = Pages(title: settings.title, longestData: longestData, settings.words, settings.paths)
    }

    private var words: Words { settings.words }

    // MARK: The stack

    /// Follows the router's stack.
    mutating func navigate(to stack: [Scene], _ event: Event, isPicking: Bool) -> [AppEffect] {
        let isFirst = pages.isEmpty
        let (called, shown) = pages.navigate(to: stack, event)
        var effects = shown.flatMap { show($0) }
        for index in called { effects += begin(pages[index].origin, on: index, activity: "Reading…") }
        if let call = calls.running, !call.scene.isEmpty, pages.index(of: call.scene) == nil {
            calls.end()
            effects.append(.stop)
        }
        if !isFirst, called.isEmpty, !isPicking, let top = pages.takeComeback() {
            pages[top].newest = event.head
            if !calls.isStreaming { effects += readAgain(top, .comeback) }
        } else if !isFirst, called.isEmpty, calls.running == nil, let top = pages.top, pages[top].lacksPreview {
            pages[top].newest = event.head
            effects += highlightAgain(on: top)
        }
        return effects
    }

    /// The screens and the call for a replacement process.
    func memory(hasScreens: Bool) -> AppMemory {
        AppMemory(
            pages: pages.memory(hasScreens: hasScreens),
            call: calls.running.map { .init(call: $0.call, scene: $0.scene) }, isStreaming: calls.isStreaming,
            wantsContext: calls.wantsContext ? true : nil)
    }

    /// Goes on with the call of an earlier process.
    mutating func carryOn(_ memory: AppMemory) -> [AppEffect] {
        calls.hasScreens = true
        guard let call = memory.call, let index = pages.index(of: call.scene) else {
            if let missing = memory.pages.lastIndex(where: { $0.screen == nil }) { return readAgain(missing) }
            return pages.top.map { highlightAgain(on: $0) } ?? []
        }
        return call.call.hasEffects
            ? interrupt(call.call, on: index) : begin(call.call, on: index, activity: "Reading…")
    }

    // MARK: What the user does

    mutating func act(_ event: Event, on index: Int) throws(PayloadError) -> [AppEffect] {
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

    /// Asks the router to close a page. If the one below will be read again, it shows that before the user sees it, so that it
    /// does not count as settled.
    mutating func leave(_ index: Int, _ back: Event) -> [AppEffect] {
        guard index > 0, index == pages.top, pages[index - 1].isStale, !calls.isStreaming else { return [.send(back)] }
        pages[index - 1].activity = "Reading…"
        return show(index - 1) + [.send(back)]
    }

    /// Reads the page again after a command, which may have changed anything.
    mutating func ran(_ report: ViewOutput.DidRun, _ event: Event, on index: Int) -> [AppEffect] {
        if let failure = report.failure { pages[index].notice = pages.notice(failure) }
        if calls.isStreaming { return feed(event) + settle(index) }
        guard report.failure == nil, calls.running == nil else { return settle(index) }
        pages.noteEffects(above: index)
        return readAgain(index, .comeback)
    }

    /// Ends the call with all that it has started. The page stays as it was.
    mutating func cancel(on index: Int) -> [AppEffect] {
        guard let call = calls.running?.call else { return [] }
        calls.end()
        calls.output = ProgramOutput()
        pages[index].notice = pages.notice(words("% was stopped", name(of: call)))
        return [.stop] + settle(index)
    }

    // MARK: Calls

    /// Repeats the call that has made the page, unless it may have side effects.
    mutating func readAgain(_ index: Int, _ reason: CallContext.Reason = .refresh) -> [AppEffect] {
        let origin = pages[index].origin
        guard !origin.hasEffects else { return settle(index) }
        return begin(origin, on: index, activity: "Reading…", reason: reason)
    }

    /// Repeats the call that has made the page without a sign of it, unless it may have side effects.
    mutating func refresh(_ index: Int) -> [AppEffect] {
        guard !pages[index].origin.hasEffects else { return [] }
        let call = prepared(pages[index].origin, on: index, .refresh)
        calls.begin(call, for: pages[index].scene.scene, isSilent: true)
        return [.call(call)]
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

    /// Does not repeat a call that may have side effects.
    mutating func interrupt(_ call: ProgramCall, on index: Int) -> [AppEffect] {
        pages.noteEffects(above: index)
        pages[index].alert = OwnControl.alert(
            words("% was interrupted", name(of: call)),
            words["Viperline restarted. This action may already have been carried out."], mayRetry: false, words)
        return settle(index)
    }

    /// Makes one line of JSON: the event's name, and its data.
    func feed(_ event: Event) -> [AppEffect] {
        let name = event.type.dropFirst("view.output.did".count)
        let verb = name.prefix(1).lowercased() + name.dropFirst()
        let rest = event.data.count > 2 ? [UInt8(ascii: ",")] + event.data.dropFirst() : [UInt8(ascii: "}")]
        return [.feed(Array("{\"event\":\"\(verb)\"".utf8) + rest + [0x0A])]
    }

    // MARK: Answers

    mutating func replace(_ index: Int, with answer: ProgramScreen) -> [AppEffect] {
        calls.wantsContext = calls.wantsContext || answer.wantsContext
        pages[index].content = pages.named(answer)
        pages[index].pathFields = PathFields()
        pages[index].activity = nil
        pages[index].alert = nil
        return highlightAgain(on: index)
    }

    /// Handles the output of a complete call.
    mutating func answer(_ call: ProgramCalls.Running, on index: Int, now: Instant) -> [AppEffect] {
        let reply = CallAnswer(&calls.output, to: call.call, on: pages[index], title: settings.title, words)
        if call.call.verb == "highlight" { return preview(reply, on: index) }
        switch reply {
        case .screen(let answer):
            return calls.remark(on: answer.unknown) + apply(answer, of: call, on: index)
        case .open(let url):
            let open = Event(
                RouterInput.OpenURL.type, RouterInput.OpenURL(url: url), answering: pages[index].newest,
                subject: pages[index].scene.scene)
            return [.send(open)]
        case .back(let notice): return close(index, notice, call)
        case .request(let request, let notice): return carryOut(request, notice, on: index)
        case .notice(let text):
            pages[index].notice = pages.notice(text)
            return renew(index, call)
        case .nothing: return renew(index, call)
        case .mistake(let message): return fail(call.call, on: index, message, mayRetry: !call.call.hasEffects)
        }
    }

    /// Handles the end of a call.
    /// - Parameter failure: nil if it succeeded.
    mutating func end(_ call: ProgramCalls.Running, _ failure: String?, now: Instant) -> [AppEffect] {
        guard let index = pages.place(of: call.scene) else {
            if let failure { return failFirst(failure) }
            let isComplete = call.hasAnswered || calls.output.isBlank
            return isComplete ? [] : failFirst(words["The output is not complete JSON."])
        }
        if let failure { return fail(call.call, on: index, failure, mayRetry: !call.call.hasEffects) }
        if let fed = calls.fed {
            // The program ended without reading the user action.
            calls.fed = nil
            return pages.index(of: fed.scene).map {
                begin(fed.call, on: $0, activity: pages[$0].activity ?? "Working…")
            } ?? []
        }
        return call.hasAnswered && calls.output.isBlank ? [] : answer(call, on: index, now: now)
    }

    /// Replaces the screen, or opens one above it if the user has opened a row or the program pushes it.
    mutating func apply(_ answer: ProgramScreen, of call: ProgramCalls.Running, on index: Int) -> [AppEffect] {
        let isPushed = answer.isPushed && call.call.hasEffects
        guard isPushed || call.call.verb == "select", pages[index].origin.words != call.call.words else {
            if call.call.verb == "search" || call.call.verb == "sort" { pages[index].origin = call.call }
            return replace(index, with: answer)
        }
        calls.wantsContext = calls.wantsContext || answer.wantsContext
        return [pages.open(pages.named(answer), by: call.call, from: index)]
    }

    /// Closes a screen. The first one has none below it, so the program makes it again.
    mutating func close(_ index: Int, _ text: String?, _ call: ProgramCalls.Running) -> [AppEffect] {
        let shown = max(index - 1, 0)
        if let text { pages[shown].notice = pages.notice(text) }
        guard index > 0 else { return renew(index, call) }
        let back = Event(
            RouterInput.Back.type, RouterInput.Back(), answering: pages[index].newest, subject: pages[index].scene.scene
        )
        return leave(index, back)
    }

    /// Asks the view for something. The report of a command settles the screen.
    mutating func carryOut(_ request: ProgramRequest, _ text: String?, on index: Int) -> [AppEffect] {
        if let text { pages[index].notice = pages.notice(text) }
        let (newest, scene) = (pages[index].newest, pages[index].scene.scene)
        switch request {
        case .copy(let text):
            let copy = Event(ViewInput.Copy.type, ViewInput.Copy(text: text), answering: newest, subject: scene)
            return [.send(copy)] + settle(index)
        case .run(let command):
            return [
                .send(Event(ViewInput.Run.type, ViewInput.Run(command: command), answering: newest, subject: scene))
            ]
        }
    }

    /// A call without output: refreshes the screen, which may show its effect.
    mutating func renew(_ index: Int, _ call: ProgramCalls.Running) -> [AppEffect] {
        let origin = pages[index].origin
        guard call.call.words != origin.words, call.call.verb != "search", !origin.hasEffects else {
            return settle(index)
        }
        let again = prepared(origin, on: index, .refresh)
        calls.begin(again, for: pages[index].scene.scene)
        return [.call(again)]
    }

    // MARK: Failures

    mutating func tooLong(_ call: ProgramCalls.Running, now: Instant) -> [AppEffect] {
        let message = words("The output for one screen exceeds % MiB.", "\(ProgramOutput.most >> 20)")
        guard let index = pages.place(of: call.scene) else { return failFirst(message) }
        return fail(call.call, on: index, message, mayRetry: false)
    }

    mutating func fail(
        _ call: ProgramCall, on index: Int, _ message: String, mayRetry: Bool
    ) -> [AppEffect] {
        let (message, remarks) = (errors.text(of: message, words), errors.remarks(on: message))
        if call.verb == "highlight" { return remarks + preview(.mistake(message), on: index) }
        if call.context.reason == .comeback {
            // The old screen is still worth more than an alert in front of it.
            pages[index].notice = pages.notice(words("% failed; the screen may be old", name(of: call)))
            return remarks + settle(index)
        }
        pages[index].alert = OwnControl.alert(
            words("% failed", name(of: call)), message, mayRetry: mayRetry, words)
        pages[index].failed = call
        return remarks + settle(index)
    }

    /// Reports the first call's failure, once there is a screen for it.
    mutating func failFirst(_ message: String) -> [AppEffect] {
        guard pages.isEmpty else { return fail(ProgramCall(), on: 0, message, mayRetry: true) }
        pages.keepFailure(message)
        return []
    }

    /// The program printed something that is not a screen. Reports it now, so that its exit does not report it again.
    mutating func refuse(_ message: String) -> [AppEffect] {
        calls.answer()
        return failFirst(message)
    }

    var errors: VisitorErrors { VisitorErrors(isForVisitors: settings.hasVisitors) }

    /// The command as the user would type it, shortened; for visitors, without what the program is called with.
    func name(of call: ProgramCall) -> String {
        let words = ([settings.title] + (settings.hasVisitors ? [] : call.words)).joined(separator: " ")
        return words.count > 60 ? "\(words.prefix(59))…" : words
    }

    // MARK: Screens

    mutating func settle(_ index: Int) -> [AppEffect] {
        pages[index].activity = nil
        return show(index)
    }

    func show(_ index: Int) -> [AppEffect] {
        [pages.show(index, mayRefresh: settings.hasProgram && !calls.isStreaming, mayCancel: mayCancel(on: index))]
    }

    func showAll() -> [AppEffect] { pages.all.flatMap { show($0) } }

    func mayCancel(on index: Int) -> Bool { calls.mayCancel(on: pages[index].scene.scene) }
}
