import Composition
import JSON
import Platform
import Wire

/// Takes the lines of senders apart, finds their destinations, and forwards them. A line that is complete and in order
/// is forwarded unchanged; every other one is completed first.
final class LineRouter {
    private let ports: [Port]
    private let states: [MessagePattern]
    private let queueLimit: Int
    private let delivery: Delivery
    /// The buffer in which a line is completed.
    private var scratch: [UInt8] = []
    /// The last run, for its memory.
    private var spare = PendingRun()
    private var refusals = 0
    /// A closure that is called with each event that a service sends to the supervisor.
    var handleStatement: (Port, Event) -> Void = { _, _ in }

    init(_ ports: [Port], _ composition: Composition, _ delivery: Delivery) {
        self.ports = ports
        states = composition.states
        queueLimit = composition.queueLimit
        self.delivery = delivery
    }

    func destination(of type: String, past sender: Port?) -> Destination {
        Destination(
            type: type, receivers: ports.filter { $0 === sender ? $0.mayReceiveOwn(type) : $0.mayReceive(type) },
            isState: states.contains { $0.matches(type) })
    }

    /// Passes on the whole lines at the front. Consecutive lines with the same destination are passed on together.
    /// - Returns: how many bytes of `unread` were handled: all before an incomplete line, or one over the limit.
    func route(_ unread: UnsafeRawBufferPointer, from sender: Port) -> Int {
        guard let base = unread.baseAddress else { return 0 }
        // A CR is white space in JSON, and some readers end a line there, so it is blanked out.
        let hasCarriageReturns = memchr(base, 0x0D, unread.count) != nil
        var pending = PendingRun()
        swap(&pending, &spare)
        defer { swap(&pending, &spare) }
        var layout = EnvelopeLayout()
        let incoming = sender.incoming
        let limit = incoming.limit
        var at = 0
        while at < unread.count, let feed = memchr(base + at, 0x0A, unread.count - at) {
            let end = UnsafeRawPointer(feed) - base
            let line = UnsafeRawBufferPointer(start: base + at, count: end - at)
            guard line.count <= limit else { break }
            let isPlain = !hasCarriageReturns || memchr(base + at, 0x0D, line.count) == nil
            if isPlain, let destination = incoming.knownDestination(of: line, &layout) {
                if !pending.admits(destination, at: at) {
                    flush(&pending, of: unread, from: sender)
                    pending.begin(destination, at: at, terms(of: destination, from: sender))
                }
                pending.add(to: end + 1, layout)
            } else if let destination = complete(
                line, from: sender, before: { flush(&pending, of: unread, from: sender) })
            {
                if !pending.admits(destination, at: nil) {
                    flush(&pending, of: unread, from: sender)
                    pending.begin(destination, at: nil, terms(of: destination, from: sender))
                }
                pending.add(scratch)
            }
            at = end + 1
        }
        flush(&pending, of: unread, from: sender)
        return at
    }

    private func flush(_ pending: inout PendingRun, of unread: UnsafeRawBufferPointer, from sender: Port) {
        pending.flush(unread) { run, destination, isUnchanged in
            // Completed lines are counted already, when they are admitted.
            if isUnchanged { sender.outgoing.journal.noteOutput(lines: run.count) }
            delivery.deliver(run, to: destination, from: sender)
        }
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
    func routeAlone(_ line: [UInt8], from sender: Port) {
        (line + [0x0A]).withUnsafeBytes { _ = route($0, from: sender) }
    }

    /// Completes a line that may be passed on, into `scratch`. Handles any other line: it goes to the supervisor, or is dropped
    /// or reported.
    /// - Parameter others: called before such a line has an effect, to pass on the lines that wait.
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
            // The attributes that the bus adds must not make the line longer than readers accept.
            guard scratch.count - 1 <= sender.incoming.limit else {
                others()
                refuse(
                    scratch, bytes: line.count, added: scratch.count - 1 - line.count, of: Array(line.prefix(201)),
                    from: sender)
                return nil
            }
            // Count only forwarded lines: the dying predecessor may have printed an error that its successor does not
            // repeat.
            return sender.admits(line, layout) ? destination : nil
        } catch {
            others()
            delivery.report(.notAnEvent(sender: sender.name, error, line: Self.quoted(line)))
            return nil
        }
    }

    /// - Returns: nil for a line that may not be passed on; it has been handled.
    private func admittedDestination(
        of line: UnsafeRawBufferPointer, _ layout: EnvelopeLayout, from sender: Port, before others: () -> Void
    ) throws(EnvelopeError) -> Destination? {
        guard let type = AttributeText(line, layout[.type]) else { throw .missingType }
        let known = sender.incoming.destinations.destination(of: type.spelling)
        if known == nil, type.string.hasPrefix("process.output.") {
            let event = try Self.event(line)
            others()
            // A refusal answers its request, as any reply does.
            if event.type == ProcessOutput.Refused.type, sender.outgoing.journal.readsOutput {
                event.line.withUnsafeBytes {
                    sender.outgoing.journal.noteOutput(LineRun(scanning: $0), of: event.type)
                }
            }
            handleStatement(sender, event)
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

    /// An event for the supervisor; its data may be passed on in another line.
    private static func event(_ line: UnsafeRawBufferPointer) throws(EnvelopeError) -> Event {
        var event = try Event(line: line.bindMemory(to: UInt8.self).span)
        for at in event.data.indices where event.data[at] == 0x0D { event.data[at] = 0x20 }
        return event
    }

    // MARK: - Lines over the limit

    /// Notifies the sender, which may write something shorter, and the user, in case it does not. The line counts as
    /// any other, so that a process that receives everything again is notified at the same place.
    /// - Parameters:
    ///   - beginning: of the line, with the attributes.
    ///   - added: bytes that the bus has added to it.
    ///   - original: the beginning of what the sender wrote, if that is not the line.
    func refuse(_ beginning: [UInt8], bytes: Int, added: Int = 0, of original: [UInt8]? = nil, from sender: Port) {
        let refusal = Refusal(beginning)
        let type = refusal.type.flatMap { sender.maySend($0) ? $0 : nil }
        guard type == nil || beginning.withUnsafeBytes({ sender.admits($0, refusal.layout) }) else { return }
        reportTooLong((original ?? beginning)[...], bytes: bytes, added: added, from: sender)
        guard let type else { return }
        refusals += 1
        let bytes = bytes + added
        for port in ports where port.hasTerminal {
            send(refusal.notice(of: sender, type: type, bytes: bytes, number: refusals), to: port)
        }
        // A service that receives nothing is not notified.
        guard !sender.receives.isEmpty else { return }
        send(refusal.event(for: sender, type: type, bytes: bytes, number: refusals), to: sender)
    }

    /// A service that does not read gets no more: its queue would only grow.
    private func send(_ event: Event, to port: Port) {
        guard !port.isInputClosed, port.outgoing.outbox.count <= queueLimit else { return }
        event.line.withUnsafeBytes {
            delivery.sendDirectly(LineRun(scanning: $0), of: event.type, from: event.source, to: port)
        }
    }

    func reportTooLong(_ beginning: ArraySlice<UInt8>, bytes: Int, added: Int = 0, from sender: Port) {
        delivery.report(
            .lineTooLong(
                sender: sender.name, bytes: bytes, added: added, limit: sender.incoming.limit,
                beginning: Self.quoted(beginning)))
    }

    static func quoted(_ line: some Collection<UInt8>) -> String {
        let text = String(decoding: line.prefix(200), as: UTF8.self)
        return line.count > 200 ? "\(text)…" : text
    }
}

/// The text of an attribute in a line. The same text may be spelt in several ways (`a/1`, `a\/1`), so texts are
/// compared, not bytes; but scalar by scalar: é is not e with an accent.
struct AttributeText {
    /// The bytes between the quotes.
    private let bytes: UnsafeRawBufferPointer

    /// - Parameter quoted: with its quotes. Nil and an empty text make nil.
    init?(_ line: UnsafeRawBufferPointer, _ quoted: Range<Int>?) {
        guard let quoted, quoted.count > 2 else { return nil }
        bytes = UnsafeRawBufferPointer(rebasing: line[quoted.lowerBound + 1..<quoted.upperBound - 1])
    }

    func isSame(as other: AttributeText) -> Bool {
        if bytes.count == other.bytes.count, let one = bytes.baseAddress, let two = other.bytes.baseAddress,
            memcmp(one, two, bytes.count) == 0
        {
            return true
        }
        guard hasEscapes || other.hasEscapes else { return false }
        return decoded == other.decoded
    }

    func isSame(as text: String) -> Bool {
        hasEscapes ? decoded == Array(text.utf8) : bytes.elementsEqual(text.utf8)
    }

    /// Equal for equal texts.
    var digest: Int {
        var hasher = Hasher()
        if hasEscapes {
            decoded.withUnsafeBytes { hasher.combine(bytes: $0) }
        } else {
            hasher.combine(bytes: bytes)
        }
        return hasher.finalize()
    }

    /// The bytes as they are spelled in the line.
    var spelling: UnsafeRawBufferPointer { bytes }

    var string: String { String(decoding: text, as: UTF8.self) }

    /// The decoded text in UTF-8.
    var text: [UInt8] { hasEscapes ? decoded : Array(bytes) }

    /// Appends the text in UTF-8.
    func append(to output: inout [UInt8]) {
        if hasEscapes { output += decoded } else { output.append(contentsOf: bytes) }
    }

    private var hasEscapes: Bool {
        bytes.baseAddress.map { memchr($0, 0x5C, bytes.count) != nil } ?? false
    }

    private var decoded: [UInt8] {
        let quoted = [UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")]
        return JSONText.decode(quoted.span).map { Array($0.utf8) } ?? Array(bytes)
    }
}

/// A line over the limit: the attributes in its beginning, the message for its sender (`process.input.refused`), and the
/// message for the user (`process.input.notice`).
struct Refusal {
    private let beginning: [UInt8]
    let layout: EnvelopeLayout
    /// Nil if the beginning does not have it.
    let type: String?

    init(_ beginning: [UInt8]) {
        self.beginning = beginning
        layout = EnvelopeScanner.scanBeginning(beginning.span)
        type = try? layout.text(.type, in: beginning.span)
    }

    /// - Parameters:
    ///   - bytes: the length of the line.
    ///   - number: of the refusal in this session.
    func event(for sender: Port, type: String, bytes: Int, number: Int) -> Event {
        let refused = ProcessInput.Refused(type: type, bytes: bytes, limit: sender.incoming.limit)
        return named(
            Event(ProcessInput.Refused.type, refused, subject: text(.subject)), "refused+\(number)", from: sender)
    }

    /// A notice for the service with the terminal.
    func notice(of sender: Port, type: String, bytes: Int, number: Int) -> Event {
        let limit = sender.incoming.limit
        let notice = ProcessInput.Notice(
            message: "\(sender.name) wrote \(type) with \(bytes) bytes, over the limit of \(limit) "
                + "(line_limit); it was dropped",
            dropped: ProcessInput.Notice.Dropped(service: sender.name, type: type, bytes: bytes, limit: limit))
        return named(
            Event(ProcessInput.Notice.type, notice, subject: text(.subject)), "dropped+\(number)", from: sender)
    }

    /// Gives the event an id, and the correlation of the line that caused it.
    private func named(_ event: Event, _ id: String, from sender: Port) -> Event {
        var event = event
        event.source = SessionLog.ownName
        event.id = id
        event.correlationID = text(.correlationid)
        event.causationID = text(.id)
        event.causationSource = event.causationID == nil ? nil : sender.name
        return event
    }

    private func text(_ attribute: EnvelopeAttribute) -> String? {
        try? layout.text(attribute, in: beginning.span)
    }
}
