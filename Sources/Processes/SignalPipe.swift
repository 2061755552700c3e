import Platform
import Synchronization

/// Signals as bytes to be read in the poll loop (the self-pipe trick): a handler may do nothing but write.
package struct SignalPipe: ~Copyable {
    /// The end that the handler writes to; one process has one set of handlers.
    private static let writer = Atomic<Int32>(-1)
    private let pipe: Pipe

    package init(_ signals: [Int32]) throws(SystemError) {
        pipe = try Pipe.open()
        pipe.reader.setNonBlocking()
        pipe.writer.setNonBlocking()
        Self.writer.store(pipe.writer.number, ordering: .sequentiallyConsistent)
        var mask = sigset_t()
        sigemptyset(&mask)
        for number in signals {
            Self.install(number)
            sigaddset(&mask, number)
        }
        // Who started us may have had them blocked, and a mask is inherited.
        sigprocmask(SIG_UNBLOCK, &mask, nil)
    }

    /// Sets the handler; again for a signal that had its default for a while.
    package static func install(_ number: Int32) {
        signal(number) { number in
            let saved = errno
            var byte = UInt8(truncatingIfNeeded: number)
            // A full pipe has news enough.
            _ = write(SignalPipe.writer.load(ordering: .sequentiallyConsistent), &byte, 1)
            errno = saved
        }
    }

    /// Gives a signal its default action back.
    package static func uninstall(_ number: Int32) { signal(number, SIG_DFL) }

    /// Whether a signal is ignored, as Ctrl-C is from the start in what a shell without job control runs in the background.
    package static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        sigaction(number, nil, &action)
        let handler = action.__sigaction_handler.sa_handler
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// To be waited for.
    package var descriptor: Int32 { pipe.reader.number }

    /// The signals that have come since the last call.
    package func take() -> [Int32] {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(pipe.reader.number, &bytes, bytes.count)
        return bytes.prefix(max(0, count)).map(Int32.init)
    }
}
