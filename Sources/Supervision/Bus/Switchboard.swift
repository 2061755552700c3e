import Composition
import Wire

/// The bus: takes whole lines from senders and puts them into the queues of who receives them, by their type alone.
///
/// It knows bytes, not descriptors: the loop around it reads and writes. A line whose head is known (``Lane``) passes as
/// it is; every other line is scanned, checked and completed.
final class Switchboard {
    let ports: [Port]
    private let states: [MessagePattern]
    let queueLimit: Int
    /// How many events have come from outside.
    var injected = 0
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
        repeat { relayRun(from: sender) } while relayNext(from: sender)
    }

    /// Passes on the lines at the front that have the same head as the last one had: they take the same way, so they
    /// are copied together.
    private func relayRun(from sender: Port) {
        guard let lane = sender.lanes.first, lane.passesUnread, sender.linesToDrop == 0 else { return }
        sender.inbox.consume { unread in
            let (count, lines) = lane.run(in: unread, limit: sender.inboxLimit)
            sender.journal.wrote(lines: lines)
            guard count > 0 else { return 0 }
            let run = UnsafeRawBufferPointer(rebasing: unread[..<count])
            if sender.journal.watchesAnswers { sender.journal.wrote(run, type: lane.route.type) }
            deliver(run, count: lines, by: lane.route, from: sender)
            return count
        }
    }

    /// - Returns: whether there was another line.
    private func relayNext(from sender: Port) -> Bool {
        guard let line = sender.inbox.next() else { return false }
        switch line {
        case .whole(let range): take(range, from: sender)
        case .tooLong(let bytes, let beginning): reportTooLong(bytes, beginning, from: sender)
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
            take(range, from: sender)
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

    /// Routes one line, and puts the lane that it took in front for those that follow.
    private func take(_ range: Range<Int>, from sender: Port) {
        let known = sender.inbox.bytes.withUnsafeBytes { bytes in
            let line = UnsafeRawBufferPointer(rebasing: bytes[range.lowerBound...range.upperBound])
            return sender.lanes.firstIndex { $0.holds(line) }
        }
        guard let known, sender.linesToDrop == 0 else { return scan(range, from: sender) }
        if known > 0 { sender.lanes.swapAt(0, known) }
        let lane = sender.lanes[0]
        guard lane.passesUnread else { return scan(range, from: sender) }
        sender.journal.wrote(lines: 1)
        sender.inbox.bytes.withUnsafeBytes { bytes in
            let line = UnsafeRawBufferPointer(rebasing: bytes[range.lowerBound...range.upperBound])
            if sender.journal.watchesAnswers { sender.journal.wrote(line, type: lane.route.type) }
            deliver(line, by: lane.route, from: sender)
        }
    }

    private func scan(_ range: Range<Int>, from sender: Port) {
        let line = Array(sender.inbox.bytes[range])
        guard !JSONScanner.isBlank(line.span) else { return }
        do throws(EnvelopeError) {
            let layout = try EnvelopeScanner.scan(line.span)
            guard let type = try layout.text(.type, in: line.span) else { throw .missingType }
            if type.hasPrefix("process.output.") { return hear(sender, try Event(line: line.span)) }
            if let claimed = try layout.text(.source, in: line.span), claimed != sender.name {
                return report(.foreignSource(sender: sender.name, claimed: claimed))
            }
            guard let route = admittedRoute(of: type, from: sender) else {
                return report(.forbidden(sender: sender.name, type: type, allowed: sender.sends.map(\.description)))
            }
            // Only what is passed on counts: a role may have cried out once, when it died.
            guard sender.linesToDrop == 0 else { return sender.linesToDrop -= 1 }
            sender.journal.wrote(lines: 1)
            let subject = try layout.text(.subject, in: line.span) ?? ""
            let complete = EventCompletion.complete(line, layout, source: sender.name, id: sender.nextID())
            complete.withUnsafeBytes { bytes in
                if sender.journal.watchesAnswers { sender.journal.wrote(bytes, type: type) }
                deliver(bytes, by: route, from: sender, subject: subject)
            }
        } catch {
            report(.notAnEvent(sender: sender.name, error, line: quote(sender, range)))
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

    private func deliver(
        _ lines: UnsafeRawBufferPointer, count: Int = 1, by route: Route, from sender: Port, subject: String = ""
    ) {
        sender.said(lines, count: count)
        for receiver in pass(lines, count: count, by: route, from: sender.name, subject: subject) {
            sender.waitsFor.insert(receiver.index)
        }
    }

    /// - Returns: the receivers that are too far behind.
    func pass(
        _ lines: UnsafeRawBufferPointer, count: Int, by route: Route, from sender: String, subject: String
    ) -> [Port] {
        var crowded: [Port] = []
        for receiver in route.receivers {
            guard !receiver.isDeaf else {
                report(.undelivered(receiver: receiver.name, sender: sender, type: route.type))
                continue
            }
            let key = route.isState ? Outbox.StateKey(type: route.type, subject: subject) : nil
            receiver.queue(lines, count: count, of: route.type, as: key)
            if receiver.outbox.count > queueLimit { crowded.append(receiver) }
        }
        if let watch {
            watch(
                Passing(
                    lines: lines, count: count, type: route.type, sender: sender,
                    receivers: route.receivers.filter { !$0.isDeaf }.map(\.name)))
        }
        return crowded
    }

    private func quote(_ sender: Port, _ range: Range<Int>) -> String {
        let text = String(decoding: sender.inbox.bytes[range.prefix(200)], as: UTF8.self)
        return range.count > 200 ? "\(text)…" : text
    }
}
