import Platform
import Processes

/// Ctrl-Z. The shell takes the terminal as soon as the supervisor stops, so the process that draws on it must have left it
/// before: the request is passed on to that process, and the supervisor follows.
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
        // Continued in the background, nobody can draw.
        try? Foreground.wait()
        SignalPipe.install(SIGTSTP)
        if let drawing { kill(drawing, SIGCONT) }
    }
}
