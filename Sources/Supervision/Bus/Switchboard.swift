import Composition
import JSON
import Platform
import Wire

/// The bus: takes whole lines from senders and queues them for the services that receive their type.
///
/// It knows bytes, not descriptors: the loop around it reads and writes. Every line is checked whole. A line that is complete
/// and in order is passed on as it stands; every other one is completed first.
final class Switchboard {
    let ports: [Port]
    /// A sender waits once a receiver has more bytes than this in its queue.
    let queueLimit: Int
    private let states: [MessagePattern]
    private let delivery: Delivery
    /// Where lines are completed.
    private var scratch: [UInt8] = []
    private var injected = 0
    private var refusals = 0
    /// Called with what a service says to the supervisor.
    var hear: (Port, Event) -> Void = { _, _ in }

    init(_ composition: Composition) {
        ports = composition.services.enumerated().map { index, service in
            Port(index: index, service: service, lineLimit: composition.lineLimit)
        }
        for receiver in ports { receiver.senders = ports.filter { $0.reaches(receiver) } }
        states = composition.states
        queueLimit = composition.queueLimit
        delivery = Delivery(queueLimit: queueLimit)
    }

    /// Called with what went wrong.
    var report: (Diagnosis) -> Void {
        get { delivery.report }
        set { delivery.report = newValue }
    }

    /// Called with what passes, while somebody watches.
    var watch: ((Passing) -> Void)? {
        get { delivery.watch }
        set { delivery.watch = newValue }
    }

    // MARK: - Senders and receivers

    /// Routes every whole line that `sender` has written.
    func relay(from sender: Port) {
        repeat {
            sender.incoming.lines.consume { relay($0, from: sender) }
        } while relayNext(from: sender)
    }

    /// The sender will write no more. A last line without LF still counts when it is whole.
    /// - Parameter forGood: whether no other process takes its place.
    func finish(_ sender: Port, forGood: Bool = true) {
        sender.isOutputClosed = forGood
        switch sender.incoming.lines.last() {
        case nil: break
        case .tooLong(let bytes, let beginning):
            reportTooLong(sender.incoming.lines.bytes[beginning], bytes: bytes, from: sender)
        case .whole(let range):
            let line = Array(sender.incoming.lines.bytes[range])
            guard (try? EnvelopeScanner.scan(line.span)) != nil else {
                return report(.halfLine(sender: sender.name, line: Self.quoted(line)))
            }
            line.withUnsafeBytes { relayOther($0, from: sender) }
        }
    }

    /// Whether all services that could send to `receiver` have ended for good. One that nobody could send to is not abandoned:
    /// it ends when the session does.
    func isAbandoned(_ receiver: Port) -> Bool {
        !receiver.senders.isEmpty && receiver.senders.allSatisfy(\.isOutputClosed)
    }

    /// Lets senders go on whose receivers have caught up.
    func release() {
        for sender in ports where !sender.incoming.waitsFor.isEmpty {
            sender.incoming.waitsFor = sender.incoming.waitsFor.filter { index in
                !ports[index].isInputClosed && ports[index].outgoing.outbox.count > queueLimit / 2
            }
        }
    }

    /// Whether a receiver is so far behind that senders have to wait.
    var isCrowded: Bool { ports.contains { !$0.isInputClosed && $0.outgoing.outbox.count > queueLimit } }

    /// Passes an event on as if a service had sent it, marked with `"injected":true`. Its source is the service that
    /// it names, if that one could have sent it; without one, `viperline`.
    /// - Parameter line: without its LF.
    func inject(_ line: [UInt8]) throws(InjectionRefusal) {
        let injection = try Injection(line, to: ports, number: injected + 1)
        injected += 1
        let route = route(of: injection.type, past: injection.sender)
        guard !route.receivers.isEmpty else { throw .unheard(type: injection.type) }
        injection.line.withUnsafeBytes {
            delivery.pass(LineRun(scanning: $0), by: route, from: injection.source)
        }
    }

    private func route(of type: String, past sender: Port?) -> Route {
        Route(
            type: type, receivers: ports.filter { $0 !== sender && $0.hears(type) },
            isState: states.contains { $0.matches(type) })
    }

    // MARK: - Lines that are complete and in order

    /// Passes on the whole lines at the front. Those that follow each other on one route are passed on together; of states, each
    /// has a key of its own.
    /// - Returns: how many bytes of `unread` were dealt with: all before half a line, or one over the limit.
    private func relay(_ unread: UnsafeRawBufferPointer, from sender: Port) -> Int {
        guard let base = unread.baseAddress else { return 0 }
        // A CR may stand where JSON has white space, and some readers end a line there, so it is blanked out.
        let hasCarriageReturns = memchr(base, 0x0D, unread.count) != nil
        var pending = PendingRun()
        var at = 0
        while at < unread.count, let feed = memchr(base + at, 0x0A, unread.count - at) {
            let end = UnsafeRawPointer(feed) - base
            let line = UnsafeRawBufferPointer(start: base + at, count: end - at)
            guard line.count <= sender.incoming.limit else { break }
            let isPlain = !hasCarriageReturns || memchr(base + at, 0x0D, line.count) == nil
            if isPlain, let (route, layout) = sender.incoming.knownRoute(of: line) {
                if route !== pending.route || route.isState {
                    pass(&pending, of: unread, from: sender)
                    pending.begin(route, at: at, readsLayouts: readsLayouts(route, from: sender))
                }
                pending.extend(to: end + 1, layout)
            } else {
                pass(&pending, of: unread, from: sender)
                relayOther(line, from: sender)
            }
            at = end + 1
        }
        pass(&pending, of: unread, from: sender)
        return at
    }

    private func pass(_ pending: inout PendingRun, of unread: UnsafeRawBufferPointer, from sender: Port) {
        pending.flush(unread) { run, route in delivery.deliver(run, by: route, from: sender) }
    }

    /// Whether a journal has to know what stands in the lines.
    private func readsLayouts(_ route: Route, from sender: Port) -> Bool {
        sender.outgoing.journal.readsOutput || route.receivers.contains { $0.outgoing.journal.readsInput }
    }

    // MARK: - Other lines

    /// Takes one line from the buffer: one that is over the limit.
    /// - Returns: whether there was one.
    private func relayNext(from sender: Port) -> Bool {
        guard let line = sender.incoming.lines.next() else { return false }
        switch line {
        case .whole(let range):
            Array(sender.incoming.lines.bytes[range]).withUnsafeBytes { relayOther($0, from: sender) }
        case .tooLong(let bytes, let beginning):
            refuse(Array(sender.incoming.lines.bytes[beginning]), bytes: bytes, from: sender)
        }
        return true
    }

    /// Completes a line, or takes it for the supervisor, or reports why it is refused.
    private func relayOther(_ line: UnsafeRawBufferPointer, from sender: Port) {
        let text = line.bindMemory(to: UInt8.self).span
        guard !JSONScanner.isBlank(text) else { return }
        do throws(EnvelopeError) {
            let layout = try EnvelopeScanner.scan(text)
            guard let route = try admittedRoute(of: line, layout, from: sender) else { return }
            scratch.removeAll(keepingCapacity: scratch.count <= 1 << 20)
            sender.incoming.complete(line, layout, onto: &scratch)
            // What the bus adds must not make it a line that no reader takes.
            guard scratch.count - 1 <= sender.incoming.limit else {
                return refuse(scratch, bytes: scratch.count - 1, from: sender)
            }
            // Only what is passed on counts: a role may have cried out once, when it died.
            guard !sender.incoming.drops() else { return }
            scratch.withUnsafeBytes { bytes in
                let isRead = route.isState || readsLayouts(route, from: sender)
                delivery.deliver(isRead ? LineRun(scanning: bytes) : LineRun(bytes), by: route, from: sender)
            }
        } catch {
            report(.notAnEvent(sender: sender.name, error, line: Self.quoted(line)))
        }
    }

    /// - Returns: nil for a line that is not to be passed on; it was dealt with.
    private func admittedRoute(
        of line: UnsafeRawBufferPointer, _ layout: EnvelopeLayout, from sender: Port
    ) throws(EnvelopeError) -> Route? {
        guard let type = AttributeText(line, layout[.type]) else { throw .missingType }
        let known = sender.incoming.routes.route(of: type.spelling)
        if known == nil, type.string.hasPrefix("process.output.") {
            hear(sender, try Self.event(line))
            return nil
        }
        if let claimed = AttributeText(line, layout[.source]), !claimed.isSame(as: sender.name) {
            report(.foreignSource(sender: sender.name, claimed: claimed.string))
            return nil
        }
        if let known { return known }
        guard sender.maySend(type.string) else {
            report(.forbidden(sender: sender.name, type: type.string, allowed: sender.sends.map(\.description)))
            return nil
        }
        let route = route(of: type.string, past: sender)
        sender.incoming.routes.keep(route, for: type.spelling)
        return route
    }

    /// For the supervisor; its data may be passed on in another line.
    private static func event(_ line: UnsafeRawBufferPointer) throws(EnvelopeError) -> Event {
        var event = try Event(line: line.bindMemory(to: UInt8.self).span)
        for at in event.data.indices where event.data[at] == 0x0D { event.data[at] = 0x20 }
        return event
    }

    // MARK: - Lines over the limit

    /// Its sender is told, since somebody waits for what it wrote. The line counts as said, so that a process that is sent
    /// everything again is told at the same place.
    /// - Parameter beginning: of the line; the attributes stand in it.
    private func refuse(_ beginning: [UInt8], bytes: Int, from sender: Port) {
        let refusal = Refusal(beginning)
        let type = refusal.type.flatMap { sender.maySend($0) ? $0 : nil }
        if type != nil {
            guard !sender.incoming.drops() else { return }
            sender.outgoing.journal.wrote(lines: 1)
        }
        reportTooLong(beginning[...], bytes: bytes, from: sender)
        // A service that receives nothing need not be told; one that does not read would only be told more and more.
        guard let type, !sender.receives.isEmpty, !sender.isInputClosed, sender.outgoing.outbox.count <= queueLimit
        else { return }
        refusals += 1
        let event = refusal.event(for: sender, type: type, bytes: bytes, number: refusals)
        event.line.withUnsafeBytes {
            delivery.tell(sender, LineRun(scanning: $0), of: event.type, from: event.source)
        }
    }

    private func reportTooLong(_ beginning: ArraySlice<UInt8>, bytes: Int, from sender: Port) {
        report(
            .lineTooLong(
                sender: sender.name, bytes: bytes, limit: sender.incoming.limit, beginning: Self.quoted(beginning)))
    }

    private static func quoted(_ line: some Collection<UInt8>) -> String {
        let text = String(decoding: line.prefix(200), as: UTF8.self)
        return line.count > 200 ? "\(text)…" : text
    }
}
