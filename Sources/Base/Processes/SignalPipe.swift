import Platform
import Synchronization

/// Signals as bytes to be read in a poll loop (the self-pipe trick), since a signal handler may do little more than write.
package struct SignalPipe: ~Copyable {
    /// The handlers write here; a process has only one set of handlers.
    private static let writer = Atomic<Int32>(-1)
    private let pipe: Pipe

    /// Ignored signals stay ignored, as under nohup(1) and in the background jobs of a script; but not SIGCHLD.
    package init(_ signals: [Int32]) throws(SystemError) {
        pipe = try Pipe.open()
        pipe.reader.setNonBlocking()
        pipe.writer.setNonBlocking()
        Self.writer.store(pipe.writer.number, ordering: .sequentiallyConsistent)
        var mask = sigset_t()
        sigemptyset(&mask)
        for number in signals where number == SIGCHLD || !Self.isIgnored(number) {
            Self.install(number)
            sigaddset(&mask, number)
        }
        // The parent may have blocked these signals, and the mask is inherited.
        sigprocmask(SIG_UNBLOCK, &mask, nil)
    }

    /// Sets the handler of one signal, also again after ``uninstall(_:)``.
    package static func install(_ number: Int32) {
        signal(number) { number in
            let saved = errno
            var byte = UInt8(truncatingIfNeeded: number)
            // If the pipe is full, the reader wakes up anyway.
            _ = write(SignalPipe.writer.load(ordering: .sequentiallyConsistent), &byte, 1)
            errno = saved
        }
    }

    /// Restores the default action of a signal.
    package static func uninstall(_ number: Int32) { signal(number, SIG_DFL) }

    /// True if a signal is ignored, as SIGINT is in background processes of a shell without job control.
    package static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        sigaction(number, nil, &action)
        let handler = action.__sigaction_handler.sa_handler
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// Readable when signals have come.
    package var descriptor: Int32 { pipe.reader.number }

    /// The signals since the last call.
    package func take() -> [Int32] {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(pipe.reader.number, &bytes, bytes.count)
        return bytes.prefix(max(0, count)).map(Int32.init)
    }
}
