import Platform
import Wire

/// The reader of one sender's lines: finds or creates its stream, reads a latecomer's states, and then the lines, in
/// the order in which the sender published them. A reader has one consumer, whose filters are all of this join's patterns.
struct SenderReader {
    /// The outputs of a reader.
    enum Output {
        /// An item for the bus.
        case item(BusWriter.Item)
        /// Lines of a type are lost: at least so many.
        case lost(UInt64, type: String)
        case complaint(String)
        /// A line has passed this bus before, and is dropped.
        case cameBack(type: String)
    }

    private enum Phase: Equatable {
        case findingStream
        case idle
        /// A latecomer reads the contents of the states stream.
        case readingStates
        case reading
    }

    /// A message that waits until an earlier line has come directly.
    private struct Held {
        let message: NATSMessage
        let place: DeliveryPlace
    }

    /// The progress of this join.
    private struct Standing {
        /// The creation of the stream to which the place belongs.
        var created: String
        /// The last place that has arrived; nil before the first answer.
        var place: Int?
        /// This join is a latecomer that has not read the states.
        var needsStates: Bool
        /// The sender has appeared after this join, which therefore reads its first line.
        let isNew: Bool
    }

    let name: String
    private let settings: JoinSettings
    private let peerLine: PeerLine
    /// Patterns that this join reads of that sender's types; none if it only makes sure that the stream exists.
    private var patterns: [MessagePattern] = []
    private var maker: StreamMaker
    /// The sender may not be permitted to create its streams.
    private var statesMaker: StreamMaker?
    private var states: StreamReader
    private var lines: StreamReader
    private var phase = Phase.findingStream
    private var standing: Standing
    private var track: SenderTrack
    private var late = LateStates()
    private var request: DirectRequest?
    private var held: [Held] = []
    /// Why the stream cannot be read.
    private(set) var trouble: String?

    /// - Parameters:
    ///   - progress: how far this join's lines of that sender are written; nil if it has read none.
    ///   - isNew: whether the sender appeared after this join.
    init(_ name: String, after progress: SenderProgress?, isNew: Bool, _ settings: JoinSettings) {
        self.name = name
        self.settings = settings
        let session = settings.session
        let streams = JoinStreams(session: session, storage: settings.storage)
        peerLine = PeerLine(service: settings.service, bus: settings.busMark)
        maker = StreamMaker(streams.lines(of: name))
        lines = StreamReader(session.stream(of: name), [], extent: .live, name: settings.name)
        states = StreamReader(session.statesStream(of: name), [], extent: .once, name: settings.name)
        standing = Standing(
            created: progress?.stream ?? "", place: progress?.place, needsStates: progress == nil, isNew: isNew)
        track = SenderTrack(after: progress)
    }

    /// Reads other types, because the sender publishes others.
    /// - Parameter published: all types that it publishes.
    mutating func read(_ patterns: [MessagePattern], of published: [MessagePattern]) {
        if statesMaker == nil, settings.states.contains(where: { state in published.contains { $0.overlaps(state) } }) {
            statesMaker = StreamMaker(
                JoinStreams(session: settings.session, storage: settings.storage).states(of: name))
        }
        guard patterns != self.patterns else { return }
        self.patterns = patterns
        let session = settings.session
        lines.filters = patterns.compactMap { session.filter(of: $0, from: name) }
        let late = patterns.filter { pattern in settings.states.contains { $0.overlaps(pattern) } }
        states.filters = late.compactMap { session.stateFilter(of: $0, from: name) }
        begin()
    }

    /// True if lines that the sender publishes from now on reach this join.
    var isOpen: Bool { phase == .reading && lines.isOpen }

    /// True if everything that the stream had has arrived.
    var isCaughtUp: Bool { isOpen && lines.pending == 0 && request == nil }

    // MARK: - Requests

    /// Begins after a connect.
    mutating func begin() {
        phase = .findingStream
        maker.begin()
        statesMaker?.begin()
        states.stop()
        lines.stop()
        // Messages behind the line that this join waits for come again.
        if let request { standing.place = request.origin.place }
        held = []
        request?.askAgain()
    }

    /// - Parameter reply: a reply subject with a purpose and a number.
    mutating func due(
        at now: Instant, mostBytes: Int, pulling: Bool, reply: (String, Int) -> String, _ messages: inout [NATSMessage]
    ) {
        if lines.isBroken(at: now) || states.isBroken(at: now) { begin() }
        let next: NATSMessage? =
            switch phase {
            case .idle: nil
            case .findingStream: maker.due(at: now) { reply("k", $0) }
            case .readingStates:
                states.due(at: now, mostBytes: mostBytes, pulling: true) { reply("state\($0)", $1) }
            case .reading: lines.due(at: now, mostBytes: mostBytes, pulling: pulling && request == nil, reply: reply)
            }
        if let next { messages.append(next) }
        if let message = statesMaker?.due(at: now, reply: { reply("q", $0) }) { messages.append(message) }
        guard let request, phase == .reading else { return }
        let subject = settings.session.request(for: request.type, from: name)
        let answer = reply("d", Int(request.stamp.position))
        if let message = self.request?.due(at: now, subject: subject, reply: answer) { messages.append(message) }
    }

    var deadline: Instant? {
        let next: Instant? =
            switch phase {
            case .idle: nil
            case .findingStream: maker.deadline
            case .readingStates: states.deadline
            case .reading: lines.deadline
            }
        return earliest(next, statesMaker?.deadline, request?.deadline)
    }

    // MARK: - Answers

    mutating func handleStream(_ answer: ServerAnswer, number: Int, at now: Instant, _ outputs: inout [Output]) {
        guard phase == .findingStream else { return }
        switch maker.handle(answer, number: number, at: now) {
        case .goesOn: break
        case .failed(let why): trouble = "\(name): \(why)"
        case .found(let stream): didFind(stream, &outputs)
        }
    }

    mutating func handleStatesStream(_ answer: ServerAnswer, number: Int, at now: Instant) {
        _ = statesMaker?.handle(answer, number: number, at: now)
    }

    private mutating func didFind(_ stream: StreamMaker.Stream, _ outputs: inout [Output]) {
        trouble = nil
        guard !patterns.isEmpty else {
            phase = .idle
            return
        }
        let (known, created) = (standing.place ?? 0, standing.created)
        if !created.isEmpty, created != stream.created || known > stream.last {
            // Stamps show which lines were written, and which are lost.
            outputs.append(.complaint("the server's stream of \(name) is another one than before: reading all of it"))
            standing.place = 0
        } else if known > 0, known < stream.first - 1 {
            outputs.append(
                .complaint("the server no longer has the messages \(known + 1) to \(stream.first - 1) of \(name)"))
        }
        standing.created = stream.created
        standing.place = standing.place ?? (standing.isNew ? 0 : stream.last)
        guard standing.needsStates, !states.filters.isEmpty else { return read(&outputs) }
        late = LateStates()
        phase = .readingStates
        states.begin(after: 0)
    }

    private mutating func read(_ outputs: inout [Output]) {
        phase = .reading
        standing.needsStates = false
        let place = standing.place ?? 0
        lines.begin(after: place)
        // The next process begins there, too.
        let origin = LineOrigin(name: name, stream: standing.created, place: place)
        outputs.append(.item(BusWriter.Item(line: nil, origin: origin)))
    }

    private mutating func writeStates(_ outputs: inout [Output]) {
        for line in late.takeLines() { outputs.append(.item(BusWriter.Item(line: line, origin: nil))) }
        read(&outputs)
    }

    /// A consumer was created, or not.
    mutating func handleCreation(
        _ answer: ServerAnswer, ofStates: Bool, number: Int, at now: Instant, _ outputs: inout [Output]
    ) {
        guard ofStates else {
            if lines.handleCreation(answer, number: number, at: now) == .opened, lines.pending == 0 { late.forget() }
            return
        }
        guard phase == .readingStates else { return }
        _ = states.handleCreation(answer, number: number, at: now)
        // A sender without states has no stream of them.
        if states.isFinished || answer.error?.isAbsentStream ?? false { writeStates(&outputs) }
    }

    mutating func handlePullEnd(
        _ message: NATSMessage, ofStates: Bool, number: Int, at now: Instant, _ outputs: inout [Output]
    ) {
        guard let status = ServerStatus(message) else { return }
        guard ofStates else { return lines.handleEnd(of: number, status, at: now) }
        guard phase == .readingStates else { return }
        states.handleEnd(of: number, status, at: now)
        if states.isFinished { writeStates(&outputs) }
    }

    // MARK: - Messages

    /// - Returns: whether one of its consumers has delivered this message.
    mutating func handle(_ message: NATSMessage, reply: String, at now: Instant, _ outputs: inout [Output]) -> Bool {
        if let delivery = lines.delivery(reply) {
            guard lines.handle(delivery, at: now) else { return true }
            standing.place = delivery.sequence
            if request != nil {
                held.append(Held(message: message, place: delivery))
            } else {
                read(message, delivery, at: now, &outputs)
            }
            if delivery.pending == 0 { late.forget() }
            return true
        }
        guard phase == .readingStates, let delivery = states.delivery(reply) else { return false }
        if states.handle(delivery, at: now) { readState(message, &outputs) }
        if states.isFinished { writeStates(&outputs) }
        return true
    }

    private mutating func readState(_ message: NATSMessage, _ outputs: inout [Output]) {
        guard let type = settings.session.stateType(of: message.subject, from: name),
            let stamp = message[LineStamp.header].flatMap({ LineStamp($0) }),
            let payload = payload(of: message, &outputs),
            let line = rewrite(payload, type: type, stamp, id: "", &outputs)
        else { return }
        let state = LateStates.State(
            stamp: stamp, type: String(type), key: (try? BusLine(payload))?.subject, line: line)
        if !late.append(state) { outputs.append(.complaint("there are too many states of \(name)")) }
    }

    private mutating func read(
        _ message: NATSMessage, _ place: DeliveryPlace, at now: Instant, _ outputs: inout [Output]
    ) {
        var origin = LineOrigin(name: name, stream: standing.created, place: place.sequence)
        guard let subjectType = settings.session.type(of: message.subject, from: name) else {
            return outputs.append(.item(BusWriter.Item(line: nil, origin: origin)))
        }
        let type = String(subjectType)
        guard let text = message[LineStamp.header], let stamp = LineStamp(text) else {
            // Programs outside of all joins publish messages without a stamp.
            let id = "\(settings.service)-\(name)-\(place.sequence)"
            let line = payload(of: message, &outputs).flatMap { rewrite($0, type: subjectType, nil, id: id, &outputs) }
            return outputs.append(.item(BusWriter.Item(line: line, origin: origin)))
        }
        (origin.incarnation, origin.position) = (stamp.incarnation, stamp.last)
        let (verdict, lost) = track.handle(stamp, type: type)
        if lost > 0 { outputs.append(.lost(lost, type: type)) }
        guard case .lines(let dropped) = verdict else {
            return outputs.append(.item(BusWriter.Item(line: nil, origin: origin)))
        }
        if message[LineStamp.directHeader] != nil {
            request = DirectRequest(stamp, type: type, origin: origin, at: now)
            return
        }
        append(message, stamp, type: subjectType, dropping: dropped, origin, &outputs)
    }

    /// The lines of a message.
    private func append(
        _ message: NATSMessage, _ stamp: LineStamp, type: Substring, dropping dropped: Int, _ origin: LineOrigin,
        _ outputs: inout [Output]
    ) {
        guard stamp.count > 1 else {
            var line: [UInt8]?
            if let payload = payload(of: message, &outputs), !isOld(payload, stamp, type: type) {
                line = rewrite(payload, type: type, stamp, id: "", &outputs)
            }
            return outputs.append(.item(BusWriter.Item(line: line, origin: origin)))
        }
        let parts = message.payload.split(
            separator: 0x0A, maxSplits: stamp.count, omittingEmptySubsequences: false)
        if parts.count != stamp.count {
            outputs.append(.lost(UInt64(stamp.count), type: String(type)))
            return outputs.append(.item(BusWriter.Item(line: nil, origin: origin)))
        }
        for (index, part) in parts.enumerated().dropFirst(dropped) {
            var own = origin
            own.position = stamp.position + UInt64(index)
            // The message is needed until its last line is written.
            if index < parts.count - 1 { own.place -= 1 }
            let payload = Array(part)
            var one = stamp
            (one.position, one.count) = (own.position, 1)
            let line = isOld(payload, one, type: type) ? nil : rewrite(payload, type: type, one, id: "", &outputs)
            outputs.append(.item(BusWriter.Item(line: line, origin: own)))
        }
    }

    /// True if a line is a state, and a latecomer has a newer one.
    private func isOld(_ payload: [UInt8], _ stamp: LineStamp, type: Substring) -> Bool {
        guard !late.isPast, settings.states.contains(where: { $0.matches(String(type)) }) else { return false }
        return late.isOld(stamp, type: String(type), key: (try? BusLine(payload))?.subject)
    }

    private func payload(of message: NATSMessage, _ outputs: inout [Output]) -> [UInt8]? {
        do throws(BindingError) { return try CloudEventsBinding.payload(of: message) } catch {
            outputs.append(.complaint("\(message.subject): \(error)"))
            return nil
        }
    }

    private func rewrite(
        _ payload: [UInt8], type: Substring, _ stamp: LineStamp?, id: String, _ outputs: inout [Output]
    ) -> [UInt8]? {
        do throws(PeerLine.Failure) {
            return try peerLine.rewrite(payload, type: type, from: stamp?.service, of: stamp?.bus, id: id)
        } catch {
            switch error {
            case .noEvent(let reason): outputs.append(.complaint("\(type) of \(name) is not an event: \(reason)"))
            case .otherType(let other): outputs.append(.complaint("\(type) of \(name) contains another type: \(other)"))
            case .tooFar: outputs.append(.complaint("\(type) of \(name) has passed too many buses"))
            case .cameBack: outputs.append(.cameBack(type: String(type)))
            }
            return nil
        }
    }

    // MARK: - Direct lines

    /// Handles the sender's answer, or the server's if there is no such sender.
    mutating func handleDirect(_ message: NATSMessage, number: Int, at now: Instant, _ outputs: inout [Output]) {
        guard let request, number == Int(request.stamp.position) else { return }
        // The sender may be back soon.
        if ServerStatus(message)?.hasNoResponders ?? false { return }
        let isGone = message[DirectLines.goneHeader] != nil
        let payload = isGone ? nil : payload(of: message, &outputs)
        let line = payload.flatMap { rewrite($0, type: request.type[...], request.stamp, id: "", &outputs) }
        if payload == nil { outputs.append(.lost(1, type: request.type)) }
        finish(request, with: line, at: now, &outputs)
    }

    /// Gives up a line that does not come.
    mutating func advance(at now: Instant, _ outputs: inout [Output]) {
        guard let request, request.isOver(at: now) else { return }
        outputs.append(.lost(1, type: request.type))
        finish(request, with: nil, at: now, &outputs)
    }

    private mutating func finish(
        _ request: DirectRequest, with line: [UInt8]?, at now: Instant, _ outputs: inout [Output]
    ) {
        outputs.append(.item(BusWriter.Item(line: line, origin: request.origin)))
        self.request = nil
        let waiting = held
        held = []
        for (index, next) in waiting.enumerated() {
            read(next.message, next.place, at: now, &outputs)
            if self.request != nil {
                held = Array(waiting[(index + 1)...])
                return
            }
        }
    }
}
