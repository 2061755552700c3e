import NATSBridge
import Platform
import Synchronization

/// What libnats's own threads tell the loop of one connection of libnats's: which socket to watch, and what has become of the connection. They reconnect and ping;
/// messages are read and written on the loop's thread alone.
final class ConnectionSignals: Sendable {
    struct State {
        /// The socket to watch; nil while there is none.
        var socket: Int32?
        var wantsWriting = false
        /// Whether there was one that is lost. What libnats reads after that is not to be trusted.
        var isLost = false
        /// Not taken by the loop so far, in order.
        var changes: [Change] = []
        /// What the server has refused; the newest ones.
        var complaints: [String] = []
    }

    enum Change: Sendable {
        case connected, disconnected, closed
    }

    private let state = Mutex(State())
    private let wakeup: Wakeup
    /// A connection that flaps while the loop sleeps tells no more than this.
    private static let mostChanges = 64
    private static let mostComplaints = 16

    init(_ wakeup: Wakeup) { self.wakeup = wakeup }

    func watch(_ socket: Int32?) {
        state.withLock { state in
            if state.socket != nil, socket == nil { state.isLost = true }
            state.socket = state.isLost ? nil : socket
        }
        wakeup.wake()
    }

    func setWriting(_ wants: Bool) {
        state.withLock { $0.wantsWriting = wants }
        if wants { wakeup.wake() }
    }

    func note(_ change: Change) {
        state.withLock { state in
            if state.changes.count == Self.mostChanges { state.changes.removeFirst() }
            state.changes.append(change)
        }
        // The loop's own thread tells it too, before the first wait.
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

    /// The socket to watch, and whether to write.
    var interest: (socket: Int32?, writes: Bool) { state.withLock { ($0.socket, $0.wantsWriting) } }
    var socket: Int32? { state.withLock { $0.socket } }
    var wantsWriting: Bool { state.withLock { $0.socket != nil && $0.wantsWriting } }

    func takeChanges() -> [Change] {
        state.withLock { state in
            defer { state.changes.removeAll() }
            return state.changes
        }
    }
}
