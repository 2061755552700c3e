import NATSBridge
import Platform
import Processes
import Synchronization

/// Signals from libnats's own threads to the loop, for one libnats connection: the socket to watch, its loss, complaints. Messages are read
/// and written only on the loop's thread.
final class ConnectionSignals: Sendable {
    private struct State {
        /// The socket to watch; nil while there is none.
        var socket: Int32?
        var wantsWriting = false
        /// Anything that libnats reads after that is unreliable.
        var isLost = false
        /// The newest refusals of the server.
        var complaints: [String] = []
    }

    private let state = Mutex(State())
    private let wakeup: Wakeup
    /// Complaints that wait; the oldest are forgotten.
    private static let mostComplaints = 16

    init(_ wakeup: Wakeup) { self.wakeup = wakeup }

    func watch(_ socket: Int32) {
        state.withLock { $0.socket = socket }
        wakeup.wake()
    }

    func setWriting(_ wants: Bool) {
        state.withLock { $0.wantsWriting = wants }
        if wants { wakeup.wake() }
    }

    func lose() {
        state.withLock { state in (state.socket, state.isLost) = (nil, true) }
        wakeup.wakeAnyThread()
    }

    func complain(_ text: String) {
        state.withLock { state in
            if state.complaints.count == Self.mostComplaints { state.complaints.removeFirst() }
            state.complaints.append(text)
        }
        wakeup.wakeAnyThread()
    }

    func takeComplaints() -> [String] {
        state.withLock { state in
            defer { state.complaints.removeAll() }
            return state.complaints
        }
    }

    var isLost: Bool { state.withLock { $0.isLost } }
    /// The socket to watch, and whether to watch it for writing.
    var interest: (socket: Int32?, writes: Bool) { state.withLock { ($0.socket, $0.wantsWriting) } }
    var wantsWriting: Bool { state.withLock { $0.socket != nil && $0.wantsWriting } }
}

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
