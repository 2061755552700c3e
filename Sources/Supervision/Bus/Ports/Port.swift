import Composition
import Wire

/// A service as the bus sees it: what it may send and receive, and what passes in either direction.
final class Port {
    let index: Int
    let name: String
    /// The person sees what the service is told.
    let hasTerminal: Bool
    let sends: [MessagePattern]
    let receives: [MessagePattern]
    private let rules: [WiringRule]
    /// Services that may send to this one. Asked in every round, so it is found out once.
    var senders: [Port] = []
    /// What the service writes.
    let incoming: Incoming
    /// What the service is to read.
    let outgoing: Outgoing
    var counters = Counters()

    init(index: Int, service: Service, lineLimit: Int, rules: [WiringRule] = []) {
        self.index = index
        name = service.name
        hasTerminal = service.tty
        sends = service.sends
        receives = service.receives
        self.rules = rules.filter { $0.services.contains(service.name) }
        incoming = Incoming(source: service.name, lineLimit: lineLimit)
        outgoing = Outgoing(service.recovery)
    }

    /// stdin is closed; events to the service are undeliverable.
    var isInputClosed: Bool {
        get { outgoing.isClosed }
        set { outgoing.isClosed = newValue }
    }

    /// The service will write no more.
    var isOutputClosed: Bool {
        get { incoming.isClosed }
        set { incoming.isClosed = newValue }
    }

    func maySend(_ type: String) -> Bool { sends.contains { $0.matches(type) } }
    func hears(_ type: String) -> Bool { receives.contains { $0.matches(type) } }

    /// Why the service may not send a type, where a rule says so.
    func reason(against type: String) -> String? {
        rules.first { $0.forbids(name, .sends, type) }?.because
    }

    /// Whether any type that `self` may send is one that `other` receives.
    func reaches(_ other: Port) -> Bool {
        other !== self && sends.contains { sent in other.receives.contains { $0.overlaps(sent) } }
    }

    /// The service wrote lines that are passed on.
    func wrote(_ run: LineRun, to destination: Destination) {
        counters.wrote(run)
        outgoing.journal.wrote(lines: run.count)
        if outgoing.journal.readsOutput { outgoing.journal.wrote(run, of: destination.type) }
    }

    /// Queues lines of one type for the service.
    /// - Parameter key: of a state, which supersedes an older one.
    func queue(_ run: LineRun, of type: String, as key: StateKey?) {
        counters.queued(run)
        outgoing.queue(run, of: type, as: key)
    }

    /// Makes the port ready for a process that takes the place of a dead one.
    func renew() {
        incoming.renew(dropping: outgoing.renew())
    }
}
