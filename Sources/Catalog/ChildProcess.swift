#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A program that runs beside this one, with its standard streams.
package struct ChildProcess: Sendable {
    private let id: pid_t

    /// - Parameters:
    ///   - command: the program, looked for in PATH, and its arguments.
    ///   - environment: added to this process's own.
    package init(_ command: [String], environment: [String: String]) throws(SpawnError) {
        for (name, value) in environment { setenv(name, value, 1) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Nothing is blocked, or the command would not get what we forward.
        var mask = sigset_t()
        sigemptyset(&mask)
        posix_spawnattr_setsigmask(&attributes, &mask)
        // We ignore broken pipes; the command is to die of one, as in any pipeline.
        var defaults = sigset_t()
        sigemptyset(&defaults)
        sigaddset(&defaults, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
        var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var child = pid_t()
        let code = posix_spawnp(&child, command.first ?? "", nil, &attributes, &arguments, environ)
        guard code == 0 else { throw SpawnError(program: command.first ?? "", code: code) }
        id = child
    }

    package func send(_ signal: Int32) { kill(id, signal) }

    /// The exit status as a shell tells it, 128 and the signal's number for a program that was killed; nil while it runs.
    package func exitStatus() -> Int32? {
        var status: Int32 = 0
        guard waitpid(id, &status, WNOHANG) == id else { return nil }
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }
}

/// Why a program could not be started.
package struct SpawnError: Error, Equatable, Sendable, CustomStringConvertible {
    package let program: String
    package let code: Int32

    /// As shells have it: 127 for a program that is not there, 126 for one that cannot be run.
    package var exitStatus: Int32 { code == ENOENT ? 127 : 126 }

    package var description: String {
        code == ENOENT
            ? "run \(program): command not found; check its spelling and PATH"
            : "run \(program): \(String(cString: strerror(code)))"
    }
}
