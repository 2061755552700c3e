import Platform
import Processes

/// Wakes the loop from other threads.
final class Wakeup: Sendable {
    private let pipe: Pipe
    /// The loop's thread; it needs no waking.
    private let owner = pthread_self()
    /// Wakeups taken at once; more are taken in later rounds.
    private static let mostAtOnce = 64

    init() throws(SystemError) {
        pipe = try Pipe.open()
        pipe.reader.setNonBlocking()
        pipe.writer.setNonBlocking()
    }

    /// Readable when something has changed.
    var descriptor: Int32 { pipe.reader.number }

    func take() {
        withUnsafeTemporaryAllocation(byteCount: Self.mostAtOnce, alignment: 1) { bytes in
            _ = read(pipe.reader.number, bytes.baseAddress, bytes.count)
        }
    }

    func wake() {
        if pthread_equal(owner, pthread_self()) == 0 { wakeAnyThread() }
    }

    func wakeAnyThread() {
        var byte: UInt8 = 0
        // If the pipe is full, the loop wakes up anyway.
        _ = write(pipe.writer.number, &byte, 1)
    }
}
