import Composition
import Wire

/// The bus: takes whole lines from senders and queues them for the services that receive their type.
///
/// The switchboard knows bytes, not descriptors: the loop around it reads and writes. Every line is checked whole (``LineRouter``).
final class Switchboard {
    let ports: [Port]
    /// A sender waits once a receiver has more bytes than this in its queue.
    let queueLimit: Int
    private let delivery: Delivery
    private let router: LineRouter
    private var injected = 0

    init(_ composition: Composition) {
        ports = composition.services.enumerated().map { index, service in
            Port(index: index, service: service, lineLimit: composition.lineLimit, rules: composition.rules)
        }
        for receiver in ports { receiver.senders = ports.filter { $0.reaches(receiver) } }
        queueLimit = composition.queueLimit
        delivery = Delivery(queueLimit: queueLimit)
        router = LineRouter(ports, composition, delivery)
    }

    // Ports know their senders, and tables of destinations their receivers: circles, which would keep both.
    deinit {
        for port in ports {
            port.senders = []
            port.incoming.destinations = DestinationTable()
        }
    }

    /// A closure that is called with each event that a service sends to the supervisor.
    var handleStatement: (Port, Event) -> Void {
        get { router.handleStatement }
        set { router.handleStatement = newValue }
    }

    /// A closure that is called with each problem.
    var report: (Diagnosis) -> Void {
        get { delivery.report }
        set { delivery.report = newValue }
    }

    var undelivered: [Delivery.Route: Int] { delivery.undelivered }

    /// A closure that is called with passing events, while somebody watches.
    var watch: ((Passing) -> Void)? {
        get { delivery.watch }
        set { delivery.watch = newValue }
    }

    // MARK: - Senders and receivers

    /// Routes every whole line that `sender` has written.
    func routeLines(of sender: Port) {
        repeat {
            sender.incoming.lines.consume { router.route($0, from: sender) }
        } while routeNext(from: sender)
        if let bytes = sender.incoming.takeEndless() {
            report(.endlessLine(sender: sender.name, bytes: bytes, limit: sender.incoming.limit))
        }
    }

    /// The sender will write no more. A last line without LF still counts when it is whole.
    /// - Parameter forGood: whether no other process takes its place.
    func finish(_ sender: Port, forGood: Bool = true) {
        sender.isOutputClosed = forGood
        switch sender.incoming.lines.last() {
        case nil: break
        case .tooLong(let bytes, let beginning):
            router.reportTooLong(sender.incoming.lines.bytes[beginning], bytes: bytes, from: sender)
        case .whole(let range):
            let line = Array(sender.incoming.lines.bytes[range])
            guard (try? EnvelopeScanner.scan(line.span)) != nil else {
                return report(.halfLine(sender: sender.name, line: LineRouter.quoted(line)))
            }
            router.routeAlone(line, from: sender)
        }
    }

    /// True if all services that could send to `receiver` have ended for good. A service that receives nothing is not
    /// abandoned: it ends when the session does.
    func isAbandoned(_ receiver: Port) -> Bool {
        !receiver.senders.isEmpty && receiver.senders.allSatisfy(\.isOutputClosed)
    }

    /// Lets senders continue whose receivers have caught up.
    func release() {
        for sender in ports where !sender.incoming.waitsFor.isEmpty {
            sender.incoming.waitsFor = sender.incoming.waitsFor.filter { index in
                !ports[index].isInputClosed && ports[index].outgoing.outbox.count > queueLimit / 2
            }
        }
    }

    /// True if a receiver is so far behind that senders have to wait.
    var isCrowded: Bool { ports.contains { !$0.isInputClosed && $0.outgoing.outbox.count > queueLimit } }

    /// Passes an event on as if a service had sent it, marked with `"injected":true`. Its source is the service that
    /// it names, if that one could have sent it; without one, `viperline`.
    /// - Parameter line: without its LF.
    func inject(_ line: [UInt8]) throws(InjectionRefusal) {
        let injection = try Injection(line, to: ports, number: injected + 1)
        injected += 1
        let destination = router.destination(of: injection.type, past: injection.sender)
        guard !destination.receivers.isEmpty else { throw .unreceived(type: injection.type) }
        injection.line.withUnsafeBytes {
            delivery.distribute(LineRun(scanning: $0), to: destination, from: injection.source)
        }
    }

    /// Takes one line from the buffer: one that is over the limit.
    /// - Returns: whether there was one.
    private func routeNext(from sender: Port) -> Bool {
        guard let line = sender.incoming.lines.next() else { return false }
        switch line {
        case .whole(let range): router.routeAlone(Array(sender.incoming.lines.bytes[range]), from: sender)
        case .tooLong(let bytes, let beginning):
            router.refuse(Array(sender.incoming.lines.bytes[beginning]), bytes: bytes, from: sender)
        }
        return true
    }

}
