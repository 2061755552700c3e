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
    /// What the first action of the queue waits for.
    var awaited: Awaited?
    /// What is done at the beginning was begun.
    var hasBegun = false

    enum Awaited: Equatable, Sendable { case terminal, silent }

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

/// What keys and events do in a list (`--bind`, `--expect`).
extension AppRole {
    /// As many as a view takes.
    private static let mostWords = 1000
    private static let mostBytes = 1 << 16

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
            guard let words = words(of: command, in: run) else { return [] }
            return end(.become(words))
        case .execute(let command):
            guard !isRepeated(run), let words = shortTexts(of: command, in: run) else { return [] }
            guard let newest = picker?.newest, let scene = screens.pages.first?.scene.scene else { return [] }
            actions.awaited = .terminal
            return [.send(Event(ViewInput.Run.type, ViewInput.Run(command: words), answering: newest, subject: scene))]
        case .executeSilently(let command):
            guard !isRepeated(run), let words = texts(of: command, in: run) else { return [] }
            actions.awaited = .silent
            return [.silent(words)]
        case .reload(let command, let waits):
            guard let words = shortTexts(of: command, in: run) else { return [] }
            return reload(words, waits: waits)
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

    private mutating func end(_ result: SessionResult?) -> [AppEffect] {
        isOver = true
        actions.clear()
        var back = Event(RouterInput.Back.type, RouterInput.Back())
        if let newest = picker?.newest, !newest.id.isEmpty {
            back = Event(RouterInput.Back.type, RouterInput.Back(), answering: newest)
        }
        return (result.map { [.report($0)] } ?? []) + keepingText(if: result) + [.send(back)]
    }

    /// The history gets the text with which something was chosen.
    func keepingText(if result: SessionResult?) -> [AppEffect] {
        guard let picker, settings.history != nil, result != nil, result != .nothing else { return [] }
        return [.keep(picker.query)]
    }

    /// Replaces the rows by those that a command prints.
    private mutating func reload(_ words: [String], waits: Bool) -> [AppEffect] {
        picker?.reload(by: words, waits: waits)
        return beginList()
    }

    // MARK: Commands

    /// A command with side effects is not repeated after a restart.
    private mutating func isRepeated(_ run: BoundRun) -> Bool {
        if run.isReplayed { remind(words["Viperline restarted. This action may already have been carried out."]) }
        return run.isReplayed
    }

    private mutating func words(of command: RowCommand, in run: BoundRun) -> [[UInt8]]? {
        do throws(RowCommand.Refusal) { return try picker?.words(of: command, in: run) } catch {
            remind("\(error)")
            return nil
        }
    }

    /// - Returns: nil if it cannot have the rows, which is shown.
    private mutating func texts(of command: RowCommand, in run: BoundRun) -> [String]? {
        guard let words = words(of: command, in: run) else { return nil }
        let texts = words.compactMap { String(validating: $0, as: UTF8.self) }
        guard texts.count == words.count else {
            remind(self.words["This row is not valid UTF-8, so it cannot be an argument here."])
            return nil
        }
        return texts
    }

    /// - Returns: a command that fits into an event; nil for another, which is shown.
    private mutating func shortTexts(of command: RowCommand, in run: BoundRun) -> [String]? {
        guard let words = texts(of: command, in: run) else { return nil }
        guard words.count <= Self.mostWords, words.reduce(0, { $0 + $1.utf8.count }) <= Self.mostBytes else {
            remind(
                self.words(
                    "The command is too long: it has room for % words and % KiB.", "\(Self.mostWords)",
                    "\(Self.mostBytes >> 10)"))
            return nil
        }
        return words
    }

    /// The command has given the terminal back, or did not run.
    mutating func endTerminal(_ report: ViewOutput.DidRun) -> [AppEffect] {
        guard actions.awaited == .terminal else { return [] }
        actions.awaited = nil
        if let failure = report.failure { remind(failure) }
        return carryOnActions()
    }

    /// A silent command has ended, or did not run.
    /// - Parameter failure: what the user is to see.
    mutating func endSilent(_ failure: String?) -> [AppEffect] {
        guard actions.awaited == .silent else { return [] }
        actions.awaited = nil
        if let failure { remind(failure) }
        return carryOnActions()
    }

    /// Shows a message beside the rows.
    mutating func remind(_ text: String) {
        let notice = screens.pages.notice(String(text.prefix(200)))
        picker?.show(notice)
    }

    /// The rows of an action could not be read.
    mutating func endReload(_ outcome: Outcome?, _ words: String) {
        picker?.end(nil)
        // Without a match, `rg` and `grep` exit with 1 and print nothing.
        guard outcome != .exited(0), !(outcome == .exited(1) && words.isEmpty) else { return }
        let last = words.split(separator: "\n").last.map(String.init) ?? ""
        remind(
            self.words(
                "The command failed. %", self.words.sentence(outcome ?? .notStarted) + (last.isEmpty ? "" : " \(last)"))
        )
    }

    /// What the session does when it begins.
    mutating func beginActions() -> [AppEffect] {
        guard !actions.hasBegun, !screens.pages.isEmpty, let run = picker?.run(at: .start) else { return [] }
        actions.hasBegun = true
        return carryOut(run)
    }
}
