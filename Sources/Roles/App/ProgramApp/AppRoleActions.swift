import Languages
import Picking
import Processes
import RouterMessages
import SessionResult
import ViewMessages
import Wire

/// The actions that wait for their turn. Those of one key follow each other; a command that has the terminal, or runs silently, is
/// waited for.
struct ActionQueue: Sendable {
    private var runs: [BoundRun] = []
    /// The command that the first action of the queue waits for.
    var awaited: Awaited?
    /// True once the actions of the beginning have begun.
    var hasBegun = false

    enum Awaited: Equatable, Sendable {
        case terminal, silent
        /// The output of a command, for the rows of a key.
        case output(PickAction.Product, BoundRun)
    }

    /// True if a command without the terminal is waited for.
    var isWorking: Bool { awaited != nil && awaited != .terminal }

    /// Keys that wait.
    static let most = 32

    /// - Returns: false if there is no room.
    mutating func append(_ run: BoundRun) -> Bool {
        guard runs.count < Self.most else { return false }
        if !run.actions.isEmpty { runs.append(run) }
        return true
    }

    /// The first key, if nothing is waited for.
    mutating func take() -> BoundRun? { awaited == nil && !runs.isEmpty ? runs.removeFirst() : nil }

    mutating func putBack(_ run: BoundRun) { if !run.actions.isEmpty { runs.insert(run, at: 0) } }

    mutating func clear() { self = ActionQueue() }
}

/// The actions of keys and events in a list (`--bind`, `--expect`).
extension AppRole {
    mutating func carryOut(_ run: BoundRun) -> [AppEffect] {
        guard actions.append(run) else {
            remind(words["Earlier keys are still at work"])
            return []
        }
        return carryOnActions()
    }

    private mutating func carryOnActions() -> [AppEffect] {
        var effects: [AppEffect] = []
        while !isOver, var run = actions.take() {
            while !run.actions.isEmpty, actions.awaited == nil, !isOver {
                let action = run.actions.removeFirst()
                effects += carryOut(action, in: &run)
            }
            actions.putBack(run)
        }
        return effects
    }

    private mutating func carryOut(_ action: PickAction, in run: inout BoundRun) -> [AppEffect] {
        switch action {
        case .accept(let acceptance):
            guard let result = picker?.result(of: acceptance, in: run) else {
                if acceptance != .plain { return [] }
                return end(.unmatched(picker?.lines(with: []) ?? []))
            }
            return end(result)
        case .abort: return end(nil)
        case .become(let command):
            var words: [[UInt8]]?
            do throws(RowCommand.Refusal) { words = try picker?.words(of: command, in: run) } catch {
                remind("\(error)")
            }
            return words.map { end(.become($0)) } ?? []
        case .execute(let command):
            guard !isRepeated(run), let words = texts(of: command, in: run) else { return [] }
            guard let newest = picker?.newest, let scene = screens.pages.first?.scene.scene else { return [] }
            actions.awaited = .terminal
            return [.send(Event(ViewInput.Run.type, ViewInput.Run(command: words), answering: newest, subject: scene))]
        case .executeSilently(let command):
            guard !isRepeated(run), let words = texts(of: command, in: run, isShort: false) else { return [] }
            actions.awaited = .silent
            return [.silent(words)]
        case .transform(let command, let product):
            guard !isRepeated(run), let words = texts(of: command, in: run, isShort: false) else { return [] }
            actions.awaited = .output(product, run)
            return [.transform(words)]
        case .reload(let command, let waits):
            guard let words = texts(of: command, in: run) else { return [] }
            picker?.reload(by: words, waits: waits)
            return beginList()
        default: break
        }
        let marks = run.marks
        let renewsPreview = picker?.change(action, in: &run) ?? false
        var effects: [AppEffect] = []
        if run.marks != marks, let newest = picker?.newest, let scene = screens.pages.first?.scene.scene {
            let mark = ViewInput.MarkRows(rows: run.marks)
            effects.append(.send(Event(ViewInput.MarkRows.type, mark, answering: newest, subject: scene)))
        }
        if renewsPreview {
            let words = picker?.previewAgain(of: run.row)
            effects.append(words.map { .preview($0) } ?? .stopPreview)
        }
        return effects
    }

    /// Ends the session of a list. The history gets the text with which something was chosen.
    /// - Parameter isAnswer: true if a user action ends it.
    mutating func end(_ result: SessionResult?, isAnswer: Bool = true) -> [AppEffect] {
        isOver = true
        actions.clear()
        var back = Event(RouterInput.Back.type, RouterInput.Back())
        if isAnswer, let newest = picker?.newest, !newest.id.isEmpty {
            back = Event(RouterInput.Back.type, RouterInput.Back(), answering: newest)
        }
        let isNothing = if case .nothing = result { true } else { false }
        let isKept = settings.history != nil && result != nil && !isNothing
        let kept = isKept ? picker.map { [AppEffect.keep($0.query)] } ?? [] : []
        return (result.map { [.report($0)] } ?? []) + kept + [.send(back)]
    }

    // MARK: Commands

    /// - Returns: nil if the command cannot run, which is shown, or needs a row and there is none.
    private mutating func texts(of command: RowCommand, in run: BoundRun, isShort: Bool = true) -> [String]? {
        do throws(RowCommand.Refusal) { return try picker?.texts(of: command, in: run, isShort: isShort) } catch {
            remind("\(error)")
            return nil
        }
    }

    /// A command with side effects is not repeated after a restart.
    private mutating func isRepeated(_ run: BoundRun) -> Bool {
        if run.isReplayed { remind(words["Viperline restarted. This action may already have been carried out."]) }
        return run.isReplayed
    }

    /// The command has given the terminal back, or did not run.
    mutating func endTerminal(_ report: ViewOutput.DidRun) -> [AppEffect] {
        guard actions.awaited == .terminal else { return [] }
        actions.awaited = nil
        if let failure = report.failure { remind(failure) }
        return carryOnActions()
    }

    /// A silent command has ended, or did not run.
    /// - Parameters:
    ///   - failure: the message for the user.
    ///   - output: the text that it has printed, where that is wanted.
    mutating func endSilent(_ failure: String?, printed output: String = "") -> [AppEffect] {
        guard actions.isWorking, let awaited = actions.awaited else { return [] }
        actions.awaited = nil
        if let failure { remind(failure) }
        if case .output(let product, var run) = awaited, failure == nil {
            do throws(PickBindings.Refusal) {
                run.actions = try settings.bindings.actions(product, printed: output)
                actions.putBack(run)
            } catch { remind("\(error)") }
        }
        return carryOnActions()
    }

    /// Shows a message beside the rows.
    mutating func remind(_ text: String) {
        let notice = screens.pages.notice(String(text.prefix(200)))
        picker?.show(notice)
    }

    /// The rows of an action could not be read.
    mutating func endReload(_ outcome: Outcome?, _ words: String) {
        let complaint = outcome == .exited(0) ? complaint(words) : []
        picker?.end(nil, complaint: complaint)
        // Without a match, `rg` and `grep` exit with 1 and print nothing.
        guard outcome != .exited(0), !(outcome == .exited(1) && words.isEmpty) else { return }
        remind(self.words.failure(of: outcome ?? .notStarted, words))
    }

    /// The actions of the beginning.
    mutating func beginActions() -> [AppEffect] {
        guard !actions.hasBegun, !screens.pages.isEmpty, let run = picker?.run(at: .start) else { return [] }
        actions.hasBegun = true
        return carryOut(run)
    }
}
