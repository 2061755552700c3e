import Composition
import Platform
import Processes

/// Collects processes that have ended, and ends what they have left behind.
struct Reaper {
    struct End {
        let child: Child
        let outcome: Outcome
    }

    /// Sessions of processes whose leader has just ended.
    private var leaderless: Set<Int32> = []

    /// - Returns: those that have ended, and whether the process that draws on the terminal has stopped itself, as Ctrl-Z asks.
    func reap(_ children: [Child]) -> (ends: [End], isSuspended: Bool) {
        var ends: [End] = []
        var isSuspended = false
        for child in children where child.isAlive {
            var status: Int32 = 0
            let options = child.hasTerminal ? WNOHANG | WUNTRACED : WNOHANG
            guard waitpid(child.pid, &status, options) == child.pid else { continue }
            if let signal = Outcome.stopSignal(waitStatus: status) {
                isSuspended = isSuspended || signal == SIGTSTP
            } else {
                ends.append(End(child: child, outcome: Outcome(waitStatus: status)))
            }
        }
        // The service that ends the session comes last: it may have ended because another one failed.
        return (ends.filter { !$0.child.service.exitOnEnd } + ends.filter(\.child.service.exitOnEnd), isSuspended)
    }

    /// Ends the process group of a process that has ended, and remembers its session.
    mutating func leaderEnded(_ pid: Int32) {
        kill(-pid, SIGKILL)
        leaderless.insert(pid)
    }

    /// Ends what has left the process group of an ended process, but not its session.
    mutating func endLeaderless() {
        guard !leaderless.isEmpty else { return }
        SystemProcess.killAll(inSessions: leaderless)
        leaderless = []
    }
}
