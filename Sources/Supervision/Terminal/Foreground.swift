import Platform
import Processes

/// Which job of the shell has the terminal.
enum Foreground {
    /// Stops until our job is in the foreground, as every program does that draws on a terminal (`fg` continues it). Returns
    /// at once if stdin is not a terminal, or there is no job control.
    static func wait() throws(SystemError) {
        // The system does not stop a job that nobody can continue, nor one that ignores the signal.
        for _ in 0..<8 {
            let owner = tcgetpgrp(0)
            guard owner > 0, owner != getpgrp() else { return }
            kill(0, SIGTTOU)
        }
        throw SystemError("draw on the terminal from the background (run the session in the foreground)", code: EIO)
    }
}
