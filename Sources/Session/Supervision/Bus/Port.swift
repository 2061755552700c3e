import Composition
import Platform
import Wire

/// A service as the bus sees it: what it may send and receive, and what passes in either direction.
final class Port {
    let index: Int
    let name: String
    /// The user sees what the service receives.
    let hasTerminal: Bool
    let sends: [MessagePattern]
    let receives: [MessagePattern]
    private let rules: [WiringRule]
    /// Services that may send to this one. Asked in every round, so it is found out once.
    var senders: [Port] = []
    /// Lines that the service writes.
    let incoming: Incoming
    /// Lines that the service is to read.
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
    func mayReceive(_ type: String) -> Bool { receives.contains { $0.matches(type) } }
    /// True if the service gets such an event back that it has sent itself: it names the same protocol or type on both sides, as for
    /// timers. A pattern such as `*` does not count, since it would return every event.
    func mayReceiveOwn(_ type: String) -> Bool { receives.contains { sends.contains($0) && $0.matches(type) } }

    /// Why the service may not send a type, if a rule forbids it.
    func reason(against type: String) -> String? {
        rules.first { $0.forbids(name, .sends, type) }?.because
    }

    /// True if `other` receives any type that `self` may send.
    func reaches(_ other: Port) -> Bool {
        other !== self && sends.contains { sent in other.receives.contains { $0.overlaps(sent) } }
    }

    /// The service wrote lines that are passed on.
    func didSend(_ run: LineRun, to destination: Destination) {
        counters.countSent(run)
        if outgoing.journal.readsOutput { outgoing.journal.noteOutput(run, of: destination.type) }
    }

    /// True if the line is to be passed on or refused; false if it repeats one of the predecessor. Counts a line that a successor will
    /// repeat: all but those that a restored state causes.
    func admits(_ line: UnsafeRawBufferPointer, _ layout: EnvelopeLayout) -> Bool {
        if incoming.showsAnew(line, layout) { return true }
        guard !incoming.drops() else { return false }
        outgoing.journal.noteOutput(lines: 1)
        return true
    }

    /// Queues lines of one type for the service.
    /// - Parameter states: of the run, each of which supersedes an older one.
    func receive(_ run: LineRun, of type: String, as states: [NewState]?) {
        counters.countReceived(run)
        outgoing.enqueue(run, of: type, as: states)
    }

    /// Makes the port ready for a process that takes the place of a dead one.
    func renew() {
        incoming.renew(dropping: outgoing.renew(), isRestored: outgoing.isRestored)
    }
}

/// The lines that a service writes, on their way to the bus.
final class Incoming {
    /// Bytes that the bus has not routed yet.
    var lines: LineBuffer
    /// How the service's complete lines begin.
    private let head: EnvelopeHead
    /// The completion of the sender's other lines.
    private let completion: EventCompletion
    /// Types that the service has sent.
    var destinations = DestinationTable()
    /// Receivers over `queue_limit`; stdout is not read until they drain.
    var waitsFor: Set<Int> = []
    /// The service will write no more.
    var isClosed = false
    /// Lines of a replayed process that are still to be dropped, because its predecessor's were passed on.
    var linesToDrop = 0
    /// Lines of a process with a restored state that are still to be examined, because they may show that state anew.
    private var linesToExamine = 0
    private static let mostExamined = 1000
    /// The longest line that the service may write, without its LF.
    let limit: Int
    private let source: String
    private var completed = 0

    init(source: String, lineLimit: Int) {
        self.source = source
        limit = lineLimit
        lines = LineBuffer(limit: lineLimit)
        head = EnvelopeHead(source: source)
        completion = EventCompletion(source: source)
    }

    /// Bytes of a line over the limit after which its end is not waited for before it is reported.
    private static let endless = 16 << 20
    private var hasToldEndless = false

    /// - Returns: the bytes of a line that does not end, once for each such line.
    func takeEndless() -> Int? {
        let isEndless = lines.dropped > max(Self.endless, 2 * limit)
        defer { hasToldEndless = isEndless }
        return isEndless && !hasToldEndless ? lines.dropped : nil
    }

    /// - Parameters:
    ///   - linesToDrop: how many lines the new process will write that were passed on already.
    ///   - isRestored: whether it is sent a state first.
    func renew(dropping linesToDrop: Int, isRestored: Bool = false) {
        lines = LineBuffer(limit: limit)
        self.linesToDrop = linesToDrop
        linesToExamine = isRestored ? Self.mostExamined : 0
        isClosed = false
        waitsFor = []
    }

    /// The destination of a line that is complete and in order. Nil for any other line, for a type that was not sent before, and while
    /// lines are dropped or examined.
    /// - Parameters:
    ///   - line: without its LF.
    ///   - layout: becomes where the line's members are.
    func knownDestination(of line: UnsafeRawBufferPointer, _ layout: inout EnvelopeLayout) -> Destination? {
        guard linesToDrop == 0, linesToExamine == 0, head.read(line, into: &layout),
            let type = AttributeText(line, layout[.type])
        else {
            return nil
        }
        return destinations.destination(of: type.spelling)
    }

    /// Appends the line, completed, with its LF.
    func complete(_ line: UnsafeRawBufferPointer, _ layout: EnvelopeLayout, onto output: inout [UInt8]) {
        completed += 1
        completion.complete(line, layout, number: completed, onto: &output)
    }

    /// True if the line's cause is the restored state: the predecessor did not write it, and no successor repeats it. The call counts
    /// the line as examined.
    func showsAnew(_ line: UnsafeRawBufferPointer, _ layout: EnvelopeLayout) -> Bool {
        guard linesToExamine > 0 else { return false }
        linesToExamine -= 1
        return AttributeText(line, layout[.causationid])?.isSame(as: RestoreLine.event.id) == true
            && AttributeText(line, layout[.causationsource])?.isSame(as: SessionLog.ownName) == true
    }

    /// True if the next line is to be dropped; the call counts it as dropped.
    func drops() -> Bool {
        guard linesToDrop > 0 else { return false }
        linesToDrop -= 1
        return true
    }

    /// An id for an event whose sender gave it none.
    func nextID() -> String {
        completed += 1
        return "\(source)+\(completed)"
    }
}

/// The input of a service: its queue, and the journal for a successor.
final class Outgoing {
    var outbox = Outbox(keepsUnread: true)
    var journal: any Journal
    /// The service's pipe is full; writing is of no use until `poll` reports room.
    var isBlocked = false
    /// stdin is closed; events to the service are undeliverable.
    var isClosed = false
    /// The first line that the process is sent is a state of an earlier process.
    private(set) var isRestored = false
    /// The service has ended, and its leftover was reported.
    private var isLeft = false

    init(_ recovery: Recovery) {
        journal = recovery.makeJournal()
    }

    /// - Parameter states: of the run, each of which supersedes an older one.
    func enqueue(_ run: LineRun, of type: String, as states: [NewState]?) {
        guard let states, !journal.needsEveryState else {
            journal.noteInput(run, of: type)
            return outbox.append(run.bytes)
        }
        for state in states {
            let line = UnsafeRawBufferPointer(rebasing: run.bytes[state.range])
            journal.noteInput(line, as: state.key)
            outbox.append(line, as: state.key)
        }
    }

    /// Input that no process of the service will read, as it has ended for good; nil if there is none, or if taken before. The queue is
    /// dropped.
    func takeLeftover() -> Leftover? {
        guard !isLeft else { return nil }
        isLeft = true
        let leftover = Leftover(undelivered: outbox.unread(), requests: journal.openRequests)
        outbox.clear()
        return leftover.isEmpty ? nil : leftover
    }

    /// Queues what a successor needs.
    /// - Returns: how many of the lines that it will write were passed on already.
    func renew() -> Int {
        let backlog = journal.backlog(unread: outbox.unread())
        outbox.replace(with: backlog.lines)
        isRestored = backlog.isRestored
        isBlocked = false
        isLeft = false
        return backlog.saidAlready
    }
}

/// How much a service has been sent and has written, and the last of either for the diagnosis of its end.
struct Counters {
    /// Lines that were queued for the service.
    private(set) var read = Traffic()
    private(set) var written = Traffic()
    private(set) var lastRead = LastLine()
    private(set) var lastWritten = LastLine()

    mutating func countReceived(_ run: LineRun) {
        read.add(run)
        lastRead.note(run.bytes)
    }

    mutating func countSent(_ run: LineRun) {
        written.add(run)
        lastWritten.note(run.bytes)
    }
}

/// How much has gone one way.
struct Traffic: Equatable {
    private(set) var lines = 0
    private(set) var bytes = 0

    mutating func add(_ run: LineRun) {
        lines += run.count
        bytes += run.bytes.count
    }
}

/// The beginning of the last line that went one way. Every line of the bus passes here, so it is kept cheaply.
struct LastLine {
    private static let kept = 160
    private var bytes: [UInt8] = []

    init() {
        bytes.reserveCapacity(Self.kept)
    }

    /// - Parameter lines: one line or several, each with its LF.
    mutating func note(_ lines: UnsafeRawBufferPointer) {
        guard let base = lines.baseAddress, lines.count > 0 else { return }
        let start = memrchr(base, 0x0A, lines.count - 1).map { UnsafeRawPointer($0) - base + 1 } ?? 0
        bytes.removeAll(keepingCapacity: true)
        bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: lines[start..<min(start + Self.kept, lines.count)]))
    }

    /// Empty when there was none.
    var text: String {
        let text = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
        return bytes.last == 0x0A || bytes.isEmpty ? text : text + "…"
    }
}
