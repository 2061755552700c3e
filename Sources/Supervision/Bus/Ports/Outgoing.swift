import Composition

/// What goes to a service: its queue, and what a successor would need.
final class Outgoing {
    var outbox = Outbox()
    var journal: any Journal
    /// Its pipe is full; writing is of no use until `poll` says so.
    var isBlocked = false
    /// stdin is closed; events to the service are undeliverable.
    var isClosed = false
    /// What its process is sent first is a state of an earlier one.
    private(set) var isRestored = false

    init(_ recovery: Recovery) {
        journal = recovery.makeJournal()
    }

    /// - Parameter key: of a state, which supersedes an older one.
    func queue(_ run: LineRun, of type: String, as key: StateKey?) {
        guard let key else {
            journal.queued(run, of: type)
            return outbox.append(run.bytes)
        }
        journal.queued(run, as: key)
        if journal.needsEveryState {
            outbox.append(run.bytes)
        } else {
            outbox.append(run.bytes, as: key)
        }
    }

    /// The service will read no more: what waits for it is dropped.
    func close() {
        isClosed = true
        outbox.clear()
    }

    /// Queues what a successor needs.
    /// - Returns: how many of the lines that it will write were passed on already.
    func renew() -> Int {
        let backlog = journal.backlog(unread: outbox.unread())
        outbox.replace(with: backlog.lines)
        isRestored = backlog.isRestored
        isBlocked = false
        return backlog.saidAlready
    }
}
