import NATSBridge
import Platform
import Processes
import Synchronization

/// What libnats's own threads tell the loop: which socket to watch, and what has become of the connection. They reconnect and ping;
/// messages are read and written on the loop's thread alone.
final class ConnectionSignals: Sendable {
    struct State {
        /// The socket to watch; nil while there is none.
        var socket: Int32?
        var wantsWriting = false
        /// Not taken by the loop so far, in order.
        var changes: [Change] = []
    }

    enum Change: Sendable {
        case connected, disconnected, closed
    }

    private let state = Mutex(State())
    private let wakeup: Pipe
    /// Of the loop; it needs no waking.
    private let owner = pthread_self()
    /// A connection that flaps while the loop sleeps tells no more than this.
    private static let mostChanges = 64

    init() throws(SystemError) {
        wakeup = try Pipe.open()
        wakeup.reader.setNonBlocking()
        wakeup.writer.setNonBlocking()
    }

    /// Readable when something has changed.
    var descriptor: Int32 { wakeup.reader.number }

    func watch(_ socket: Int32?) {
        state.withLock { $0.socket = socket }
        wake()
    }

    func setWriting(_ wants: Bool) {
        state.withLock { $0.wantsWriting = wants }
        if wants { wake() }
    }

    func note(_ change: Change) {
        state.withLock { state in
            if state.changes.count == Self.mostChanges { state.changes.removeFirst() }
            state.changes.append(change)
        }
        // The loop's own thread tells it too, before the first wait.
        wakeAnyThread()
    }

    /// The socket to watch, and whether to write.
    var interest: (socket: Int32?, writes: Bool) { state.withLock { ($0.socket, $0.wantsWriting) } }
    var socket: Int32? { state.withLock { $0.socket } }
    var wantsWriting: Bool { state.withLock { $0.socket != nil && $0.wantsWriting } }

    func takeChanges() -> [Change] {
        withUnsafeTemporaryAllocation(byteCount: Self.mostChanges, alignment: 1) { bytes in
            _ = read(wakeup.reader.number, bytes.baseAddress, bytes.count)
        }
        return state.withLock { state in
            defer { state.changes.removeAll() }
            return state.changes
        }
    }

    private func wake() {
        if pthread_equal(owner, pthread_self()) == 0 { wakeAnyThread() }
    }

    private func wakeAnyThread() {
        var byte: UInt8 = 0
        // If the pipe is full, the loop wakes up anyway.
        _ = write(wakeup.writer.number, &byte, 1)
    }
}
