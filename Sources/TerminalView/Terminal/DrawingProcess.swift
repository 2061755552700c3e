import Wire

#if canImport(Darwin)
    import Darwin
    private typealias FileActions = posix_spawn_file_actions_t?
    private typealias Attributes = posix_spawnattr_t?
#else
    import Glibc
    private typealias FileActions = posix_spawn_file_actions_t
    private typealias Attributes = posix_spawnattr_t
#endif

/// A child that turns a picture's file into text. It has a session of its own, so that it can't reach the terminal, and
/// nothing of the environment but where programs are. It dies with this object.
package final class DrawingProcess {
    package enum Failure: Error {
        /// There is no such program.
        case noProgram
        case notStarted
    }

    enum State {
        case running
        case done(output: [UInt8])
        case failed
    }

    private let pid: pid_t
    private let source: Int32
    private var bytes: [UInt8] = []
    private var hasEnded = false
    /// As waitpid tells it.
    private var exitStatus: Int32?

    /// Bytes; the largest terminal's worth of coloured cells has fewer.
    private static let longestOutput = 4 << 20

    /// - Parameters:
    ///   - arguments: the program, looked for in PATH, first.
    ///   - input: what the program's standard input has.
    init(_ arguments: [String], input: [UInt8]) throws(Failure) {
        var ends: [Int32] = [-1, -1]
        guard let file = Self.temporaryFile(with: input) else { throw .notStarted }
        defer { close(file) }
        guard pipe(&ends) == 0 else { throw .notStarted }
        defer { close(ends[1]) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        let (code, pid) = Self.spawn(arguments, input: file, output: ends[1])
        guard code == 0 else {
            close(ends[0])
            throw code == ENOENT || code == EACCES ? .noProgram : .notStarted
        }
        self.pid = pid
        source = ends[0]
    }

    deinit {
        if exitStatus == nil || !hasEnded { kill(-pid, SIGKILL) }
        if exitStatus == nil { waitpid(pid, nil, 0) }
        close(source)
    }

    /// To be waited for; nil after its end.
    var output: Int32? { hasEnded ? nil : source }

    var state: State {
        if let exitStatus, exitStatus != 0 { return .failed }
        if bytes.count > Self.longestOutput { return .failed }
        return exitStatus == 0 && hasEnded ? .done(output: bytes) : .running
    }

    /// Takes what there is to read.
    func read() {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while !hasEnded, bytes.count <= Self.longestOutput {
            let count = chunk.withUnsafeMutableBytes { Self.read(source, $0) }
            if count > 0 { bytes += chunk[..<count] }
            if count == 0 || count < 0 && errno != EAGAIN && errno != EINTR { hasEnded = true }
            if count < 0 && errno == EAGAIN { return }
        }
    }

    /// Sees whether the child has ended.
    func reap() {
        var status: Int32 = 0
        if exitStatus == nil, waitpid(pid, &status, WNOHANG) == pid { exitStatus = status }
    }

    /// Nobody else can see it: its name is gone before anything is in it.
    private static func temporaryFile(with bytes: [UInt8]) -> Int32? {
        var name = Array("\(RoleEnvironment.variable("TMPDIR") ?? "/tmp")/viperline-XXXXXX".utf8CString)
        let file = mkstemp(&name)
        guard file >= 0 else { return nil }
        unlink(name)
        _ = fcntl(file, F_SETFD, FD_CLOEXEC)
        guard (try? StandardStream.write(bytes, to: file)) != nil, lseek(file, 0, SEEK_SET) == 0 else {
            close(file)
            return nil
        }
        return file
    }

    #if canImport(Darwin)
        private static let newSession = Int16(POSIX_SPAWN_SETSID)
    #else
        /// POSIX_SPAWN_SETSID of glibc and musl, which Swift does not import.
        private static let newSession: Int16 = 0x80
    #endif

    private static func spawn(_ arguments: [String], input: Int32, output: Int32) -> (code: Int32, pid: pid_t) {
        #if canImport(Darwin)
            var actions: FileActions = nil
            var attributes: Attributes = nil
        #else
            var actions = FileActions()
            var attributes = Attributes()
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_adddup2(&actions, input, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        // An ignored signal stays ignored after exec.
        var defaults = sigset_t()
        sigemptyset(&defaults)
        sigaddset(&defaults, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF) | newSession)
        let path = RoleEnvironment.variable("PATH") ?? "/usr/bin:/bin"
        return withCStrings(arguments) { argv in
            withCStrings(["PATH=\(path)", "LC_ALL=C.UTF-8"]) { envp in
                var pid: pid_t = 0
                return (posix_spawnp(&pid, arguments[0], &actions, &attributes, argv, envp), pid)
            }
        }
    }

    private static func read(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
        #if canImport(Darwin)
            Darwin.read(descriptor, buffer.baseAddress, buffer.count)
        #else
            Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        #endif
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
