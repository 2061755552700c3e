import Platform
import Processes
import SupervisorMessages
import Wire

/// Where a session can be spoken to while it runs: a socket in its folder, which only its user can enter.
final class ControlSocket {
    /// So many may be connected at once; where the system allows few descriptors, fewer. The rest is for the services.
    static let mostClients = 64
    /// So long the rest may take those who read it, when the session is over.
    private static let longestFarewell = Duration.seconds(5)

    private let listener: Descriptor
    private let lineLimit: Int
    private let mostClients: Int
    /// Given up for a moment when there is no descriptor left, so that a caller can be told so and does not wait for ever.
    private var reserve: Descriptor?
    private(set) var clients: [ControlClient] = []

    /// - Parameter lineLimit: of the session's events; requests may be as long.
    init(in folder: SessionFolder, lineLimit: Int) throws(SystemError) {
        listener = try UnixSocket.listen(at: folder.controlSocket)
        listener.setNonBlocking()
        self.lineLimit = lineLimit
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        mostClients = min(Self.mostClients, max(4, Int(clamping: limit.rlim_cur) / 8))
        reserve = Self.spare()
    }

    /// - Parameter mayInject: whether events may be put on the bus now; else those who send them have to wait.
    func fill(_ pollSet: inout PollSet, mayInject: Bool) {
        // Without a descriptor to answer with, a caller can wait: to look again at once would go round for ever.
        if reserve == nil { reserve = Self.spare() }
        if reserve != nil { pollSet.add(.control, listener.number) }
        for (index, client) in clients.enumerated() {
            let waits = if case .sending = client.purpose { !mayInject } else { false }
            if !waits, !client.isBehind {
                pollSet.add(.client(index), client.connection.number, for: client.isSilent ? .hangUp : .reading)
            }
            if client.hasOutput || client.holdsRequests {
                pollSet.add(.clientInput(index), client.connection.number, for: .writing)
            }
        }
    }

    /// Takes those who call; no more in one go than may be there.
    func welcome() {
        for _ in 0..<Self.mostClients {
            if let connection = UnixSocket.accept(from: listener.number) {
                receive(connection)
            } else if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) {
                guard reserve != nil else { return }
                reserve = nil
                if let connection = UnixSocket.accept(from: listener.number) {
                    refuse(connection, "the session has no descriptor left for another connection; try again later")
                }
                reserve = Self.spare()
            } else if errno != EINTR, errno != ECONNABORTED {
                return
            }
        }
    }

    private func receive(_ connection: consuming Descriptor) {
        // The folder keeps others out; this holds even if its mode was changed.
        guard let peer = Peer.of(connection.number), [geteuid(), 0].contains(peer.user) else {
            return refuse(connection, "only the user \(geteuid()) may speak to this session")
        }
        guard clients.count < mostClients else {
            return refuse(
                connection, "\(clients.count) connections to this session are open already; close one of them")
        }
        clients.append(ControlClient(connection, lineLimit: lineLimit))
    }

    private func refuse(_ connection: consuming Descriptor, _ reason: String) {
        let client = ControlClient(connection, lineLimit: lineLimit)
        client.fail(reason)
        client.write()
    }

    private static func spare() -> Descriptor? {
        let number = open("/dev/null", O_RDONLY | O_CLOEXEC)
        return number < 0 ? nil : Descriptor(owning: number)
    }

    /// The session is over. Who is behind may read the rest, for as long as it does not pause for longer than `grace`.
    func close(within grace: Duration) {
        let clock = ContinuousClock()
        let end = clock.now + Self.longestFarewell
        for client in clients {
            client.conclude()
            client.isLeaving = true
        }
        dismiss()
        var (waiting, deadline) = (waiting, min(end, clock.now + grace))
        var pollSet = PollSet()
        while !clients.isEmpty, clock.now < deadline {
            pollSet.removeAll()
            for (index, client) in clients.enumerated() {
                pollSet.add(.clientInput(index), client.connection.number, for: .writing)
            }
            pollSet.wait(until: deadline, from: clock.now)
            dismiss()
            if self.waiting < waiting { (waiting, deadline) = (self.waiting, min(end, clock.now + grace)) }
        }
    }

    /// Bytes that clients have not read yet.
    private var waiting: Int { clients.reduce(0) { $0 + $1.waiting } }

    /// Lets go of those who are gone, or have all that they came for.
    func dismiss() {
        for client in clients where client.hasOutput { client.write() }
        clients.removeAll { client in
            client.isGone || (client.isLeaving && !client.hasOutput)
        }
    }
}
