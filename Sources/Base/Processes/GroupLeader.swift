package import Platform

/// A child process that leads a process group. Until it is reaped, no other process, group or session can have its number, so these can be
/// signalled safely.
package enum GroupLeader {
    /// True if the child has ended and was not reaped yet.
    package static func hasEnded(_ pid: pid_t) -> Bool { look(at: pid) == true }

    /// Looks whether the child has ended; if so, kills the processes that it has left in its group, and reaps it.
    /// - Returns: nil while the child runs; ``Outcome/notStarted`` for one that was reaped before, or is not a child of this process.
    package static func reap(_ pid: pid_t) -> Outcome? {
        switch look(at: pid) {
        case true?: end(pid)
        case false?: nil
        case nil: .notStarted
        }
    }

    /// Kills the child and its group, waits for its end, and reaps it.
    @discardableResult package static func end(_ pid: pid_t) -> Outcome {
        guard look(at: pid) != nil else { return .notStarted }
        kill(-pid, SIGKILL)
        // The child may have left its group.
        kill(pid, SIGKILL)
        return .awaited(pid)
    }

    /// Kills all processes of the session that it leads, waits for its end, and reaps it.
    @discardableResult package static func endSession(of pid: pid_t) -> Outcome {
        // Before its id can become another's.
        SystemProcess.killAll(inSessions: [pid])
        return end(pid)
    }

    /// - Returns: whether the child has ended; nil for one that was reaped before, or is not a child of this process.
    private static func look(at pid: pid_t) -> Bool? {
        guard pid > 0 else { return nil }
        var information = siginfo_t()
        guard waitid(P_PID, id_t(pid), &information, WEXITED | WNOHANG | WNOWAIT) == 0 else {
            return errno == ECHILD ? nil : false
        }
        return information.si_signo == SIGCHLD
    }
}

/// The way in which a process ended.
package enum Outcome: Equatable, Sendable, CustomStringConvertible {
    case exited(Int32)
    case killed(signal: Int32)
    /// The process never began.
    case notStarted

    package init(waitStatus status: Int32) {
        let signal = status & 0x7F
        self = signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: signal)
    }

    /// Reaps a child that has ended, and leaves alone what it has started.
    /// - Returns: nil while the child runs, and for a process that is not a child of this one, or was reaped before.
    package static func reaped(_ pid: pid_t) -> Outcome? {
        var status: Int32 = 0
        return pid > 0 && waitpid(pid, &status, WNOHANG) == pid ? Outcome(waitStatus: status) : nil
    }

    /// Waits for a child's end, and reaps it.
    /// - Returns: ``notStarted`` for a process that is not a child of this one, or was reaped before.
    package static func awaited(_ pid: pid_t) -> Outcome {
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0 { guard errno == EINTR else { return .notStarted } }
        return Outcome(waitStatus: status)
    }

    /// The signal that stopped a process, as `waitpid` reports with WUNTRACED; nil if the process has ended.
    package static func stopSignal(waitStatus status: Int32) -> Int32? {
        status & 0xFF == 0x7F ? status >> 8 & 0xFF : nil
    }

    /// True if a signal ended the process.
    package var isCrash: Bool { if case .killed = self { true } else { false } }

    /// The exit code as a shell would report it.
    package var code: Int32 {
        switch self {
        case .exited(let code): code
        case .killed(let signal): 128 + signal
        case .notStarted: 127
        }
    }

    package var description: String {
        switch self {
        case .exited(let code): "ended with exit code \(code)"
        case .killed(let signal): "was killed by signal \(signal) (\(String(cString: strsignal(signal))))"
        case .notStarted: "could not be started"
        }
    }
}
