import FoundationEssentials

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Starts programs that live on by themselves: in a process group of their own, away from the bus, never waited for.
package enum DetachedProcess {
    /// Lets the system reap children as they end. For a process that never asks how one of them ended; call it once,
    /// before the first ``start(_:)``.
    package static func forgetChildren() { signal(SIGCHLD, SIG_IGN) }

    /// - Parameter arguments: the argument vector; the program, looked for in PATH, first.
    /// - Returns: whether the program could be started.
    static func start(_ arguments: [String]) -> Bool {
        guard let program = arguments.first else { return false }
        closeInheritedDescriptorsOnExec()
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #else
            var actions = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        // Standard input and output are the bus, which is not the browser's to read or to write.
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        // An ignored signal stays ignored after exec; the program shall find what programs usually find.
        var defaults = sigset_t()
        sigemptyset(&defaults)
        sigaddset(&defaults, SIGPIPE)
        sigaddset(&defaults, SIGCHLD)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        // A process group of its own, so that the page stays open when the supervisor ends those of its services.
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETPGROUP))
        let environment = ProcessInfo.processInfo.environment.map { "\($0)=\($1)" }
        return withCStrings(arguments) { argv in
            withCStrings(environment) { envp in
                posix_spawnp(nil, program, &actions, &attributes, argv, envp) == 0
            }
        }
    }

    /// Whatever was left open by who started this process would otherwise stay open for as long as the browser runs,
    /// and whoever waits for its end would wait for the browser. (POSIX has no way to close what one does not know.)
    private static func closeInheritedDescriptorsOnExec() {
        let open = (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd")) ?? []
        for descriptor in open.compactMap({ Int32($0) }) where descriptor > 2 {
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
    }

    /// A NULL-terminated array of C strings, which are good while `body` runs.
    private static func withCStrings<Result>(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = strings.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        return body(copies + [nil])
    }
}
