package import Platform

private typealias FileActions = posix_spawn_file_actions_t
private typealias Attributes = posix_spawnattr_t

/// How to start a program. A small wrapper of `posix_spawn`, because the view needs descriptors 3 and 4, and Foundation
/// closes everything above 2.
///
/// The child starts with default signal actions and an empty signal mask, whatever ours are.
package struct Launch {
    /// Which processes the child belongs to.
    package enum Group: Sendable {
        /// Ours, for the child that has the terminal: a background group may not read from that.
        case inherited
        /// A process group that the child leads.
        case own
        /// A session that the child leads, with a group of its own and without our terminal.
        case ownSession
    }

    /// A file to open as a descriptor of the child.
    package struct File: Sendable {
        let path: String
        let flags: Int32
        let descriptor: Int32

        /// - Parameter flags: those of `open`.
        package init(_ path: String, _ flags: Int32, as descriptor: Int32) {
            self.path = path
            self.flags = flags
            self.descriptor = descriptor
        }
    }

    /// The program's path and arguments.
    package var command: [String]
    /// Whether a program's name without a slash is looked up in our PATH.
    package var searchesPath = false
    /// The whole environment; nil for ours.
    package var environment: [String: String]?
    package var workingDirectory: String?
    /// Which of our descriptors becomes which of the child's, in this order. The child also inherits those that are not
    /// close-on-exec.
    package var descriptors: [(ours: Int32, theirs: Int32)] = []
    package var files: [File] = []
    package var group = Group.inherited

    package init(_ command: [String]) {
        self.command = command
    }

    /// - Returns: the process id.
    package func start() throws(SystemError) -> pid_t {
        let program = command.first ?? ""
        var actions = FileActions()
        var attributes = Attributes()
        guard posix_spawn_file_actions_init(&actions) == 0, posix_spawnattr_init(&attributes) == 0 else {
            throw SystemError("prepare to start \(program)")
        }
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        if let workingDirectory {
            // Only the child goes there: a working directory belongs to all threads of a process.
            guard access(workingDirectory, X_OK) == 0 else { throw SystemError("enter \(workingDirectory)") }
            posix_spawn_file_actions_addchdir_np(&actions, workingDirectory)
        }
        for (ours, theirs) in descriptors { posix_spawn_file_actions_adddup2(&actions, ours, theirs) }
        for file in files {
            posix_spawn_file_actions_addopen(&actions, file.descriptor, file.path, file.flags, 0)
        }
        setAttributes(&attributes)
        let spawn = searchesPath ? posix_spawnp : posix_spawn
        var pid: pid_t = 0
        let code = withCStrings(command) { arguments in
            guard let environment else {
                return guarded { spawn(&pid, program, &actions, &attributes, arguments, Self.ourEnvironment) }
            }
            return withCStrings(environment.map { "\($0)=\($1)" }) { variables in
                guarded { spawn(&pid, program, &actions, &attributes, arguments, variables) }
            }
        }
        guard code == 0 else { throw SystemError("start \(program)", code: code) }
        return pid
    }

    /// Job control reaches a child in our group even before it runs its program.
    private func guarded(_ spawn: () -> Int32) -> Int32 {
        guard case .inherited = group, isatty(0) == 1 else { return spawn() }
        return UnstoppableSpawn.run(spawn)
    }

    private func setAttributes(_ attributes: inout Attributes) {
        var every = sigset_t()
        sigfillset(&every)
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigdefault(&attributes, &every)
        posix_spawnattr_setsigmask(&attributes, &none)
        var flags = Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)
        switch group {
        case .inherited: break
        case .own:
            posix_spawnattr_setpgroup(&attributes, 0)
            flags |= Int32(POSIX_SPAWN_SETPGROUP)
        case .ownSession: flags |= Self.newSession
        }
        posix_spawnattr_setflags(&attributes, Int16(flags))
    }

    /// POSIX_SPAWN_SETSID of glibc and musl, which Swift does not import.
    private static let newSession: Int32 = 0x80
    private static var ourEnvironment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? { environ }
}

/// A NULL-terminated array of C strings, which are good while `body` runs.
private func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
    let pointers = strings.map { strdup($0) }
    defer { pointers.forEach { free($0) } }
    return body(pointers + [nil])
}
