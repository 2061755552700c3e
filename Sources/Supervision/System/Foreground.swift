import Platform
import Processes

/// Whether the terminal is ours: of the jobs that a shell runs, one has it.
enum Foreground {
    /// Stands still until our job is in the foreground, as every program does that draws on a terminal (`fg` in the shell
    /// continues it). Returns at once where stdin is no terminal, or there is no job control.
    static func wait() throws(SystemError) {
        // A job that nobody can continue is not stopped by the system either; nor is one that ignores the signal.
        for _ in 0..<8 {
            let owner = tcgetpgrp(0)
            guard owner > 0, owner != getpgrp() else { return }
            kill(0, SIGTTOU)
        }
        throw SystemError("draw on the terminal from the background (run the session in the foreground)", code: EIO)
    }
}
