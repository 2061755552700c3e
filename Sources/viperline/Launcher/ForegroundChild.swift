import Platform
import Processes

/// Another program in this terminal, and the wait for its end. Ctrl-C and Ctrl-Z are its own; when it stops, so do we, for the shell
/// to have the terminal.
enum ForegroundChild {
    static func run(_ command: [String]) -> Result<Outcome, SystemError> {
        // The terminal sends these to all its processes; a child starts with the default actions.
        let ignored = [SIGINT, SIGQUIT].map { (number: $0, action: signal($0, SIG_IGN)) }
        defer { for (number, action) in ignored { signal(number, action) } }
        let pid: pid_t
        do throws(SystemError) { pid = try Launch(command).start() } catch { return .failure(error) }
        while true {
            var status: Int32 = 0
            guard waitpid(pid, &status, WUNTRACED) == pid else {
                if errno == EINTR { continue }
                return .failure(SystemError("wait for \(command[0])"))
            }
            guard let stopped = Outcome.stopSignal(waitStatus: status) else {
                return .success(Outcome(waitStatus: status))
            }
            signal(stopped, SIG_DFL)
            kill(getpid(), stopped == SIGSTOP ? SIGSTOP : SIGTSTP)
            kill(pid, SIGCONT)
        }
    }
}
