import Composition
import JSON
import Platform
import Wire

/// Takes the lines of senders apart, finds their destinations, and passes them on. A line that is complete and in order is passed on
/// as it stands; every other one is completed first.
final class LineRouter {
    private let ports: [Port]
    private let states: [MessagePattern]
    private let queueLimit: Int
    private let delivery: Delivery
    /// Where a line is completed.
    private var scratch: [UInt8] = []
    private var refusals = 0
    /// Called with what a service says to the supervisor.
    var hear: (Port, Event) -> Void = { _, _ in }

    init(_ ports: [Port], _ composition: Composition, _ delivery: Delivery) {
        self.ports = ports
        states = composition.states
        queueLimit = composition.queueLimit
        self.delivery = delivery
    }

    func destination(of type: String, past sender: Port?) -> Destination {
        Destination(
            type: type, receivers: ports.filter { $0 !== sender && $0.hears(type) },
            isState: states.contains { $0.matches(type) })
    }

    /// Passes on the whole lines at the front. Those that follow each other are passed on together where they take the same way; of
    /// states, each has a key of its own.
    /// - Returns: how many bytes of `unread` were dealt with: all before half a line, or one over the limit.
    func relay(_ unread: UnsafeRawBufferPointer, from sender: Port) -> Int {
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
            if isPlain, let (destination, layout) = sender.incoming.knownDestination(of: line) {
                if !pending.admits(destination, at: at) {
                    pass(&pending, of: unread, from: sender)
                    pending.begin(destination, at: at, terms(of: destination, from: sender))
                }
                pending.add(to: end + 1, layout)
            } else if let destination = complete(
                line, from: sender, before: { pass(&pending, of: unread, from: sender) })
            {
                if !pending.admits(destination, at: nil) {
                    pass(&pending, of: unread, from: sender)
                    pending.begin(destination, at: nil, terms(of: destination, from: sender))
                }
                pending.add(scratch)
            }
            at = end + 1
        }
        pass(&pending, of: unread, from: sender)
        return at
    }

    private func pass(_ pending: inout PendingRun, of unread: UnsafeRawBufferPointer, from sender: Port) {
        pending.flush(unread) { run, destination in delivery.deliver(run, to: destination, from: sender) }
    }

    private func terms(of destination: Destination, from sender: Port) -> PendingRun.Terms {
        let readsLayouts =
            destination.isState || sender.outgoing.journal.readsOutput
            || destination.receivers.contains { $0.outgoing.journal.readsInput }
        return PendingRun.Terms(
            readsLayouts: readsLayouts,
            readsTypes: readsLayouts || delivery.watch != nil || destination.receivers.contains(where: \.isInputClosed))
    }

    /// - Parameter line: without its LF.
    func relayAlone(_ line: [UInt8], from sender: Port) {
        (line + [0x0A]).withUnsafeBytes { _ = relay($0, from: sender) }
    }

    /// Puts a line that is to be passed on, complete, into `scratch`. Any other one is dealt with: it is the supervisor's, or dropped, or
    /// reported.
    /// - Parameter others: called before such a line has an effect, to pass on those that wait.
    private func complete(
        _ line: UnsafeRawBufferPointer, from sender: Port, before others: () -> Void
    ) -> Destination? {
        let text = line.bindMemory(to: UInt8.self).span
        guard !JSONScanner.isBlank(text) else { return nil }
        do throws(EnvelopeError) {
            let layout = try EnvelopeScanner.scan(text)
            guard let destination = try admittedDestination(of: line, layout, from: sender, before: others) else {
                return nil
            }
            scratch.removeAll(keepingCapacity: scratch.count <= 1 << 20)
            sender.incoming.complete(line, layout, onto: &scratch)
            // What the bus adds must not make it a line that no reader takes.
            guard scratch.count - 1 <= sender.incoming.limit else {
                others()
                refuse(scratch, bytes: scratch.count - 1, from: sender)
                return nil
            }
            // Only what is passed on counts: a role may have cried out once, when it died.
            return sender.incoming.drops() ? nil : destination
        } catch {
            others()
            delivery.report(.notAnEvent(sender: sender.name, error, line: Self.quoted(line)))
            return nil
        }
    }

    /// - Returns: nil for a line that is not to be passed on; it was dealt with.
    private func admittedDestination(
        of line: UnsafeRawBufferPointer, _ layout: EnvelopeLayout, from sender: Port, before others: () -> Void
    ) throws(EnvelopeError) -> Destination? {
        guard let type = AttributeText(line, layout[.type]) else { throw .missingType }
        let known = sender.incoming.destinations.destination(of: type.spelling)
        if known == nil, type.string.hasPrefix("process.output.") {
            let event = try Self.event(line)
            others()
            hear(sender, event)
            return nil
        }
        if let claimed = AttributeText(line, layout[.source]), !claimed.isSame(as: sender.name) {
            others()
            delivery.report(.foreignSource(sender: sender.name, claimed: claimed.string))
            return nil
        }
        if let known { return known }
        guard sender.maySend(type.string) else {
            others()
            delivery.report(.forbidden(type.string, to: sender))
            return nil
        }
        let destination = destination(of: type.string, past: sender)
        sender.incoming.destinations.keep(destination, for: type.spelling)
        return destination
    }

    /// For the supervisor; its data may be passed on in another line.
    private static func event(_ line: UnsafeRawBufferPointer) throws(EnvelopeError) -> Event {
        var event = try Event(line: line.bindMemory(to: UInt8.self).span)
        for at in event.data.indices where event.data[at] == 0x0D { event.data[at] = 0x20 }
        return event
    }

    // MARK: - Lines over the limit

    /// Its sender is told, since somebody waits for what it wrote, and so is the person, in case the sender says nothing
    /// shorter. The line counts as said, so that a process that is sent everything again is told at the same place.
    /// - Parameter beginning: of the line; the attributes stand in it.
    func refuse(_ beginning: [UInt8], bytes: Int, from sender: Port) {
        let refusal = Refusal(beginning)
        let type = refusal.type.flatMap { sender.maySend($0) ? $0 : nil }
        if type != nil {
            guard !sender.incoming.drops() else { return }
            sender.outgoing.journal.wrote(lines: 1)
        }
        reportTooLong(beginning[...], bytes: bytes, from: sender)
        guard let type else { return }
        refusals += 1
        for port in ports where port.hasTerminal {
            tell(port, refusal.notice(of: sender, type: type, bytes: bytes, number: refusals))
        }
        // A service that receives nothing need not be told.
        guard !sender.receives.isEmpty else { return }
        tell(sender, refusal.event(for: sender, type: type, bytes: bytes, number: refusals))
    }

    /// A service that does not read would only be told more and more.
    private func tell(_ port: Port, _ event: Event) {
        guard !port.isInputClosed, port.outgoing.outbox.count <= queueLimit else { return }
        event.line.withUnsafeBytes {
            delivery.tell(port, LineRun(scanning: $0), of: event.type, from: event.source)
        }
    }

    func reportTooLong(_ beginning: ArraySlice<UInt8>, bytes: Int, from sender: Port) {
        delivery.report(
            .lineTooLong(
                sender: sender.name, bytes: bytes, limit: sender.incoming.limit, beginning: Self.quoted(beginning)))
    }

    static func quoted(_ line: some Collection<UInt8>) -> String {
        let text = String(decoding: line.prefix(200), as: UTF8.self)
        return line.count > 200 ? "\(text)…" : text
    }
}
