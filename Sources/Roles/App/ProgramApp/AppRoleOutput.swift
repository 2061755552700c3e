import Languages
import Platform
import Processes
import SessionResult
import ViewMessages
import Wire

/// Turns the program's output into screens, and handles the ends of its calls.
extension AppRole {
    // MARK: - Output

    /// - Parameter bytes: from the program, or from the input that has all rows.
    mutating func read(_ bytes: [UInt8], now: Instant) -> [AppEffect] {
        guard let running = screens.calls.running else { return [] }
        if picker != nil, screens.calls.output.format == .lines {
            picker?.read(bytes, now: now)
            return []
        }
        screens.calls.output.append(bytes)
        if screens.calls.output.isTooLong {
            screens.calls.end()
            return [.stop] + screens.tooLong(running, now: now)
        }
        if settings.hasProgram { note(screens.calls.output.takeProgress()) }
        screens.calls.takeForLines(settings)
        switch screens.calls.output.format {
        case .lines where running.call.words.isEmpty && !screens.calls.hasScreens:
            beginPicking()
            picker?.read(screens.calls.output.takeAll(), now: now)
            return []
        // An input is JSON if all of it is.
        case .json where running.call.words.isEmpty && settings.hasProgram:
            guard let value = screens.calls.output.takeValue() else { return [] }
            if settings.chooses { return handle(value, now: now) }
            // Only the newest of several screens counts.
            var newest = value
            while let next = screens.calls.output.takeValue() {
                if let progress = CallProgress(next) { note(progress) } else { newest = next }
            }
            return handle(newest, now: now)
        default: return []
        }
    }

    /// Room for more of what the program prints.
    var hasRoom: Bool { picker.map { !$0.source.isFull } ?? true }

    mutating func beginPicking() {
        guard picker == nil else { return }
        var event = screens.pages.first?.newest ?? Event(type: "")
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
        let reader = AnswerReader(title: settings.title, query: screens.pages.first?.query ?? "", settings.words)
        do throws(AnswerReader.Mistake) {
            let whole = try reader.read(json)
            if case .request(let request, let text) = whole, screens.calls.isStreaming, screens.calls.fed != nil,
                !screens.pages.isEmpty
            {
                screens.calls.fed = nil
                return screens.carryOut(request, text, on: 0)
            }
            guard case .screen(let answer) = whole else {
                return settings.hasProgram
                    ? screens.refuse(self.words["The output has nothing to show."]) : readLines(json, now: now)
            }
            let remarks = screens.calls.remark(on: answer.unknown)
            if settings.chooses {
                beginPicking()
                picker?.list(answer.rows ?? [], title: answer.screen.title, selected: answer.selected)
                return remarks
            }
            screens.calls.fed = nil
            // Most programs end after it: only the screen of one that keeps running has no key to call it again.
            if !screens.calls.isStreaming { held = now + Self.pace }
            screens.calls.answer()
            let effects = remarks + (screens.calls.hasScreens ? [] : [.report(.screens)])
            (screens.calls.hasScreens, picker) = (true, nil)
            plan(now: now)
            guard held == nil, !screens.pages.isEmpty else {
                screens.pages.keep(answer)
                return effects
            }
            return effects + screens.replace(0, with: answer)
        } catch {
            guard settings.hasProgram else { return readLines(json, now: now) }
            return screens.refuse(self.words("The output cannot be shown: %.", "\(error)"))
        }
    }

    /// Reads lines that happen to be JSON.
    private mutating func readLines(_ json: [UInt8], now: Instant) -> [AppEffect] {
        beginPicking()
        screens.calls.output.becomeLines()
        picker?.read(json, now: now)
        return []
    }

    /// Handles the end of the program, or of the input that has all rows.
    /// - Parameters:
    ///   - outcome: nil for an input.
    ///   - words: the last that it wrote to stderr; of an input, why it could not be read.
    mutating func end(_ outcome: Outcome?, words: String = "", now: Instant) -> [AppEffect] {
        guard let call = screens.calls.running else { return [] }
        screens.calls.output.finish()
        var effects: [AppEffect] = []
        screens.calls.takeForLines(settings)
        if !settings.hasProgram, screens.calls.output.format == .json {
            if let value = screens.calls.output.takeValue() {
                effects = handle(value, now: now)
            } else {
                screens.calls.output.becomeLines()
            }
        }
        screens.calls.end()
        effects += held == nil && call.hasAnswered ? screens.showAll() : showFirst()
        let isFailure = outcome.map { $0 != .exited(0) } ?? !words.isEmpty
        let message = words + (words.isEmpty ? "" : "\n") + self.words.sentence(outcome)
        if call.call.words.isEmpty, picker != nil || screens.calls.output.format == .lines && !screens.calls.hasScreens
        {
            beginPicking()
            // Rows of an input that began like JSON are lines, since it never ended.
            if !settings.hasProgram, !screens.calls.output.isBlank { screens.calls.output.becomeLines() }
            if screens.calls.output.format == .lines { picker?.read(screens.calls.output.takeAll(), now: now) }
            if call.call.command != nil {
                endReload(outcome, words)
                return []
            }
            let isWhole = screens.calls.output.isBlank || picker?.isEmpty == false
            let problem = isFailure ? message : isWhole ? nil : self.words["The output is not complete JSON."]
            let title = self.words("% failed", screens.name(of: call.call))
            let shown = problem.map { isFailure ? screens.errors.text(of: $0, self.words) : $0 }
            let alert = shown.map { OwnControl.alert(title, $0, mayRetry: true, self.words) }
            let complaint = isFailure || picker?.isEmpty == false ? [] : complaint(words)
            picker?.end(alert, complaint: complaint)
            plan(now: now)
            guard isFailure || !complaint.isEmpty else { return effects }
            return effects + screens.errors.remarks(on: isFailure ? message : words)
        }
        plan(now: now)
        return effects + screens.end(call, isFailure ? message : nil, now: now)
    }

    /// The lines of a program on stderr, as the user reads them.
    func complaint(_ words: String) -> [String] {
        words.isEmpty
            ? [] : screens.errors.text(of: words, self.words).split(whereSeparator: \.isNewline).map(String.init)
    }

    /// Shows the first screen, once there is a scene for it.
    mutating func showFirst() -> [AppEffect] {
        held = nil
        return screens.pages.takeEarly().map { screens.replace(0, with: $0) } ?? []
    }

    /// Handles a program that could not be started.
    mutating func notStarted(_ error: String, now: Instant) -> [AppEffect] {
        guard let call = screens.calls.running else { return [] }
        screens.calls.end()
        if call.call.command != nil {
            endReload(nil, error)
            return []
        }
        guard let index = screens.pages.place(of: call.scene) else {
            beginPicking()
            let shown = screens.errors.text(of: error, words)
            let alert = OwnControl.alert(words("% failed", settings.title), shown, mayRetry: true, words)
            picker?.end(alert)
            return screens.errors.remarks(on: error)
        }
        return screens.fail(call.call, on: index, error, mayRetry: true)
    }
}

extension Words {
    /// - Parameter output: the last line of it is shown, too.
    func failure(of outcome: Outcome, _ output: String) -> String {
        let last = output.split(separator: "\n").last.map { " \($0)" } ?? ""
        return self("The command failed. %", sentence(outcome) + last)
    }

    /// The end of a program in words.
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
