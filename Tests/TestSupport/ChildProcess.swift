import Foundation

#if canImport(Darwin)
    private typealias FileActions = posix_spawn_file_actions_t?
    private typealias Attributes = posix_spawnattr_t?
#else
    private typealias FileActions = posix_spawn_file_actions_t
    private typealias Attributes = posix_spawnattr_t
#endif

/// A process whose standard streams are files. Foundation's `Process` won't do: its children begin with signals blocked,
/// and it waits for grandchildren that keep a descriptor.
package final class ChildProcess: @unchecked Sendable {
    package struct NotStarted: Error {
        package let command: String
        package let code: Int32
    }

    package let pid: Int32
    private var status: Int32?

    /// - Parameters:
    ///   - command: a program's path, or a name to be looked up in PATH, and its arguments.
    ///   - streams: the files that become descriptors 0, 1 and 2.
    package init(
        _ command: [String], environment: [String: String] = [:], folder: String? = nil,
        streams: [String] = ["/dev/null", "/dev/null", "/dev/null"]
    ) throws {
        var actions = FileActions()
        var attributes = Attributes()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        for (number, path) in streams.enumerated() {
            let flags = number == 0 ? O_RDONLY : O_WRONLY | O_APPEND
            posix_spawn_file_actions_addopen(&actions, Int32(number), path, flags, 0)
        }
        var none = sigset_t()
        var every = sigset_t()
        sigemptyset(&none)
        sigfillset(&every)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &every)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        // env, because POSIX has no file action to change the folder.
        let entry = folder.map { ["env", "-C", $0] + command } ?? command
        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }.map { "\($0)=\($1)" }
        let arguments = entry.map { strdup($0) } + [nil]
        let settings = variables.map { strdup($0) } + [nil]
        defer { (arguments + settings).forEach { free($0) } }
        var pid: pid_t = 0
        let code = posix_spawnp(&pid, entry[0], &actions, &attributes, arguments, settings)
        guard code == 0 else { throw NotStarted(command: entry[0], code: code) }
        self.pid = pid
    }

    /// Waits for its end.
    /// - Returns: its exit code, or 128 and the signal.
    package func wait() -> Int32 {
        poll(options: 0)
        return status ?? -1
    }

    package var isRunning: Bool {
        poll(options: WNOHANG)
        return status == nil
    }

    private func poll(options: Int32) {
        guard status == nil else { return }
        var raw: Int32 = 0
        while true {
            let found = waitpid(pid, &raw, options)
            if found == pid { status = raw & 0x7F == 0 ? raw >> 8 & 0xFF : 128 + raw & 0x7F }
            if found >= 0 || errno != EINTR { return }
        }
    }
}
