import Processes
import Wire

/// Where a session can be spoken to while it runs: a socket in its folder, which only its user can enter.
final class ControlSocket {
    private let listener: Descriptor
    private let lineLimit: Int
    private(set) var clients: [ControlClient] = []

    /// - Parameter lineLimit: of the session's events; requests may be as long.
    init(in folder: SessionFolder, lineLimit: Int) throws(SystemError) {
        listener = try UnixSocket.listen(at: folder.controlSocket)
        listener.setNonBlocking()
        self.lineLimit = lineLimit
    }

    /// - Parameter mayInject: whether events may be put on the bus now; else those who send them have to wait.
    func fill(_ pollSet: inout PollSet, mayInject: Bool) {
        pollSet.add(.control, listener.number)
        for (index, client) in clients.enumerated() {
            let waits = if case .sending = client.purpose { !mayInject } else { false }
            if !waits {
                pollSet.add(.client(index), client.connection.number, for: client.isSilent ? .hangUp : .reading)
            }
            if client.hasOutput { pollSet.add(.clientInput(index), client.connection.number, for: .writing) }
        }
    }

    func welcome() {
        while let connection = UnixSocket.accept(from: listener.number) {
            clients.append(ControlClient(connection, lineLimit: lineLimit))
        }
    }

    /// The session is over: who is behind may read the rest, if that takes no longer than `grace`.
    func close(within grace: Duration) {
        let clock = ContinuousClock()
        let deadline = clock.now + grace
        for client in clients { client.isLeaving = true }
        dismiss()
        var pollSet = PollSet()
        while !clients.isEmpty, clock.now < deadline {
            pollSet.removeAll()
            for (index, client) in clients.enumerated() {
                pollSet.add(.clientInput(index), client.connection.number, for: .writing)
            }
            pollSet.wait(until: deadline, from: clock.now)
            dismiss()
        }
    }

    /// Lets go of those who are gone, or have all that they came for.
    func dismiss() {
        for client in clients where client.hasOutput { client.write() }
        clients.removeAll { client in
            client.isGone || (client.isLeaving && !client.hasOutput)
        }
    }
}
