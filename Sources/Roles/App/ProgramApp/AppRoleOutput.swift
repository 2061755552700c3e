import Languages
import Platform
import JSON
import Processes
import RouterMessages
import SessionResult
import ViewMessages
import Wire

/// Turns the program's output into screens, and handles the ends of its calls.
extension AppRole {
    // MARK: - Output

    /// - Parameter bytes: from the program, or from the input that has all rows.
    mutating func read(_ bytes: [UInt8], now: Instant) -> [AppEffect] {
        guard let running = calls.running else { return [] }
        if picker != nil, calls.output.format == .lines {
            picker?.read(bytes, now: now)
            return []
        }
        calls.output.append(bytes)
        if calls.output.isTooLong {
            calls.end()
            return [.stop] + tooLong(running, now: now)
        }
        if settings.hasProgram { note(calls.output.takeProgress()) }
        calls.takeForLines(settings)
        switch calls.output.format {
        case .lines where running.call.words.isEmpty && !calls.hasScreens:
            beginPicking()
            picker?.read(calls.output.takeAll(), now: now)
            return []
        // An input is JSON if all of it is.
        case .json where running.call.words.isEmpty && settings.hasProgram:
            guard let value = calls.output.takeValue() else { return [] }
            if settings.chooses { return handle(value, now: now) }
            // Of several screens at once, only the newest counts.
            var newest = value
            while let next = calls.output.takeValue() {
                if let progress = CallProgress(next) { note(progress) } else { newest = next }
            }
            return handle(newest, now: now)
        default: return []
        }
    }

    /// Room for more of what the program prints.
    var hasRoom: Bool { picker.map { !$0.isFull } ?? true }

    mutating func beginPicking() {
        guard picker == nil else { return }
        var event = pages.first?.newest ?? Event(type: "")
        event.subject = nil
        picker = RowPicker(settings, answering: event)
        if let changes = restored.changes { picker?.restore(changes) }
        if let query = restored.query {
            picker?.type(query)
            restored.query = nil
        }
    }

    /// Handles a JSON value of the first call, which may keep running.
    private mutating func handle(_ json: [UInt8], now: Instant) -> [AppEffect] {
        let reader = AnswerReader(title: settings.title, query: pages.first?.query ?? "", settings.words)
        do throws(AnswerReader.Mistake) {
            let whole = try reader.read(json)
            if case .request(let request, let text) = whole, calls.isStreaming, calls.fed != nil, !pages.isEmpty {
                calls.fed = nil
                return carryOut(request, text, on: 0)
            }
            guard case .screen(let answer) = whole else {
                return settings.hasProgram
                    ? refuse(self.words["The output has nothing to show."]) : readLines(json, now: now)
            }
            let remarks = calls.remark(on: answer.unknown)
            if settings.chooses {
                beginPicking()
                picker?.list(answer.rows ?? [], title: answer.screen.title, selected: answer.selected)
                return remarks
            }
            calls.fed = nil
            calls.answer()
            let effects = remarks + (calls.hasScreens ? [] : [.report(.screens)])
            (calls.hasScreens, picker) = (true, nil)
            plan(now: now)
            guard !pages.isEmpty else {
                pages.keep(answer)
                return effects
            }
            return effects + replace(0, with: answer)
        } catch {
            guard settings.hasProgram else { return readLines(json, now: now) }
            return refuse(self.words("The output cannot be shown: %.", "\(error)"))
        }
    }

    /// Reads lines that happen to be JSON.
    private mutating func readLines(_ json: [UInt8], now: Instant) -> [AppEffect] {
        beginPicking()
        calls.output.becomeLines()
        picker?.read(json, now: now)
        return []
    }

    /// The program printed something that is not a screen. Reports it now, so that its exit does not report it again.
    private mutating func refuse(_ message: String) -> [AppEffect] {
        calls.answer()
        return failFirst(message)
    }

    mutating func replace(_ index: Int, with answer: ProgramScreen) -> [AppEffect] {
        calls.wantsContext = calls.wantsContext || answer.wantsContext
        pages[index].content = pages.named(answer)
        pages[index].pathFields = PathFields()
        pages[index].activity = nil
        pages[index].alert = nil
        return highlightAgain(on: index)
    }

    /// Handles the end of the program, or of the input that has all rows.
    /// - Parameters:
    ///   - outcome: nil for an input.
    ///   - words: the last that it wrote to stderr; of an input, why it could not be read.
    mutating func end(_ outcome: Outcome?, words: String = "", now: Instant) -> [AppEffect] {
        guard let call = calls.running else { return [] }
        calls.output.finish()
        var effects: [AppEffect] = []
        calls.takeForLines(settings)
        if !settings.hasProgram, calls.output.format == .json {
            if let value = calls.output.takeValue() {
                effects = handle(value, now: now)
            } else {
                calls.output.becomeLines()
            }
        }
        calls.end()
        let isFailure = outcome.map { $0 != .exited(0) } ?? !words.isEmpty
        let message = words + (words.isEmpty ? "" : "\n") + self.words.sentence(outcome)
        if call.call.words.isEmpty, picker != nil || calls.output.format == .lines && !calls.hasScreens {
            beginPicking()
            // Rows of an input that began like JSON are lines, since it never ended.
            if !settings.hasProgram, !calls.output.isBlank { calls.output.becomeLines() }
            if calls.output.format == .lines { picker?.read(calls.output.takeAll(), now: now) }
            if call.call.command != nil {
                endReload(outcome, words)
                return []
            }
            let isWhole = calls.output.isBlank || picker?.isEmpty == false
            let problem = isFailure ? message : isWhole ? nil : self.words["The output is not complete JSON."]
            let title = self.words("% failed", name(of: call.call))
            let shown = problem.map { isFailure ? errors.text(of: $0, self.words) : $0 }
            let alert = shown.map { OwnControl.alert(title, $0, mayRetry: true, self.words) }
            picker?.end(alert)
            plan(now: now)
            return effects + (isFailure ? errors.remarks(on: message) : [])
        }
        plan(now: now)
        guard let index = pages.place(of: call.scene) else {
            if isFailure { return failFirst(message) }
            return call.hasAnswered || calls.output.isBlank
                ? [] : failFirst(self.words["The output is not complete JSON."])
        }
        if isFailure {
            return fail(call.call, on: index, message, mayRetry: !call.call.hasEffects)
        }
        if let fed = calls.fed {
            // It ended without reading the user action.
            calls.fed = nil
            return pages.index(of: fed.scene).map {
                begin(fed.call, on: $0, activity: pages[$0].activity ?? "Working…")
            } ?? []
        }
        if call.hasAnswered, calls.output.isBlank { return [] }
        return answer(call, on: index, now: now)
    }

    /// Handles a program that could not be started.
    mutating func notStarted(_ error: String, now: Instant) -> [AppEffect] {
        guard let call = calls.running else { return [] }
        calls.end()
        if call.call.command != nil {
            endReload(nil, error)
            return []
        }
        guard let index = pages.place(of: call.scene) else {
            beginPicking()
            let shown = errors.text(of: error, words)
            let alert = OwnControl.alert(words("% failed", settings.title), shown, mayRetry: true, words)
            picker?.end(alert)
            return errors.remarks(on: error)
        }
        return fail(call.call, on: index, error, mayRetry: true)
    }

    private mutating func tooLong(_ call: ProgramCalls.Running, now: Instant) -> [AppEffect] {
        let message = words("The output for one screen exceeds % MiB.", "\(ProgramOutput.most >> 20)")
        guard let index = pages.place(of: call.scene) else { return failFirst(message) }
        return fail(call.call, on: index, message, mayRetry: false)
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

    /// Replaces the screen, or opens one above it if the user has opened a row or the program pushes it.
    private mutating func apply(_ answer: ProgramScreen, of call: ProgramCalls.Running, on index: Int) -> [AppEffect] {
        let isPushed = answer.isPushed && call.call.hasEffects
        guard isPushed || call.call.verb == "select", pages[index].origin.words != call.call.words else {
            if call.call.verb == "search" || call.call.verb == "sort" { pages[index].origin = call.call }
            return replace(index, with: answer)
        }
        calls.wantsContext = calls.wantsContext || answer.wantsContext
        return [pages.open(pages.named(answer), by: call.call, from: index)]
    }

    /// Closes a screen. The first one has none below it, so the program makes it again.
    private mutating func close(_ index: Int, _ text: String?, _ call: ProgramCalls.Running) -> [AppEffect] {
        let shown = max(index - 1, 0)
        if let text { pages[shown].notice = pages.notice(text) }
        guard index > 0 else { return renew(index, call) }
        let back = Event(
            RouterInput.Back.type, RouterInput.Back(), answering: pages[index].newest, subject: pages[index].scene.scene
        )
        return leave(index, back)
    }

    /// Asks the view for something. The report of a command settles the screen.
    private mutating func carryOut(_ request: ProgramRequest, _ text: String?, on index: Int) -> [AppEffect] {
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
    private mutating func renew(_ index: Int, _ call: ProgramCalls.Running) -> [AppEffect] {
        let origin = pages[index].origin
        guard call.call.words != origin.words, call.call.verb != "search", !origin.hasEffects else {
            return settle(index)
        }
        let again = prepared(origin, on: index, .refresh)
        calls.begin(again, for: pages[index].scene.scene)
        return [.call(again)]
    }

    mutating func settle(_ index: Int) -> [AppEffect] {
        pages[index].activity = nil
        return show(index)
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

    private var errors: VisitorErrors { VisitorErrors(isForVisitors: settings.hasVisitors) }

    /// The command as the user would type it, shortened; for visitors, without what the program is called with.
    func name(of call: ProgramCall) -> String {
        let words = ([settings.title] + (settings.hasVisitors ? [] : call.words)).joined(separator: " ")
        return words.count > 60 ? "\(words.prefix(59))…" : words
    }
}

extension Words {
    /// How a program has ended.
    /// - Parameter outcome: nil for an input.
    func sentence(_ outcome: Outcome?) -> String {
        switch outcome {
        case .exited(let code): self("It ended with exit code %.", "\(code)")
        case .killed(let signal):
            self("It was killed by signal %.", "\(signal) (\(String(cString: strsignal(signal))))")
        case .notStarted: self["It could not be started."]
        case nil: self["It ended."]
        }
    }
}
