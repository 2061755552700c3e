/// Queues lines for their receivers, and shows them to the taps.
final class Delivery {
    private let queueLimit: Int
    var report: (Diagnosis) -> Void = { _ in }
    var watch: ((Passing) -> Void)?
    /// How many events came for a service that had ended.
    private(set) var undelivered: [Route: Int] = [:]

    struct Route: Hashable, Comparable {
        let sender: String
        let receiver: String

        static func < (one: Route, other: Route) -> Bool {
            (one.sender, one.receiver) < (other.sender, other.receiver)
        }
    }

    init(queueLimit: Int) {
        self.queueLimit = queueLimit
    }

    /// Passes on what a service wrote; it then waits for receivers that are too far behind.
    func deliver(_ run: LineRun, to destination: Destination, from sender: Port) {
        sender.didSend(run, to: destination)
        reportTroubles(of: sender)
        distribute(run, to: destination, from: sender.name) { sender.incoming.waitsFor.insert($0.index) }
    }

    /// - Parameter crowded: called with each receiver that is too far behind.
    func distribute(
        _ run: LineRun, to destination: Destination, from sender: String, _ crowded: (Port) -> Void = { _ in }
    ) {
        let states = destination.newestStates(of: run)
        for receiver in destination.receivers {
            guard !receiver.isInputClosed else {
                noteUndelivered(run.count, of: destination.type, from: sender, to: receiver.name)
                continue
            }
            receiver.receive(run, of: destination.type, as: states)
            reportTroubles(of: receiver)
            if receiver.outgoing.outbox.count > queueLimit { crowded(receiver) }
        }
        show(run, of: destination.type, from: sender, to: destination.receivers)
    }

    /// Queues lines for one service, even of types that it does not receive.
    func sendDirectly(_ run: LineRun, of type: String, from sender: String, to port: Port) {
        port.receive(run, of: type, as: nil)
        show(run, of: type, from: sender, to: [port])
    }

    /// The first is reported at once, the sum at the session's end: a sender may go on for ever.
    private func noteUndelivered(_ count: Int, of type: String, from sender: String, to receiver: String) {
        let route = Route(sender: sender, receiver: receiver)
        let before = undelivered.updateValue((undelivered[route] ?? 0) + count, forKey: route)
        if before == nil { report(.undelivered(receiver: receiver, sender: sender, type: type)) }
    }

    private func show(_ run: LineRun, of type: String, from sender: String, to receivers: [Port]) {
        guard let watch else { return }
        watch(
            Passing(
                lines: run.bytes, count: run.count, type: type, sender: sender,
                receivers: receivers.filter { !$0.isInputClosed }.map(\.name)))
    }

    private func reportTroubles(of port: Port) {
        for trouble in port.outgoing.journal.takeTroubles() { report(.notKept(of: port.name, trouble)) }
    }
}

/// Whole lines of one type that were passed on together, for taps and recordings.
struct Passing {
    let lines: UnsafeRawBufferPointer
    let count: Int
    let type: String
    let sender: String
    /// Services that the lines were queued for.
    let receivers: [String]
}
