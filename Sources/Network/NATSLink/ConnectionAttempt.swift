import CNATS
import Platform
import Synchronization

/// One attempt to connect, on a thread of its own, because libnats waits for each server.
final class ConnectionAttempt: Sendable {
    /// A libnats connection. It is used on the loop's thread, and destroyed on another.
    struct Connection: @unchecked Sendable {
        let handle: OpaquePointer

        /// Destroys the connection on a thread: with an event loop, libnats takes half a second to close it.
        func destroy() { _ = DetachedThread.start { natsConnection_Destroy(handle) } }
    }

    private struct State {
        var outcome: Result<Connection, LinkError>?
        var isAbandoned = false
    }

    private let state = Mutex(State())

    /// - Parameters:
    ///   - signals: for the new connection.
    ///   - wakeup: is woken when ``outcome`` is known.
    init(_ settings: ConnectionSettings, _ signals: ConnectionSignals, _ wakeup: Wakeup) {
        let hasStarted = DetachedThread.start {
            let outcome = Result { () throws(LinkError) in try Self.connect(settings, signals) }
            let isAbandoned = self.state.withLock { state in
                state.outcome = outcome
                return state.isAbandoned
            }
            if isAbandoned { try? outcome.get().destroy() }
            wakeup.wakeAnyThread()
        }
        if !hasStarted { state.withLock { $0.outcome = .failure(LinkError("start a thread that connects")) } }
    }

    /// The outcome; nil while the attempt lasts.
    var outcome: Result<Connection, LinkError>? { state.withLock { $0.outcome } }

    /// Gives the attempt up: nobody wants its connection any more.
    func abandon() {
        let outcome = state.withLock { state in
            state.isAbandoned = true
            return state.outcome
        }
        try? outcome?.get().destroy()
    }

    private static func connect(
        _ settings: ConnectionSettings, _ signals: ConnectionSignals
    ) throws(LinkError) -> Connection {
        let options = try NATSOptions(settings, signals)
        var handle: OpaquePointer?
        let status = natsConnection_Connect(&handle, options.handle)
        guard status == NATS_OK, let handle else { throw LinkError(connecting: settings.publicServers, status) }
        return Connection(handle: handle)
    }
}
