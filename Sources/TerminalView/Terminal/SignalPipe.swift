#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Where the handler below writes. A handler may only touch what needs no lock and no memory; this is set once, before
/// the first handler is installed.
nonisolated(unsafe) private var handlerOutput: Int32 = -1

/// Turns signals into bytes of a pipe, so that one `poll` waits for them and for everything else.
struct SignalPipe: ~Copyable {
    let input: Int32
    private let output: Int32

    init?(_ signals: [Int32]) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        (input, output) = (ends[0], ends[1])
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        handlerOutput = output
        var unblocked = sigset_t()
        sigemptyset(&unblocked)
        for number in signals {
            Self.install(number)
            sigaddset(&unblocked, number)
        }
        // Whoever started this process may have had them blocked, as a worker thread has.
        sigprocmask(SIG_UNBLOCK, &unblocked, nil)
    }

    static func install(_ number: Int32) {
        signal(number) { number in
            let saved = errno
            var byte = UInt8(truncatingIfNeeded: number)
            // A full pipe has news enough.
            _ = write(handlerOutput, &byte, 1)
            errno = saved
        }
    }

    /// The signals that came since the last time.
    func read() -> [Int32] {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = bytes.withUnsafeMutableBytes { buffer in
            #if canImport(Darwin)
                Darwin.read(input, buffer.baseAddress, buffer.count)
            #else
                Glibc.read(input, buffer.baseAddress, buffer.count)
            #endif
        }
        return bytes.prefix(max(count, 0)).map { Int32($0) }
    }
}
