import Composition
import JSON
import Wire

/// The bus: takes whole lines from senders and puts them into the queues of who receives them, by their type alone.
///
/// It knows bytes, not descriptors: the loop around it reads and writes. Every line is checked whole. One whose head is known
/// (``Lane``) passes as it is; every other one is completed.
final class Switchboard {
    let ports: [Port]
    private let states: [MessagePattern]
    let queueLimit: Int
    /// How many events have come from outside.
    var injected = 0
    /// How many lines were over the limit.
    private var refusals = 0
    /// Called with what went wrong.
    var report: (Diagnosis) -> Void = { _ in }
    /// Called with what passes, when somebody watches.
    var watch: ((Passing) -> Void)?
    /// Called with what a service says to the supervisor.
    var hear: (Port, Event) -> Void = { _, _ in }

    init(_ composition: Composition) {
        ports = composition.services.enumerated().map { index, service in
            Port(index: index, service: service, lineLimit: composition.lineLimit)
        }
        for receiver in ports { receiver.senders = ports.filter { $0.reaches(receiver) } }
        states = composition.states
        queueLimit = composition.queueLimit
    }

    /// Routes every whole line that `sender` has written.
    func relay(from sender: Port) {
        repeat {
            while relayRun(from: sender) {}
        } while relayNext(from: sender)
    }

    /// Passes on the lines at the front that have the same known head: they take the same way, so they are copied together.
    /// - Returns: whether there were any.
    private func relayRun(from sender: Port) -> Bool {
        guard sender.linesToDrop == 0, !sender.lanes.isEmpty else { return false }
        var hasPassed = false
        sender.inbox.consume { unread in
            guard let known = sender.lanes.firstIndex(where: { $0.head.begins(unread) }) else { return 0 }
            if known > 0 { sender.lanes.swapAt(0, known) }
            let lane = sender.lanes[0]
            let run = lane.run(
                in: unread, limit: sender.inboxLimit, keepingLayouts: keepsLayouts(lane.route, from: sender))
            guard run.count > 0 else { return 0 }
            sender.journal.wrote(lines: run.count)
            deliver(run, by: lane.route, from: sender, subject: lane.route.isState ? Self.subject(of: run) : "")
            hasPassed = true
            return run.bytes.count
        }
        return hasPassed
    }

    /// Whether a journal has to know what stands in the lines.
    private func keepsLayouts(_ route: Route, from sender: Port) -> Bool {
        sender.journal.watchesAnswers || route.receivers.contains { $0.journal.keepsRequests }
    }

    private static func subject(of run: LineRun) -> String {
        guard let line = run.lines.first else { return "" }
        return run.bytes(of: line).withMemoryRebound(to: UInt8.self) { bytes in
            (try? line.layout.text(.subject, in: bytes.span)) ?? ""
        }
    }

    /// - Returns: whether there was another line.
    private func relayNext(from sender: Port) -> Bool {
        guard let line = sender.inbox.next() else { return false }
        switch line {
        case .whole(let range): scan(range, from: sender)
        case .tooLong(let bytes, let beginning):
            refuse(Array(sender.inbox.bytes[beginning]), bytes: bytes, from: sender)
        }
        return true
    }

    /// The sender will write no more: a last line without LF still counts when it is whole.
    /// - Parameter forGood: whether no other process takes its place.
    func finish(_ sender: Port, forGood: Bool = true) {
        sender.isMute = forGood
        switch sender.inbox.last() {
        case nil: break
        case .tooLong(let bytes, let beginning): reportTooLong(bytes, beginning, from: sender)
        case .whole(let range):
            guard (try? EnvelopeScanner.scan(sender.inbox.bytes.span.extracting(range))) != nil else {
                return report(.halfLine(sender: sender.name, line: quote(sender, range)))
            }
            scan(range, from: sender)
        }
    }

    private func reportTooLong(_ bytes: Int, _ beginning: Range<Int>, from sender: Port) {
        report(
            .lineTooLong(
                sender: sender.name, bytes: bytes, limit: sender.inbox.limit, beginning: quote(sender, beginning)))
    }

    /// Whether all who could send to `receiver` have ended for good. One that nobody could send to is not abandoned: it
    /// ends when the session does.
    func isAbandoned(_ receiver: Port) -> Bool {
        !receiver.senders.isEmpty && receiver.senders.allSatisfy(\.isMute)
    }

    /// Lets senders go on whose receivers have caught up.
    func release() {
        for sender in ports where !sender.waitsFor.isEmpty {
            sender.waitsFor = sender.waitsFor.filter { index in
                !ports[index].isDeaf && ports[index].outbox.count > queueLimit / 2
            }
        }
    }

    // MARK: - One line

    private func scan(_ range: Range<Int>, from sender: Port) {
        let line = Array(sender.inbox.bytes[range])
        guard !JSONScanner.isBlank(line.span) else { return }
        do throws(EnvelopeError) {
            let layout = try EnvelopeScanner.scan(line.span)
            guard let type = try layout.text(.type, in: line.span) else { throw .missingType }
            if type.hasPrefix("process.output.") { return hear(sender, try Self.event(line)) }
            if let claimed = try layout.text(.source, in: line.span), claimed != sender.name {
                return report(.foreignSource(sender: sender.name, claimed: claimed))
            }
            guard let route = admittedRoute(of: type, from: sender) else {
                return report(.forbidden(sender: sender.name, type: type, allowed: sender.sends.map(\.description)))
            }
            let subject = try layout.text(.subject, in: line.span) ?? ""
            let complete = EventCompletion.complete(line, layout, source: sender.name, id: sender.nextID())
            // What the bus adds must not make it a line that no reader takes.
            guard complete.count - 1 <= sender.inboxLimit else {
                return refuse(complete, bytes: complete.count - 1, from: sender)
            }
            // Only what is passed on counts: a role may have cried out once, when it died.
            guard sender.linesToDrop == 0 else { return sender.linesToDrop -= 1 }
            sender.journal.wrote(lines: 1)
            complete.withUnsafeBytes { bytes in
                let run = keepsLayouts(route, from: sender) ? LineRun(scanning: bytes) : LineRun(bytes)
                deliver(run, by: route, from: sender, subject: subject)
            }
        } catch {
            report(.notAnEvent(sender: sender.name, error, line: quote(sender, range)))
        }
    }

    /// For the supervisor; its data may be passed on in another line.
    private static func event(_ line: [UInt8]) throws(EnvelopeError) -> Event {
        var event = try Event(line: line.span)
        for at in event.data.indices where event.data[at] == 0x0D { event.data[at] = 0x20 }
        return event
    }

    /// An event over the limit. Its sender is told, since somebody waits for what it wrote; it counts as said, so that a
    /// process which is sent everything again is told in the same place.
    /// - Parameter beginning: of the line; the attributes stand in it.
    private func refuse(_ beginning: [UInt8], bytes: Int, from sender: Port) {
        let layout = EnvelopeScanner.scanBeginning(beginning.span)
        let type = try? layout.text(.type, in: beginning.span)
        let isKnown = type.map(sender.maySend) ?? false
        if isKnown {
            guard sender.linesToDrop == 0 else { return sender.linesToDrop -= 1 }
            sender.journal.wrote(lines: 1)
        }
        report(
            .lineTooLong(
                sender: sender.name, bytes: bytes, limit: sender.inboxLimit, beginning: Self.quoted(beginning)))
        // Who hears nothing need not be told; who does not read would only be told more and more.
        guard isKnown, let type, !sender.receives.isEmpty, !sender.isDeaf, sender.outbox.count <= queueLimit else {
            return
        }
        var refusal = Event(
            ProcessInput.Refused.type,
            ProcessInput.Refused(type: type, bytes: bytes, limit: sender.inboxLimit),
            subject: try? layout.text(.subject, in: beginning.span))
        refusals += 1
        refusal.source = SessionLog.ownName
        refusal.id = "refused+\(refusals)"
        refusal.correlationID = try? layout.text(.correlationid, in: beginning.span)
        refusal.causationID = try? layout.text(.id, in: beginning.span)
        refusal.causationSource = refusal.causationID == nil ? nil : sender.name
        refusal.line.withUnsafeBytes { bytes in
            let run = LineRun(scanning: bytes)
            sender.queue(run, of: refusal.type, as: nil)
            show(run, of: refusal.type, from: refusal.source, to: [sender])
        }
    }

    private func admittedRoute(of type: String, from sender: Port) -> Route? {
        guard sender.maySend(type) else { return nil }
        if let lane = sender.lanes.first(where: { $0.route.type == type }) { return lane.route }
        let route = route(of: type, past: sender)
        // A sender that makes up ever new types costs time, not memory.
        if sender.lanes.count < 64 { sender.lanes.append(Lane(type: type, source: sender.name, route: route)) }
        return route
    }

    func route(of type: String, past sender: Port?) -> Route {
        Route(
            type: type, receivers: ports.filter { $0 !== sender && $0.hears(type) },
            isState: states.contains { $0.matches(type) })
    }

    private func deliver(_ run: LineRun, by route: Route, from sender: Port, subject: String) {
        sender.said(run)
        if sender.journal.watchesAnswers { sender.journal.wrote(run, type: route.type) }
        tellTroubles(of: sender)
        for receiver in pass(run, by: route, from: sender.name, subject: subject) {
            sender.waitsFor.insert(receiver.index)
        }
    }

    /// - Returns: the receivers that are too far behind.
    func pass(_ run: LineRun, by route: Route, from sender: String, subject: String) -> [Port] {
        var crowded: [Port] = []
        for receiver in route.receivers {
            guard !receiver.isDeaf else {
                report(.undelivered(receiver: receiver.name, sender: sender, type: route.type))
                continue
            }
            let key = route.isState ? Outbox.StateKey(type: route.type, subject: subject) : nil
            receiver.queue(run, of: route.type, as: key)
            tellTroubles(of: receiver)
            if receiver.outbox.count > queueLimit { crowded.append(receiver) }
        }
        show(run, of: route.type, from: sender, to: route.receivers)
        return crowded
    }

    /// Lets those see it who watch.
    private func show(_ run: LineRun, of type: String, from sender: String, to receivers: [Port]) {
        guard let watch else { return }
        watch(
            Passing(
                lines: run.bytes, count: run.count, type: type, sender: sender,
                receivers: receivers.filter { !$0.isDeaf }.map(\.name)))
    }

    private func tellTroubles(of port: Port) {
        for trouble in port.journal.takeTroubles() { report(.notKept(of: port.name, trouble)) }
    }

    private func quote(_ sender: Port, _ range: Range<Int>) -> String { Self.quoted(sender.inbox.bytes[range]) }

    private static func quoted(_ line: some Collection<UInt8>) -> String {
        let text = String(decoding: line.prefix(200), as: UTF8.self)
        return line.count > 200 ? "\(text)…" : text
    }
}
