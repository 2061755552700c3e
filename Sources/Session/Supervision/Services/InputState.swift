import Platform
import Processes

/// The state of a process's stdin besides the end that is written to.
struct InputState: ~Copyable {
    /// How much had been written to the service before its process began.
    var writtenBefore = 0
    /// True if the process has read something, or waited for something when the input ended.
    var isRead = false
    /// The time when stdin was closed.
    var end: Instant?
    /// Bytes that are no part of its queue.
    var aside = 0
    /// The reading end of a stdin that was closed before everything was read, so that the rest is not lost with the process.
    var rest: Descriptor?

    init(writtenBefore: Int = 0) { self.writtenBefore = writtenBefore }
}
