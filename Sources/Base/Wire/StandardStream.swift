package import Platform
import SafeText

/// Reads and writes on descriptors that block, also if another process has made them non-blocking.
package enum StandardStream {
    package static let input: Int32 = 0
    package static let output: Int32 = 1
    package static let diagnostics: Int32 = 2

    /// Every program calls this before it opens anything.
    package static func prepare() {
        occupy()
        reportLostOutput()
        ignoreBrokenPipes()
        // A write beyond the file size limit (`ulimit -f`) is an error (EFBIG), as on a full disk, not a signal.
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Opens /dev/null for a closed standard stream (`<&-`, `>&-`). Otherwise the next pipe or socket would get
    /// its number, and requests would be read from it or answers written to it.
    ///
    /// Input is then at its end. Output is opened for reading only, so that a write fails (EBADF) and the exit code shows that
    /// output was lost. Diagnostics are discarded, as intended by closing stderr.
    private static func occupy() {
        for descriptor in input...diagnostics where fcntl(descriptor, F_GETFD) < 0 {
            // open(2) takes the lowest free number, which is this one.
            _ = open("/dev/null", descriptor == diagnostics ? O_WRONLY : O_RDONLY)
        }
    }

    /// Ends with an error if printed text (`print`, help) could not be written.
    private static func reportLostOutput() {
        atexit {
            guard fflush(nil) != 0, errno != EPIPE else { return }
            let program = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "viperline"
            StandardStream.diagnose(program, "write to standard output: \(String(cString: strerror(errno)))")
            _exit(ExitStatus.unavailable.rawValue)
        }
    }

    package enum Failure: Error, Equatable, Sendable {
        /// The other end is closed (EPIPE).
        case closed
        case system(errno: Int32)
    }

    /// Reads what is there; waits for the first byte. 0 at the end of the stream.
    package static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
        while true {
            let count = Platform.read(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            switch errno {
            case EINTR: continue
            case EAGAIN: _ = PollSet.isReady(descriptor, until: nil)
            default: throw .system(errno: errno)
            }
        }
    }

    /// Writes all of `bytes`.
    package static func write(_ bytes: [UInt8], to descriptor: Int32) throws(Failure) {
        try bytes.span.withUnsafeBytes { bytes throws(Failure) in try write(bytes, to: descriptor) }
    }

    package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(Failure) {
        guard writeAll(bytes, to: descriptor) < bytes.count else { return }
        throw errno == EPIPE ? .closed : .system(errno: errno)
    }

    /// Writes as much as a slow reader takes, and gives up once that has read nothing for so long.
    package static func write(_ bytes: [UInt8], to descriptor: Int32, patience: Duration) {
        let own = reopened(descriptor)
        defer { if let own { close(own) } }
        let number = own ?? descriptor
        var queue = OutputQueue(limit: .max, for: own == nil ? descriptor : nil)
        queue.append(bytes)
        while true {
            do throws(Failure) { try queue.drain(to: number) } catch { return }
            guard !queue.isEmpty, PollSet.isReady(number, for: .writing, until: .now + patience) else { return }
        }
    }

    /// A second way to the pipe or terminal behind a descriptor, on which a write never waits. The descriptor's own flags belong to
    /// all processes that share it.
    /// - Returns: nil for a file, where no write waits, for a socket, and for another user's pipe.
    package static func reopened(_ descriptor: Int32) -> Int32? {
        guard let status = FileStatus(of: descriptor), [S_IFIFO, S_IFCHR].contains(status.kind) else { return nil }
        let number = open("/proc/self/fd/\(descriptor)", O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        return number < 0 ? nil : number
    }

    /// Writes a diagnostic to stderr, if that is still open. It may quote untrusted text and is read in a terminal, so
    /// characters that a terminal could take for a command become escapes.
    package static func diagnose(_ program: String, _ message: String) {
        try? write(diagnostic(program, message), to: diagnostics)
    }

    /// Writes a diagnostic, but gives up once nobody has read anything for so long.
    package static func diagnose(_ program: String, _ message: String, patience: Duration) {
        write(diagnostic(program, message), to: diagnostics, patience: patience)
    }

    private static func diagnostic(_ program: String, _ message: String) -> [UInt8] {
        Array("\(program): \(message.printable(keeping: "\n", "\t"))\n".utf8)
    }

    /// A write to a closed pipe is an error (EPIPE), not a signal.
    package static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }
}

extension StandardStream.Failure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .closed: "nobody reads them"
        case .system(errno: EBADF): "the stream is closed"
        case .system(errno: ENOSPC): "the disk is full; make room, and run it again"
        case .system(let code): String(cString: strerror(code))
        }
    }
}

extension ExitStatus {
    /// - Parameter failure: the end of the bus, which is the session's, or an error of a stream, which is reported.
    package init(_ service: String, endedBy failure: StandardStream.Failure) {
        if failure != .closed { StandardStream.diagnose(service, "read or write the bus: \(failure)") }
        self = failure == .closed ? .done : .unavailable
    }
}

/// Exit codes of Viperline's programs: the few that a script can act on (sysexits.h).
package enum ExitStatus: Int32, Sendable, Error {
    case done = 0
    /// The command line is wrong.
    case usage = 64
    /// The input is invalid, and the program runs in a strict mode.
    case badInput = 65
    /// A required service is unavailable.
    case unavailable = 69
    /// A bug in the program.
    case defect = 70
    /// Temporary: a retry may succeed.
    case temporary = 75
}

extension OutputQueue {
    /// Writes as much as there is room for, with the errors of a standard stream.
    package mutating func drain(to descriptor: Int32) throws(StandardStream.Failure) {
        do throws(Failure) { try write(to: descriptor) } catch {
            switch error {
            case .closed: throw .closed
            case .system(let code): throw .system(errno: code)
            }
        }
    }
}
