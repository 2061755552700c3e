import Platform
import Processes
import Wire

/// Ctrl-Z. The shell takes the terminal as soon as the supervisor stops, so the process that draws on it must have left
/// it before: the request is passed on to that process, and the supervisor follows.
enum JobControl {
    /// SIGTSTP has come.
    /// - Parameter drawing: the process that draws on the terminal.
    static func suspensionRequested(drawing: pid_t?) {
        if let drawing { kill(drawing, SIGTSTP) } else { stop(drawing: nil) }
    }

    /// Stops the supervisor and returns when somebody has continued it.
    static func stop(drawing: pid_t?) {
        SignalPipe.uninstall(SIGTSTP)
        raise(SIGTSTP)
        // In the background, the view cannot draw.
        try? Foreground.wait(drawing: drawing)
        SignalPipe.install(SIGTSTP)
        if let drawing { kill(drawing, SIGCONT) }
    }
}

/// Which job of the shell has the terminal.
enum Foreground {
    /// Stops until our job is in the foreground, as every program does that draws on a terminal (`fg` continues it).
    /// Returns at once if stdin is not a terminal, or there is no job control.
    /// - Parameter drawing: the process that draws on the terminal. A command that it has started, such as an editor, may have the terminal
    ///   again before the supervisor looks: then the job is in the foreground.
    static func wait(drawing: pid_t? = nil) throws(SystemError) {
        // The system does not stop a job that no shell can continue, nor one that ignores the signal.
        for _ in 0..<8 {
            let owner = tcgetpgrp(0)
            guard owner > 0, owner != getpgrp(), !isChild(owner, of: drawing) else { return }
            kill(0, SIGTTOU)
        }
        throw SystemError("draw on the terminal from the background (run the session in the foreground)", code: EIO)
    }

    /// By the fourth field of /proc/PID/stat, after a name that may contain anything (proc(5)).
    private static func isChild(_ process: pid_t, of parent: pid_t?) -> Bool {
        guard let parent else { return false }
        let stat = String(decoding: WholeFile.beginning(of: "/proc/\(process)/stat", count: 1024), as: UTF8.self)
        let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
        return fields.dropFirst().first == "\(parent)"
    }
}

/// The terminal's settings before the session. The view restores them itself; this is for a view that was killed.
struct TerminalState {
    private let terminal: Int32
    private let settings: termios

    /// Nil if the descriptor is not a terminal.
    init?(of terminal: Int32 = 0) {
        var settings = termios()
        guard tcgetattr(terminal, &settings) == 0 else { return nil }
        self.terminal = terminal
        self.settings = settings
    }

    /// - Parameters:
    ///   - afterCrash: whether the screen is to be reset too.
    ///   - isLast: whether no other view follows. After a crash, unread input is then dropped: the shell would read the
    ///     terminal's replies to a dead view as typed text.
    ///   - screen: what was drawn on.
    func restore(afterCrash: Bool, isLast: Bool = false, screen: Int32 = 1) {
        var settings = settings
        tcsetattr(terminal, afterCrash && isLast ? TCSAFLUSH : TCSADRAIN, &settings)
        guard afterCrash, isatty(screen) == 1 else { return }
        try? StandardStream.write(Array(TerminalReset.sequence.utf8), to: screen)
    }
}
