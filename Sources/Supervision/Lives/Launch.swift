#if canImport(Darwin)
    import Darwin
    private typealias FileActions = posix_spawn_file_actions_t?
    private typealias Attributes = posix_spawnattr_t?
#else
    import Glibc
    private typealias FileActions = posix_spawn_file_actions_t
    private typealias Attributes = posix_spawnattr_t
#endif

/// How to start a program. Our own small wrapper of `posix_spawn`, because the view needs the descriptors 3 and 4,
/// and the usual library closes everything above 2.
struct Launch {
    /// The program's path and arguments.
    var command: [String]
    /// The whole environment.
    var environment: [String: String]
    var workingDirectory: String?
    /// Which descriptor of ours becomes which of the child's; all others are close-on-exec.
    var descriptors: [(ours: Int32, theirs: Int32)]
    /// Whether the child leads a process group of its own. The one that has the terminal must not: a background
    /// group may not read from it.
    var ownGroup: Bool

    /// - Returns: the process id.
    func start() throws(SystemError) -> pid_t {
        var actions = FileActions()
        var attributes = Attributes()
        guard posix_spawn_file_actions_init(&actions) == 0, posix_spawnattr_init(&attributes) == 0 else {
            throw SystemError("prepare to start \(command[0])")
        }
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        for (ours, theirs) in descriptors { posix_spawn_file_actions_adddup2(&actions, ours, theirs) }
        setSignals(&attributes)
        var pid: pid_t = 0
        let code = try inWorkingDirectory {
            Self.withCStrings(command) { arguments in
                Self.withCStrings(environment.map { "\($0)=\($1)" }) { variables in
                    posix_spawn(&pid, command[0], &actions, &attributes, arguments, variables)
                }
            }
        }
        guard code == 0 else { throw SystemError("start \(command[0])", code: code) }
        return pid
    }

    /// The child inherits our working directory, so we go there and come back: POSIX has no file action for it, and
    /// this process has one thread.
    private func inWorkingDirectory(_ body: () -> Int32) throws(SystemError) -> Int32 {
        guard let workingDirectory else { return body() }
        let here = open(".", O_RDONLY | O_CLOEXEC)
        guard here >= 0 else { throw SystemError("open the working folder") }
        let home = Descriptor(owning: here)
        guard chdir(workingDirectory) == 0 else { throw SystemError("enter \(workingDirectory)") }
        let code = body()
        fchdir(home.number)
        return code
    }

    /// The child begins with every signal at its default: what we ignore or catch is our own affair.
    private func setSignals(_ attributes: inout Attributes) {
        var every = sigset_t()
        sigfillset(&every)
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigdefault(&attributes, &every)
        posix_spawnattr_setsigmask(&attributes, &none)
        var flags = Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)
        if ownGroup {
            posix_spawnattr_setpgroup(&attributes, 0)
            flags |= Int32(POSIX_SPAWN_SETPGROUP)
        }
        posix_spawnattr_setflags(&attributes, Int16(flags))
    }

    private static func withCStrings<Result>(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let pointers = strings.map { strdup($0) }
        defer { pointers.forEach { free($0) } }
        return body(pointers + [nil])
    }
}
