import Platform
import Processes

/// Takes the connections to the control socket, which is in the session's folder, where only its user can enter.
final class ControlSocket {
    /// How many clients may be connected at once. Where the system allows few descriptors, it is an eighth of those;
    /// the rest is for the services.
    static let mostClients = 64
    /// How long clients may take to read the rest when the session has ended.
    private static let longestFarewell = Duration.seconds(5)

    private var listener: Descriptor
    private let lineLimit: Int
    private let mostClients: Int
    /// Closed for a moment when no other descriptor is left, to accept a client and refuse it with a message.
    private var reserve: Descriptor?
    private(set) var clients: [ControlClient] = []
    private var welcomed = 0

    /// - Parameter lineLimit: of the session's events; requests may be as long.
    init(at path: String, lineLimit: Int) throws(SystemError) {
        listener = try UnixSocket.listen(at: path)
        listener.setNonBlocking()
        self.lineLimit = lineLimit
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        mostClients = min(Self.mostClients, max(4, Int(clamping: limit.rlim_cur) / 8))
        reserve = Self.spare()
    }

    /// Listens anew; the clients stay.
    func listenAgain(at path: String) throws(SystemError) {
        listener = try UnixSocket.listen(at: path)
        listener.setNonBlocking()
    }

    /// - Parameter mayInject: whether the bus takes events now; otherwise clients that send events wait.
    func fill(_ round: inout PollRound, mayInject: Bool) {
        // Without a descriptor for an answer clients wait; polling the socket would turn the loop into a busy one.
        if reserve == nil { reserve = Self.spare() }
        if reserve != nil { round.add(.control, listener.number) }
        for (index, client) in clients.enumerated() {
            let waits = if case .sending = client.purpose { !mayInject } else { false }
            if !waits, !client.isBehind {
                round.add(.client(index), client.connection.number, for: client.isSilent ? .hangUp : .reading)
            }
            if client.hasOutput || client.holdsRequests {
                round.add(.clientInput(index), client.connection.number, for: .writing)
            }
        }
    }

    /// Accepts clients, in one call no more than may be connected.
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
        // The folder's mode keeps others out; this check holds even if the mode was changed.
        guard let peer = Peer.of(connection.number), [geteuid(), 0].contains(peer.user) else {
            return refuse(connection, "only the user \(geteuid()) may connect to this session")
        }
        guard clients.count < mostClients else {
            return refuse(
                connection, "\(clients.count) connections to this session are open already; close one of them")
        }
        welcomed += 1
        clients.append(ControlClient(connection, id: welcomed, lineLimit: lineLimit))
    }

    private func refuse(_ connection: consuming Descriptor, _ reason: String) {
        let client = ControlClient(connection, lineLimit: lineLimit)
        client.fail(reason)
        client.write()
    }

    private static func spare() -> Descriptor? { Descriptor(opening: "/dev/null", O_RDONLY) }

    /// The session has ended. Clients that are behind may read the rest, as long as none pauses for longer than `grace`.
    func close(within grace: Duration) {
        let end = Instant.now + Self.longestFarewell
        for client in clients {
            client.conclude()
            client.isLeaving = true
        }
        dismiss()
        var (waiting, deadline) = (waiting, min(end, Instant.now + grace))
        while !clients.isEmpty, Instant.now < deadline {
            var set = PollSet(reading: [], writing: clients.map { $0.connection.number })
            set.wait(until: deadline)
            dismiss()
            if self.waiting < waiting { (waiting, deadline) = (self.waiting, min(end, Instant.now + grace)) }
        }
    }

    /// Bytes that clients have not read yet.
    private var waiting: Int { clients.reduce(0) { $0 + $1.waiting } }

    /// Closes the connections of clients that are gone or done.
    func dismiss() {
        for client in clients where client.hasOutput { client.write() }
        clients.removeAll { client in
            client.isGone || (client.isLeaving && !client.hasOutput)
        }
    }
}
