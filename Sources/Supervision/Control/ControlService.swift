import Composition
import JSON
import SupervisorMessages
import Wire

/// Answers the requests that come over the control socket.
final class ControlService {
    private let socket: ControlSocket
    private unowned let session: any ControlledSession

    init(_ socket: ControlSocket, of session: any ControlledSession) {
        self.socket = socket
        self.session = session
    }

    var clients: [ControlClient] { socket.clients }
    var hasTaps: Bool { clients.contains(where: \.isTapping) }

    /// - Parameter mayInject: whether events may be put on the bus now; else those who send them have to wait.
    func fill(_ round: inout PollRound, mayInject: Bool) { socket.fill(&round, mayInject: mayInject) }

    func welcome() { socket.welcome() }

    /// Reads what a client says.
    func listen(to index: Int) {
        let client = clients[index]
        client.read()
        serve(client)
    }

    /// Lets a client have what waits for it. Once it has read its answers, its further requests have their turn.
    func attend(to index: Int) {
        let client = clients[index]
        client.write()
        if client.holdsRequests, !client.isBehind { serve(client) }
    }

    /// Lets go of clients that are done.
    func dismiss() { socket.dismiss() }

    /// The session is over. Clients that are behind may read the rest, as long as they don't pause for longer than `grace`.
    func close(within grace: Duration) { socket.close(within: grace) }

    /// A line was added to the log.
    func follow(_ line: RecentLines.Line) {
        for client in clients {
            guard case .followingLog(let filter) = client.purpose, filter.passes(line) else { continue }
            client.tell(line)
        }
    }

    /// A swap has succeeded.
    func swapped(_ swapped: SupervisorOutput.Swapped, for requester: Int) {
        client(requester)?.answer(SupervisorOutput.Swapped.type, swapped)
    }

    /// A swap has failed.
    func notSwapped(_ reason: String, for requester: Int) { client(requester)?.fail(reason) }

    private func client(_ id: Int) -> ControlClient? { clients.first { $0.id == id } }

    // MARK: - Requests

    /// Carries out what the client has asked for, as far as it reads its answers.
    private func serve(_ client: ControlClient) {
        while !client.isGone, let line = client.nextLine() {
            guard !JSONScanner.isBlank(line.span) else { continue }
            if case .sending = client.purpose { inject(line, from: client) } else { answer(line, of: client) }
        }
        if client.isSilent, !client.holdsRequests { client.heardOut() }
    }

    private func inject(_ line: [UInt8], from client: ControlClient) {
        do throws(InjectionRefusal) {
            try session.inject(line)
            client.countSent()
        } catch {
            client.fail("\(error)")
        }
    }

    private func answer(_ line: [UInt8], of client: ControlClient) {
        do throws(ControlRefusal) {
            try answer(try ControlRequest(line: line), of: client)
        } catch {
            client.fail("\(error)")
        }
    }

    private func answer(_ request: ControlRequest, of client: ControlClient) throws(ControlRefusal) {
        switch request {
        case .describe: client.answer(SupervisorOutput.Described.type, session.description)
        case .tap(let tap): try begin(tap, for: client)
        case .send: client.purpose = .sending
        case .swap(let service, let program):
            try session.swap(try known(service), to: program, for: client.id)
        case .stop(let service):
            if let service { try session.stop(try known(service)) } else { session.stop() }
            client.answer(SupervisorOutput.Stopping.type, SupervisorOutput.Stopping())
        case .readLog(let order): try tellLog(order, to: client)
        }
    }

    private func known(_ service: String) throws(ControlRefusal) -> String {
        let there = session.serviceNames
        guard there.contains(service) else { throw .unknownService(service, there: there) }
        return service
    }

    // MARK: - Watching

    private func begin(_ tap: SupervisorInput.Tap, for client: ControlClient) throws(ControlRefusal) {
        let service = try tap.service.map(known)
        let filter = TapFilter(types: tap.types.map(MessagePattern.init), service: service)
        if tap.isLabelled == true {
            client.offer(session.cassetteHeader, count: 1)
            tellStates(to: client, filter)
        }
        if tap.catchesUp == true, let service, let backlog = session.backlog(of: service) {
            for line in backlog.lines { client.offer(session.record(of: line, to: service), count: 1) }
            client.answer(
                SupervisorOutput.CaughtUp.type,
                SupervisorOutput.CaughtUp(saidAlready: backlog.saidAlready, isRestored: backlog.isRestored))
        }
        client.purpose = .tapping(filter)
    }

    /// A recording that begins in the middle of a session begins with what the view shows. The states come from the
    /// supervisor, because their senders don't repeat them now.
    private func tellStates(to client: ControlClient, _ filter: TapFilter) {
        for (service, line) in session.newestStates() {
            guard let event = try? Event(line: Array(line.dropLast()).span) else { continue }
            let isWanted = filter.wants(type: event.type, from: SessionLog.ownName, to: [service])
            if isWanted { client.offer(session.record(of: line, to: service), count: 1) }
        }
    }

    private func tellLog(_ order: SupervisorInput.ReadLog, to client: ControlClient) throws(ControlRefusal) {
        let filter = LogFilter(services: order.services, since: order.since)
        for service in filter.services where service != SessionLog.ownName { _ = try known(service) }
        let lines = session.recentLines.filter(filter.passes)
        for line in order.last.map({ lines.suffix(max(0, $0)) }) ?? lines[...] { client.tell(line) }
        if order.follows { client.purpose = .followingLog(filter) } else { client.isLeaving = true }
    }
}
