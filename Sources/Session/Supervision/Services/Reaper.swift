import Composition
import Platform
import Processes

/// Collects processes that have ended, and ends what they have left behind.
struct Reaper {
    struct End {
        let child: ServiceProcess
        let outcome: Outcome
    }

    private var escapees = Escapees()

    /// - Returns: those that have ended, and whether the process that draws on the terminal has stopped itself, as
    ///   Ctrl-Z asks.
    func reap(_ children: [ServiceProcess]) -> (ends: [End], isSuspended: Bool) {
        let alive = children.filter(\.isAlive)
        var ends = endSessions(of: alive.filter { !$0.hasTerminal })
        var isSuspended = false
        for child in alive where child.hasTerminal {
            var status: Int32 = 0
            guard waitpid(child.pid, &status, WNOHANG | WUNTRACED) == child.pid else { continue }
            if let signal = Outcome.stopSignal(waitStatus: status) {
                isSuspended = isSuspended || signal == SIGTSTP
            } else {
                ends.append(End(child: child, outcome: Outcome(waitStatus: status)))
            }
        }
        ends.sort { $0.child.port.index < $1.child.port.index }
        // The service that ends the session comes last: it may have ended because another one failed.
        return (ends.filter { !$0.child.service.exitOnEnd } + ends.filter(\.child.service.exitOnEnd), isSuspended)
    }

    private func endSessions(of children: [ServiceProcess]) -> [End] {
        let ended = children.filter { GroupLeader.hasEnded($0.pid) }
        // Processes of a session are killed before their ids can become others'.
        if !ended.isEmpty { SystemProcess.killAll(inSessions: Set(ended.map(\.pid))) }
        return ended.map { End(child: $0, outcome: GroupLeader.end($0.pid)) }
    }

    /// Collects a check that has ended, with all that it has started.
    /// - Returns: nil while it runs.
    mutating func reap(_ check: HealthMonitor) -> Outcome? {
        guard let pid = check.pid, GroupLeader.hasEnded(pid) else { return nil }
        escapees.seek(check.token, since: check.beginning)
        return GroupLeader.endSession(of: pid)
    }

    /// Collects processes that others have left behind. Only the first process of a container has such children, and
    /// without that they fill its table of processes.
    /// - Parameter ours: children of this process, which are collected elsewhere.
    static func reapOrphans(except ours: () -> Set<pid_t>) {
        guard getpid() == 1 else { return }
        let ours = ours()
        while case let pid = viperline_ended_child(), pid > 0, !ours.contains(pid) { waitpid(pid, nil, WNOHANG) }
    }

    /// The time when processes that have left a check's session are to be ended.
    var nextDeadline: Instant? { escapees.deadline }

    mutating func endEscapees(at now: Instant, isLast: Bool) { escapees.end(at: now, isLast: isLast) }
}

/// Ends processes that have left the session of a process that must leave nothing behind, such as a health check. They
/// have inherited the process's token.
///
/// The search reads all processes of the machine, so it runs at once after a check, but at most once a second.
struct Escapees {

    static let interval = Duration.seconds(1)

    /// Tokens of processes that have ended since the last look.
    private var tokens: Set<String> = []
    /// The beginning of the first of these, as the system counts time.
    private var beginning = Int.max
    private(set) var deadline: Instant?
    private var earliestLook: Instant?
    private let kill: (_ tokens: Set<String>, _ beginning: Int) -> Void

    init(
        killing kill: @escaping (Set<String>, Int) -> Void = {
            MarkedProcess.killAll(with: OrphanGuard.tokenVariable, in: $0, since: $1)
        }
    ) {
        self.kill = kill
    }

    /// A process with this token has ended.
    mutating func seek(_ token: String, since beginning: Int) {
        tokens.insert(token)
        self.beginning = min(self.beginning, beginning)
    }

    /// - Parameter isLast: the session ends, so nothing may wait.
    mutating func end(at now: Instant, isLast: Bool = false) {
        guard !tokens.isEmpty else { return }
        if let earliestLook, now < earliestLook, !isLast { return deadline = earliestLook }
        kill(tokens, beginning)
        tokens = []
        beginning = .max
        deadline = nil
        earliestLook = now + Self.interval
    }
}
