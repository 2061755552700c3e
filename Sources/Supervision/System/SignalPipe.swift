#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif
import Synchronization

/// Signals as bytes to be read in the poll loop (the self-pipe trick): a handler may do nothing but write.
struct SignalPipe: ~Copyable {
    /// The end that the handler writes to; one process has one set of handlers.
    private static let writer = Atomic<Int32>(-1)
    private let pipe: Pipe

    init(_ signals: [Int32]) throws(SystemError) {
        pipe = try Pipe.open()
        pipe.reader.setNonBlocking()
        pipe.writer.setNonBlocking()
        Self.writer.store(pipe.writer.number, ordering: .sequentiallyConsistent)
        // Who started us may have had them blocked, and a mask is inherited.
        var mask = sigset_t()
        sigemptyset(&mask)
        for number in signals { sigaddset(&mask, number) }
        sigprocmask(SIG_UNBLOCK, &mask, nil)
        for number in signals {
            var action = sigaction()
            action.__sigaction_handler.sa_handler = { number in
                let saved = errno
                var byte = UInt8(truncatingIfNeeded: number)
                _ = write(SignalPipe.writer.load(ordering: .sequentiallyConsistent), &byte, 1)
                errno = saved
            }
            action.sa_flags = Int32(SA_RESTART)
            sigaction(number, &action, nil)
        }
    }

    var descriptor: Int32 { pipe.reader.number }

    /// The signals that have come since the last call.
    func take() -> [Int32] {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(pipe.reader.number, &bytes, bytes.count)
        return bytes.prefix(max(0, count)).map(Int32.init)
    }
}
