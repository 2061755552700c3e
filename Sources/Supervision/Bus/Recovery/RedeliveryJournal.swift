import Composition
import Wire

/// `recovery: redeliver`: a successor is sent the requests that its predecessor had received and not answered, and the
/// newest of each state.
struct RedeliveryJournal: Journal {
    /// Types of outputs that are not the answer yet.
    private let progress: [MessagePattern]
    private var requests: OpenRequests
    private var states = KeptStates(limit: JournalLimit.states)
    private var troubles = TroubleList()

    init(notices: [MessagePattern], progress: [MessagePattern]) {
        self.progress = progress
        requests = OpenRequests(notices: notices)
    }

    var readsInput: Bool { true }
    var readsOutput: Bool { !requests.isEmpty }

    mutating func queued(_ run: LineRun, of type: String) {
        if requests.append(run, type: type) { troubles.note(.requestsForgotten) }
    }

    mutating func queued(_ run: LineRun, as key: StateKey) {
        if states.take(Array(run.bytes), as: key) { troubles.note(.statesForgotten) }
    }

    mutating func wrote(_ run: LineRun, of type: String) {
        guard !progress.contains(where: { $0.matches(type) }) else { return }
        for line in run.lines where !requests.isEmpty {
            if !requests.answered(by: run.bytes(of: line), line.layout) {
                troubles.note(.answerNamesNothing(type: type))
            }
        }
    }

    /// What was read is older than what was not.
    mutating func backlog(unread: [Line]) -> Backlog {
        let waiting = states.withoutSuperseded(RestoreLine.without(unread))
        let known = Set(waiting.map(ReplayMark.unmarked))
        let read = (states.lines + requests.lines).filter { !known.contains($0) }
        return Backlog(lines: read.map(ReplayMark.marked) + waiting)
    }

    mutating func takeTroubles() -> [JournalTrouble] { troubles.take() }
}
