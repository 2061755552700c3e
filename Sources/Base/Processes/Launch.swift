package import Platform

private typealias FileActions = posix_spawn_file_actions_t
private typealias Attributes = posix_spawnattr_t

/// The start of a program. A small wrapper of `posix_spawn`, because the view needs descriptors 3 and 4, and Foundation closes everything
/// above 2.
///
/// The child starts with default signal actions and an empty signal mask, not with its parent's. It inherits the standard streams and the
/// descriptors in ``descriptors`` and ``files``, and no others, even if threads or libraries open some at the same time.
package struct Launch {
    /// The processes to which the child belongs.
    package enum Group: Sendable {
        /// The group of this process, for the child that has the terminal: a background group may not read from that.
        case inherited
        /// A process group that the child leads.
        case own
        /// A session that the child leads, with a group of its own and without this session's terminal.
        case ownSession
    }

    /// A file to open as a descriptor of the child.
    package struct File: Sendable {
        let path: String
        let flags: Int32
        let descriptor: Int32

        /// - Parameter flags: the flags of `open`.
        package init(_ path: String, _ flags: Int32, as descriptor: Int32) {
            self.path = path
            self.flags = flags
            self.descriptor = descriptor
        }
    }

    /// The program's path and arguments.
    package var command: [String]
    /// True if a program's name without a slash is looked up in this process's PATH.
    package var searchesPath = false
    /// The whole environment; nil for that of this process.
    package var environment: [String: String]?
    package var workingDirectory: String?
    /// Descriptors of this process (`ours`) that become descriptors of the child (`theirs`), in this order.
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
            // The child alone goes there: a working directory belongs to all threads of a process.
            guard access(workingDirectory, X_OK) == 0 else { throw SystemError("enter \(workingDirectory)") }
            posix_spawn_file_actions_addchdir_np(&actions, workingDirectory)
        }
        for (ours, theirs) in descriptors { posix_spawn_file_actions_adddup2(&actions, ours, theirs) }
        for file in files {
            posix_spawn_file_actions_addopen(&actions, file.descriptor, file.path, file.flags, 0)
        }
        let closed = closeOthers(&actions)
        guard closed == 0 else { throw SystemError("prepare to start \(program)", code: closed) }
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
        guard code == 0 else { throw SystemError("start \(program)\(Self.missing(for: program, code))", code: code) }
        return pid
    }

    /// A cause that the system does not report: the file is there, but the program that its first line names is not.
    private static func missing(for program: String, _ code: Int32) -> String {
        guard code == ENOENT, access(program, F_OK) == 0 else { return "" }
        let line = WholeFile.beginning(of: program, count: 256).prefix { $0 != 0x0A }
        guard line.starts(with: "#!".utf8) else { return "" }
        let words = String(decoding: line.dropFirst(2), as: UTF8.self).split(separator: " ")
        return words.first.map { ", whose first line names \($0.debugDescription)" } ?? ""
    }

    /// The child could use any inherited descriptor, such as a library's connection; and an inherited end of a pipe would stay open until
    /// the child ends.
    /// - Returns: an error's code, or 0.
    private func closeOthers(_ actions: inout FileActions) -> Int32 {
        let given = Set(descriptors.map(\.theirs) + files.map(\.descriptor))
        let next = max(2, given.max() ?? 2) + 1
        for number in 3..<next where !given.contains(number) {
            posix_spawn_file_actions_addclose(&actions, number)
        }
        return viperline_close_from(&actions, next)
    }

    /// Job control reaches a child in this process's group even before it runs its program.
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

/// Starts a child in this process's group so that Ctrl-Z can't stop it for ever before it runs its program.
///
/// posix_spawn returns when the child runs its program; until then the calling thread handles no signals. A stop signal to the
/// group in between stops the child, and so blocks this process, where neither a shell nor Ctrl-C can help. Therefore another thread
/// calls posix_spawn, and this one continues the child if it takes too long. The stop is lost; the supervisor passes it on to
/// the view again.
enum UnstoppableSpawn {
    private final class Work {
        let spawn: () -> Int32
        let news: Int32

        init(_ spawn: @escaping () -> Int32, news: Int32) {
            self.spawn = spawn
            self.news = news
        }
    }

    /// Time after which the child counts as stopped.
    private static let patience = Duration.milliseconds(20)

    static func run(_ spawn: () -> Int32) -> Int32 {
        guard let pipe = try? Pipe.open() else { return spawn() }
        return withoutActuallyEscaping(spawn) { spawn in
            let work = Unmanaged.passRetained(Work(spawn, news: pipe.writer.number))
            var thread = pthread_t()
            let code = pthread_create(
                &thread, nil,
                { pointer in
                    guard let pointer else { return nil }
                    let work = Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue()
                    UnstoppableSpawn.send(UnstoppableSpawn.thread, to: work.news)
                    UnstoppableSpawn.send(work.spawn(), to: work.news)
                    return nil
                }, work.toOpaque())
            guard code == 0 else {
                work.release()
                return spawn()
            }
            defer { pthread_join(thread, nil) }
            let spawner = receive(from: pipe.reader.number)
            while !PollSet.isReady(pipe.reader.number, within: patience) { continueChildren(of: spawner) }
            return receive(from: pipe.reader.number)
        }
    }

    /// The calling thread's id.
    private static var thread: Int32 {
        linkText("/proc/thread-self")?.split(separator: "/").last.flatMap { Int32($0) } ?? 0
    }

    private static func send(_ number: Int32, to descriptor: Int32) {
        var number = number
        while write(descriptor, &number, MemoryLayout<Int32>.size) < 0, errno == EINTR {}
    }

    private static func receive(from descriptor: Int32) -> Int32 {
        var number: Int32 = 0
        while read(descriptor, &number, MemoryLayout<Int32>.size) < 0, errno == EINTR {}
        return number
    }

    private static func continueChildren(of thread: Int32) {
        let children = WholeFile.beginning(of: "/proc/self/task/\(thread)/children", count: 256)
        for child in String(decoding: children, as: UTF8.self).split(separator: " ") {
            if let pid = Int32(child) { kill(pid, SIGCONT) }
        }
    }
}
