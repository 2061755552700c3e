import Platform
import Processes
import Synchronization

/// Starts programs that live on by themselves: in a session of their own, away from the bus, never waited for.
package enum DetachedProcess {
    /// Lets the system reap children when they end. For a process that waits for none of them; call it once, before the
    /// first ``start(_:)``.
    package static func forgetChildren() { signal(SIGCHLD, SIG_IGN) }

    /// Started and perhaps not reaped: in the view's process the system reaps nobody, since the view waits for children of its own.
    private static let started = Mutex<[pid_t]>([])

    /// - Parameter arguments: the argument vector; the program comes first and is searched for in PATH.
    /// - Returns: whether the program could be started.
    static func start(_ arguments: [String]) -> Bool {
        closeInheritedDescriptorsOnExec()
        var launch = Launch(arguments)
        launch.searchesPath = true
        // Standard input and output are the bus; the browser must not use them.
        launch.files = [
            .init("/dev/null", O_RDONLY, as: 0), .init("/dev/null", O_WRONLY, as: 1),
            .init("/dev/null", O_WRONLY, as: 2),
        ]
        // A system session of its own, so that the browser survives when the supervisor ends its services.
        launch.group = .ownSession
        guard let pid = try? launch.start() else { return false }
        started.withLock { started in
            started.removeAll { waitpid($0, nil, WNOHANG) != 0 }
            started.append(pid)
        }
        return true
    }

    /// An inherited descriptor would stay open while the browser runs, and whoever waits for its end would wait for the
    /// browser. (POSIX cannot close descriptors that one does not know.)
    private static func closeInheritedDescriptorsOnExec() {
        guard let listing = opendir("/dev/fd") else { return }
        defer { closedir(listing) }
        while let entry = readdir(listing) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if let descriptor = Int32(name), descriptor > 2 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        }
    }
}
