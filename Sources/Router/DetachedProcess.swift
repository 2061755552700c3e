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

    /// A descriptor that whoever started this process left open would stay open for as long as the browser runs, and
    /// who waits for its end would wait for the browser. (POSIX has no way to close descriptors that one does not know.)
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
