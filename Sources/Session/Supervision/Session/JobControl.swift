import Platform
import Processes
import Wire

/// Ctrl-Z. The shell takes the terminal as soon as the supervisor stops, so the process that draws on it must have left
/// it before: the request is passed on to that process, and the supervisor follows.
enum JobControl {
    /// SIGTSTP has come.
    /// - Parameters:
    ///   - drawing: the process that draws on the terminal.
    ///   - take: the signals that have come since the last call.
    /// - Returns: signals that have come meanwhile.
    static func suspensionRequested(drawing: pid_t?, _ take: () -> [Int32]) -> [Int32] {
        guard let drawing else { return stop(drawing: nil, take) }
        kill(drawing, SIGTSTP)
        return []
    }

    /// A view that draws in the background stops the whole job (SIGTTOU), but not the supervisor, which has to end it.
    static func ignoreOthers() { signal(SIGTTOU, SIG_IGN) }

    private static func stopJob() {
        signal(SIGTTOU, SIG_DFL)
        kill(0, SIGTTOU)
        ignoreOthers()
    }

    /// Stops the supervisor and returns when somebody has continued it. In the background a view cannot draw, so the
    /// supervisor waits for the foreground; but not where no view is, and not if it is asked to end: a shell continues
    /// a job that it kills.
    /// - Returns: signals that have come meanwhile.
    static func stop(drawing: pid_t?, _ take: () -> [Int32]) -> [Int32] {
        var seen: [Int32] = []
        func isEnding() -> Bool {
            seen += take()
            return seen.contains(where: SessionEnd.signals.contains)
        }
        SignalPipe.uninstall(SIGTSTP)
        raise(SIGTSTP)
        if let drawing, !isEnding() { try? Foreground.wait(drawing: drawing, unless: isEnding, stop: stopJob) }
        SignalPipe.install(SIGTSTP)
        if let drawing { kill(drawing, isEnding() && !Foreground.isOurs ? SIGKILL : SIGCONT) }
        // A SIGTSTP that has arrived meanwhile requested the same.
        return seen.filter { $0 != SIGTSTP }
    }
}

/// The job of the shell that has the terminal.
enum Foreground {
    /// True if no other job has the terminal, if stdin is not a terminal, or if there is no job control.
    static var isOurs: Bool { isOurs(drawing: nil) }

    private static func isOurs(drawing: pid_t?) -> Bool {
        let owner = tcgetpgrp(0)
        return owner <= 0 || owner == getpgrp() || isChild(owner, of: drawing)
    }

    /// Stops until the session's job is in the foreground, as every program does that draws on a terminal (`fg` continues it).
    /// - Parameters:
    ///   - drawing: the process that draws on the terminal. A command that it has started, such as an editor, may have the
    ///     terminal again before the supervisor looks: then the job is in the foreground.
    ///   - isEnding: whether the session is asked to end, which needs no terminal.
    /// - stop: stops the job.
    static func wait(
        drawing: pid_t? = nil, unless isEnding: () -> Bool = { false }, stop: () -> Void = { kill(0, SIGTTOU) }
    ) throws(SystemError) {
        // The system does not stop a job that no shell can continue, nor one that ignores the signal.
        for _ in 0..<8 {
            guard !isOurs(drawing: drawing), !isEnding() else { return }
            stop()
        }
        guard !isEnding() else { return }
        throw SystemError("draw on the terminal from the background (run the session in the foreground)", code: EIO)
    }

    /// Compares the fourth field of /proc/PID/stat, after a name that may contain anything (proc(5)).
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
    /// How long a terminal that the user has stopped (Ctrl-S) may take.
    private static let patience = Duration.milliseconds(200)

    /// Nil if the descriptor is not a terminal.
    init?(of terminal: Int32 = 0) {
        var settings = termios()
        guard tcgetattr(terminal, &settings) == 0 else { return nil }
        self.terminal = terminal
        self.settings = settings
    }

    /// True once the terminal's window is closed, which sends no signal where it is not the controlling terminal.
    var isGone: Bool { PollSet.isReady(terminal, for: .hangUp) }

    /// - Parameters:
    ///   - afterCrash: whether the screen is to be reset too.
    ///   - isLast: whether no other view follows. After a crash, unread input is then dropped: the shell would read the
    ///     terminal's replies to a dead view as typed text.
    ///   - screen: what was drawn on.
    func restore(afterCrash: Bool, isLast: Bool = false, screen: Int32 = 1) {
        // Another job has the terminal now, with settings of its own.
        guard terminal != 0 || Foreground.isOurs else { return }
        var settings = settings
        // The calls do not wait for output: a stopped terminal (Ctrl-S) never takes it.
        tcsetattr(terminal, TCSANOW, &settings)
        if afterCrash, isLast { tcflush(terminal, TCIFLUSH) }
        guard afterCrash, isatty(screen) == 1 else { return }
        StandardStream.write(Array(TerminalReset.sequence.utf8), to: screen, patience: Self.patience)
    }
}

/// The flags of the session's own streams: reads and writes wait, or do not. Other processes share these flags, such as the shell: a
/// service that has the streams must not leave them changed.
struct StreamFlags {
    private let flags: [(number: Int32, flags: Int32)]

    init(of numbers: [Int32] = [0, 1, 2]) { flags = numbers.map { ($0, fcntl($0, F_GETFL)) } }

    func restore() {
        for (number, flags) in flags where flags >= 0 {
            let now = fcntl(number, F_GETFL)
            guard now >= 0, now & O_NONBLOCK != flags & O_NONBLOCK else { continue }
            _ = fcntl(number, F_SETFL, now ^ O_NONBLOCK)
        }
    }
}
