import Platform

/// Reads and writes on descriptors that block, or that somebody else has set not to.
package enum StandardStream {
    package static let input: Int32 = 0
    package static let output: Int32 = 1
    package static let diagnostics: Int32 = 2

    /// To be called before anything else is opened, in every program of ours.
    package static func prepare() {
        occupy()
        reportLostOutput()
    }

    /// Puts /dev/null where a standard stream is closed (`<&-`, `>&-`). Otherwise the next pipe or socket that is opened
    /// would get its number, and requests would be read from it, or answers written to it.
    ///
    /// Input has ended then. Output is opened for reading only, so that a write fails (EBADF) and the exit code says that
    /// answers got lost. Diagnostics vanish, as whoever closed them wanted.
    private static func occupy() {
        for descriptor in input...diagnostics where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest free number is taken, which is this one.
            _ = open("/dev/null", descriptor == diagnostics ? O_WRONLY : O_RDONLY)
        }
    }

    /// Ends with an error where what was printed (`print`, a help) could not be written.
    private static func reportLostOutput() {
        atexit {
            guard fflush(nil) != 0, errno != EPIPE else { return }
            let program = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "viperline"
            StandardStream.diagnose(program, "write to standard output: \(String(cString: strerror(errno)))")
            _exit(ExitStatus.unavailable.rawValue)
        }
    }

    package enum Failure: Error, Equatable, Sendable {
        /// Nobody reads the other end any more (EPIPE).
        case closed
        case system(errno: Int32)
    }

    /// Reads what there is, waiting for the first byte; 0 at the end of the stream.
    package static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
        while true {
            let count = Platform.read(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            switch errno {
            case EINTR: continue
            case EAGAIN: wait(descriptor, for: .reading)
            default: throw .system(errno: errno)
            }
        }
    }

    /// Writes all of `bytes`.
    package static func write(_ bytes: [UInt8], to descriptor: Int32) throws(Failure) {
        try bytes.span.withUnsafeBytes { bytes throws(Failure) in try write(bytes, to: descriptor) }
    }

    package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(Failure) {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = Platform.write(descriptor, rest.baseAddress, rest.count)
            if count >= 0 {
                done += count
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN: wait(descriptor, for: .writing)
            case EPIPE: throw .closed
            default: throw .system(errno: errno)
            }
        }
    }

    /// A diagnostic on stderr; where stderr itself is gone there is nobody left to tell. It may quote what strangers wrote,
    /// and is read in a terminal: what that could take for a command is shown as an escape.
    package static func diagnose(_ program: String, _ message: String) {
        try? write(Array("\(program): \(shown(message))\n".utf8), to: diagnostics)
    }

    /// Line feeds and tabs stay.
    static func shown(_ message: String) -> String {
        func isShown(_ scalar: Unicode.Scalar) -> Bool { !scalar.isUnprintable || scalar == "\n" || scalar == "\t" }
        guard !message.unicodeScalars.allSatisfy(isShown) else { return message }
        return message.unicodeScalars.map {
            isShown($0) ? String($0) : "\\u{\(String($0.value, radix: 16, uppercase: true))}"
        }.joined()
    }

    /// A write to a pipe that nobody reads is an error to act on (EPIPE), not a death.
    package static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

    /// A file that has reached its limit (`ulimit -f`) is an error to act on (EFBIG), not a death.
    package static func ignoreFullFiles() { signal(SIGXFSZ, SIG_IGN) }

    private static func wait(_ descriptor: Int32, for interest: PollSet.Interest) {
        _ = PollSet.isReady(descriptor, for: interest, until: nil)
    }
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
