import FoundationEssentials
import Platform
import Processes

/// Starts programs that live on by themselves: in a session of their own, away from the bus, never waited for.
package enum DetachedProcess {
    /// Lets the system reap children as they end. For a process that never asks how one of them ended; call it once,
    /// before the first ``start(_:)``.
    package static func forgetChildren() { signal(SIGCHLD, SIG_IGN) }

    /// - Parameter arguments: the argument vector; the program, looked for in PATH, first.
    /// - Returns: whether the program could be started.
    static func start(_ arguments: [String]) -> Bool {
        closeInheritedDescriptorsOnExec()
        var launch = Launch(arguments)
        launch.searchesPath = true
        // Standard input and output are the bus, which is not the browser's to read or to write.
        launch.files = [
            .init("/dev/null", O_RDONLY, as: 0), .init("/dev/null", O_WRONLY, as: 1),
            .init("/dev/null", O_WRONLY, as: 2),
        ]
        // A session of its own, so that the page stays open when the supervisor ends those of its services.
        launch.group = .ownSession
        return (try? launch.start()) != nil
    }

    /// Whatever was left open by who started this process would otherwise stay open for as long as the browser runs,
    /// and whoever waits for its end would wait for the browser. (POSIX has no way to close what one does not know.)
    private static func closeInheritedDescriptorsOnExec() {
        let open = (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd")) ?? []
        for descriptor in open.compactMap({ Int32($0) }) where descriptor > 2 {
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
    }
}
