import Platform
import Processes

/// Ctrl-Z. The shell takes the terminal as soon as the supervisor stands still, so who draws on it must have left it
/// before: the request is passed on, and we follow.
extension Supervisor {
    func handleSignals() {
        var numbers = signals.take()
        if numbers.contains(SIGCHLD), reap() {
            standStill()
            // What asked for it once more in the meantime has been answered.
            numbers = (numbers + signals.take()).filter { $0 != SIGTSTP }
            reap()
        }
        for number in numbers {
            switch number {
            case SIGCHLD: break
            case SIGTSTP: passOnSuspension()
            default: endSession(by: number)
            }
        }
    }

    private var drawing: Child? { children.first { $0.hasTerminal && $0.isAlive } }

    private func passOnSuspension() {
        guard let drawing else { return standStill() }
        kill(drawing.pid, SIGTSTP)
    }

    /// Returns when somebody has continued us.
    private func standStill() {
        SignalPipe.uninstall(SIGTSTP)
        raise(SIGTSTP)
        // Continued in the background, nobody can draw.
        try? Foreground.wait()
        SignalPipe.install(SIGTSTP)
        if let drawing { kill(drawing.pid, SIGCONT) }
    }
}
