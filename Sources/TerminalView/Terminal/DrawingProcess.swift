import Platform
import Processes
import ScreenModel
import Wire

/// A child process that turns a picture's file into text. It has a session of its own, so that it cannot reach the terminal;
/// its memory and time are bounded, and of the environment it gets only PATH. It is killed when this object goes.
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
    private let source: Descriptor
    private var bytes: [UInt8] = []
    private var hasEnded = false
    /// As waitpid tells it.
    private var exitStatus: Int32?

    /// Bytes. The coloured cells of the largest terminal take fewer.
    private static let longestOutput = 4 << 20

    /// - Parameters:
    ///   - arguments: the program first; it is looked for in PATH.
    ///   - input: the program's standard input.
    init(_ arguments: [String], input: [UInt8]) throws(Failure) {
        let path = RoleEnvironment.variable("PATH") ?? "/usr/bin:/bin"
        guard let program = arguments.first, Self.isExecutable(program, in: path) else { throw .noProgram }
        guard let file = Self.temporaryFile(with: input), let pipe = try? Pipe.open() else { throw .notStarted }
        pipe.reader.setNonBlocking()
        var launch = Launch(["/bin/sh", "-c", Self.limits, "sh"] + arguments)
        launch.environment = ["PATH": path, "LC_ALL": "C.UTF-8"]
        launch.descriptors = [(file.number, 0), (pipe.writer.number, 1)]
        launch.files = [.init("/dev/null", O_WRONLY, as: 2)]
        launch.group = .ownSession
        do throws(SystemError) { pid = try launch.start() } catch { throw .notStarted }
        source = pipe.reader
    }

    /// KiB of address space. The largest picture takes 300 MB, most of that code and reserve. Without a limit, a file could
    /// unpack to a thousand times its size, whatever its header says.
    private static let mostMemory = 512 << 10
    /// Seconds of CPU time. ``PictureDrawer`` gives up earlier; this ends what a kill would miss.
    private static let mostTime = 10
    /// `posix_spawn` cannot set limits, so a shell does and then executes the program.
    private static let limits = "ulimit -v \(mostMemory); ulimit -t \(mostTime); ulimit -c 0; exec \"$@\""

    private static func isExecutable(_ program: String, in path: String) -> Bool {
        if program.contains("/") { return access(program, X_OK) == 0 }
        return path.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
    }

    deinit {
        if exitStatus == nil || !hasEnded { kill(-pid, SIGKILL) }
        if exitStatus == nil { waitpid(pid, nil, 0) }
    }

    /// The descriptor to poll; nil once the output has ended.
    var output: Int32? { hasEnded ? nil : source.number }

    var state: State {
        if let exitStatus, exitStatus != 0 { return .failed }
        if bytes.count > Self.longestOutput { return .failed }
        return exitStatus == 0 && hasEnded ? .done(output: bytes) : .running
    }

    /// Reads what there is, without waiting.
    func read() {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while !hasEnded, bytes.count <= Self.longestOutput {
            let count = chunk.withUnsafeMutableBytes { Self.read(source.number, $0) }
            if count > 0 { bytes += chunk[..<count] }
            if count == 0 || count < 0 && errno != EAGAIN && errno != EINTR { hasEnded = true }
            if count < 0 && errno == EAGAIN { return }
        }
    }

    /// Takes the exit status, if the child has ended.
    func reap() {
        var status: Int32 = 0
        if exitStatus == nil, waitpid(pid, &status, WNOHANG) == pid { exitStatus = status }
    }

    /// No other process can open it: its name is removed before anything is written.
    private static func temporaryFile(with bytes: [UInt8]) -> Descriptor? {
        var name = Array("\(RoleEnvironment.variable("TMPDIR") ?? "/tmp")/viperline-XXXXXX".utf8CString)
        let number = mkstemp(&name)
        guard number >= 0 else { return nil }
        let file = Descriptor(owning: number)
        unlink(name)
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        guard (try? StandardStream.write(bytes, to: number)) != nil, lseek(number, 0, SEEK_SET) == 0 else { return nil }
        return file
    }

    private static func read(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
        Platform.read(descriptor, buffer.baseAddress, buffer.count)
    }
}
