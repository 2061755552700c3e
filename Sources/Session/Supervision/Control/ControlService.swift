import JSON
import Processes
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

    func fill(_ round: inout PollRound, mayInject: Bool) { socket.fill(&round, mayInject: mayInject) }

    func welcome() { socket.welcome() }

    func listenAgain(at path: String) throws(SystemError) { try socket.listenAgain(at: path) }

    func readRequests(of index: Int) {
        let client = clients[index]
        client.read()
        serve(client)
    }

    /// Writes what waits for a client. Once the client has read its answers, its next requests are served.
    func attend(to index: Int) {
        let client = clients[index]
        client.write()
        if client.holdsRequests, !client.isBehind { serve(client) }
    }

    func dismiss() { socket.dismiss() }

    /// The session has ended. Clients that are behind may read the rest, as long as they don't pause for longer than
    /// `grace`.
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

    func notSwapped(_ reason: String, for requester: Int) { client(requester)?.fail(reason) }

    private func client(_ id: Int) -> ControlClient? { clients.first { $0.id == id } }

    // MARK: - Requests

    /// Carries out the client's requests, as long as the client reads its answers.
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
        let types = tap.types.map(MessagePattern.init)
        let there = session.wiredTypes
        // Services also exchange process events with the session.
        for type in types where !(there + [MessagePattern("process")]).contains(where: type.overlaps) {
            throw .unknownType(type, there: there)
        }
        let filter = TapFilter(types: types, service: service)
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

/// The parts of the session that the control service needs.
protocol ControlledSession: AnyObject {
    var description: SupervisorOutput.Described { get }
    var serviceNames: [String] { get }
    /// Types that services may send or receive.
    var wiredTypes: [MessagePattern] { get }
    /// The last lines of the log.
    var recentLines: [RecentLines.Line] { get }
    /// The first line of a recording.
    var cassetteHeader: [UInt8] { get }

    /// Puts an event on the bus.
    func inject(_ line: [UInt8]) throws(InjectionRefusal)
    /// - Parameter requester: the id of the client that waits for the result.
    func swap(_ service: String, to program: ServiceCommand?, for requester: Int) throws(ControlRefusal)
    func stop(_ service: String) throws(ControlRefusal)
    func stop()
    /// Lines that a successor of the service's process would receive now; nil for an unknown service.
    func backlog(of service: String) -> Backlog?
    /// The newest line of each state that a service has received, by service.
    func newestStates() -> [(service: String, line: [UInt8])]
    /// The record of a line that the supervisor sends to one service.
    func record(of line: [UInt8], to service: String) -> [UInt8]
}

/// A request of a client of the control socket.
enum ControlRequest: Equatable {
    case describe
    case tap(SupervisorInput.Tap)
    case send
    /// - Parameter program: nil for the one that the service has.
    case swap(service: String, program: ServiceCommand?)
    /// - Parameter service: nil for the session.
    case stop(service: String?)
    case readLog(SupervisorInput.ReadLog)

    /// - Parameter line: without its LF.
    init(line: [UInt8]) throws(ControlRefusal) {
        let event: Event
        do throws(EnvelopeError) { event = try Event(line: line.span) } catch {
            throw .notUnderstood("a request is not an event (\(error))")
        }
        switch event.type {
        case SupervisorInput.Describe.type: self = .describe
        case SupervisorInput.Tap.type: self = .tap(try Self.read(event))
        case SupervisorInput.Send.type: self = .send
        case SupervisorInput.Swap.type:
            let swap: SupervisorInput.Swap = try Self.read(event)
            guard swap.command?.isEmpty != true else { throw .notUnderstood("the command is empty") }
            self = .swap(
                service: swap.service, program: swap.command.map { ServiceCommand(command: $0, folder: swap.folder) })
        case SupervisorInput.Stop.type:
            let stop: SupervisorInput.Stop = try Self.read(event)
            self = .stop(service: stop.service)
        case SupervisorInput.ReadLog.type: self = .readLog(try Self.read(event))
        default: throw .notUnderstood("unknown request \"\(event.type)\"")
        }
    }

    private static func read<Request: JSONReadable>(_ event: Event) throws(ControlRefusal) -> Request {
        do throws(PayloadError) { return try event.decode(Request.self) } catch {
            throw .notUnderstood(error.reason)
        }
    }
}

/// Why a request on the control socket is not carried out.
enum ControlRefusal: Error, Equatable {
    case unknownService(String, there: [String])
    case unknownType(MessagePattern, there: [MessagePattern])
    case underWay(service: String)
    case stopping(service: String)
    case finished(service: String)
    case waits(service: String, for: [String])
    case ending
    case notUnderstood(String)
}

extension ControlRefusal: CustomStringConvertible {
    var description: String {
        switch self {
        case .unknownService(let name, let there):
            "there is no service \"\(name)\" in this session; there are: \(there.joined(separator: ", "))"
        case .unknownType(let type, let there):
            "no service of this session sends or receives \"\(type)\"; there are: "
                + Set(there.map(\.description)).sorted().joined(separator: ", ")
        case .underWay(let service): "\(service) is already being replaced; wait until that is done"
        case .stopping(let service): "\(service) is being stopped"
        case .finished(let service): "\(Diagnosis.finished(service: service))"
        case .waits(let service, let missing):
            "\(service) has not been started yet: it waits for \(missing.joined(separator: ", "))"
        case .ending: "the session is ending"
        case .notUnderstood(let reason): reason
        }
    }
}
