import JSONRPC
package import Platform
package import Recording

/// Plays one side of a recorded dialogue. A pure value: its caller passes the time.
///
/// A message of the other side is found by its method and its content, without what differs from run to run. Equal ones get their
/// replies in recorded order, then the last ones again. What the side sends by itself comes at its recorded place (``DialoguePlan``).
package struct DialogueDouble: Sendable {
    package enum Mode: Sendable {
        /// Refuse a request that was not recorded, and go on.
        case standard
        /// Refuse it, and end with exit code 65.
        case strict
        /// Answer it like the next recorded one of its method.
        case loose
        /// Like `loose`, and report each difference: the other side is on trial.
        case trial
    }

    package enum Effect: Equatable, Sendable {
        /// A message without its framing.
        case send([UInt8])
        case report(Discrepancy)
        /// The end, with this exit code.
        case end(Int32)
    }

    let script: DialogueScript
    let side: RPCPeer
    private let plan: DialoguePlan
    private let mode: Mode
    var calls: RecordedCalls
    var values: DialogueValues
    private var ids: OwnIDs
    var runs: ReplyRuns
    /// Messages of the other side that were not recorded like this, while it may still send what was.
    private var unpaired: [RPCMessage] = []
    static let mostUnpaired = 1000
    /// The responses to a batch that is being answered.
    private var batch: [[UInt8]]?
    private var hasEnded = false
    /// The effects of the event that is being received.
    private var effects: [Effect] = []
    package private(set) var tally = DialogueTally()

    /// - Parameter side: the one that it plays.
    package init(
        _ script: DialogueScript, side: RPCPeer, mode: Mode = .standard, pace: PlaybackPace = .immediate,
        ignoring: [ValuePattern] = []
    ) {
        self.script = script
        self.side = side
        self.mode = mode
        runs = ReplyRuns(pace: pace)
        values = DialogueValues(script.table, ignoring: ignoring)
        plan = DialoguePlan(script, side: side)
        calls = RecordedCalls(script, from: side.other, values)
        ids = OwnIDs(script, side: side)
    }

    /// Lets texts name another folder than the recorded one.
    package mutating func useRoot(_ live: String) {
        for entry in script.entries where entry.sender == .client {
            guard let folder = values.folders(in: entry.message).first(where: { !$0.isEmpty }) else { continue }
            return values.pair(Self.text(folder), Self.text(Array(live.utf8)))
        }
    }

    /// A JSON text of bytes that need no escapes.
    private static func text(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")]
    }

    // MARK: Events

    package mutating func start(at now: Instant) -> [Effect] {
        runs.begin(plan.opening, cause: nil, at: now)
        return advance(at: now)
    }

    /// - Parameter bytes: a message without its framing.
    package mutating func receive(_ bytes: [UInt8], at now: Instant) -> [Effect] {
        guard let message = read(bytes) else { return takeEffects() }
        guard message.kind == .batch else {
            receive(message, at: now)
            return advance(at: now)
        }
        batch = []
        for element in message.elements { if let message = read(element) { receive(message, at: now) } }
        proceed(at: now)
        if let answers = batch.take(), !answers.isEmpty {
            let list = answers.joined(separator: [UInt8(ascii: ",")])
            effects.append(.send([UInt8(ascii: "[")] + list + [UInt8(ascii: "]")]))
        }
        return takeEffects()
    }

    /// Bytes that are not a message have come. They are nothing new if the recorded side wrote some, too.
    package mutating func receive(noise reason: String) -> [Effect] {
        if !script.noisy.contains(side.other) { report(.unreadable(reason)) }
        return takeEffects()
    }

    /// Sends what is due.
    package mutating func advance(at now: Instant) -> [Effect] {
        proceed(at: now)
        return takeEffects()
    }

    private mutating func takeEffects() -> [Effect] {
        defer { effects = [] }
        return effects
    }

    private mutating func read(_ bytes: [UInt8]) -> RPCMessage? {
        do throws(RPCMessage.Problem) { return try RPCMessage(bytes) } catch {
            report(.unreadable("\(error)"))
            return nil
        }
    }

    private mutating func receive(_ message: RPCMessage, at now: Instant) {
        switch message.kind {
        case .response: receiveResponse(message, at: now)
        case .request: receiveRequest(message, at: now)
        case .notification: receiveNotification(message, at: now)
        case .batch: break
        }
    }

    private mutating func receiveResponse(_ message: RPCMessage, at now: Instant) {
        guard let call = ids.take(message.id ?? []) else {
            return report(.additional, name: "a response to no request", live: message)
        }
        guard let entry = script.responses[call.entry] else {
            return report(.additional, name: "the response to \(script.entries[call.entry].name)", live: message)
        }
        runs.note(response: entry, in: call.run, at: now)
        calls.came(entry)
        values.learn(script.entries[entry].message, message)
        if compare(message, with: entry) { tally.received += 1 }
    }

    private mutating func receiveRequest(_ message: RPCMessage, at now: Instant) {
        let method = message.method ?? ""
        guard !runs.isFull else { return refuse(message, .unknown(method), .additional) }
        // The Debug Adapter Protocol cancels by a request.
        cancel(by: message)
        if let match = calls.take(message, values) { return reply(to: message, as: match, at: now) }
        let candidates = calls.candidates(for: message)
        let compared = candidates.map { (place: $0, differences: differences(script.entries[$0].message, message)) }
        guard let nearest = compared.min(by: { $0.differences.count < $1.differences.count }) else {
            return refuse(message, .unknown(method), .additional)
        }
        let known = candidates.flatMap { values.versions(in: script.entries[$0].message) }
        if !script.table.serverAsks, let asked = values.versions(in: message).first(where: { !known.contains($0) }) {
            let refusal = RPCError.version(asked, recorded: Array(Set(known)))
            return refuse(message, refusal, .differs(nearest.differences), nearest.place)
        }
        let isAnswered = mode == .loose || mode == .trial || DialogueProtocol.greetings.contains(method)
        guard isAnswered, let match = mode == .trial ? calls.takeNearest(nearest.place) : calls.takeLike(message) else {
            let name = script.entries[nearest.place].name
            let refusal = RPCError.differs(method, from: name, at: nearest.differences.first)
            return refuse(message, refusal, .differs(nearest.differences), nearest.place)
        }
        compare(message, with: match.entry)
        reply(to: message, as: match, at: now)
    }

    private mutating func reply(to message: RPCMessage, as match: RecordedCalls.Match, at now: Instant) {
        let recorded = script.entries[match.entry]
        tally.received += 1
        if match.isRepeated, mode == .trial || tally.reportedRepeats.insert(match.entry).inserted {
            report(.repeated, match.entry, live: message)
        }
        if message.kind == .request, script.responses[match.entry] == nil, mode != .trial,
            !script.table.endless.contains(message.method ?? ""), !calls.isCancelled(match.entry)
        {
            report(.unanswered, match.entry, live: message)
        }
        runs.begin(
            plan.replies[match.entry] ?? [], cause: message, handles: values.learn(recorded.message, message),
            isRepeated: match.isRepeated, at: now)
    }

    private mutating func receiveNotification(_ message: RPCMessage, at now: Instant) {
        cancel(by: message)
        if let match = calls.take(message, values) {
            if match.isRepeated, side == .client { return hold(message) }
            return reply(to: message, as: match, at: now)
        }
        let method = message.method ?? ""
        if script.table.cancellations[method] != nil || script.table.incidental.contains(method) { return }
        if side == .client {
            // Only the time may be another one.
            let same = calls.candidates(for: message).first {
                calls.isAwaited($0) && differences(script.entries[$0].message, message).isEmpty
            }
            guard let same else { return hold(message) }
            return reply(to: message, as: calls.takeNearest(same), at: now)
        }
        guard let match = calls.takeLike(message) else { return report(.additional, live: message) }
        report(.differs(differences(script.entries[match.entry].message, message)), match.entry, live: message)
        reply(to: message, as: match, at: now)
    }

    /// A server's notification may come earlier or later than recorded, so it is judged at the end of a wait.
    private mutating func hold(_ message: RPCMessage) {
        guard !script.table.incidental.contains(message.method ?? "") else { return }
        guard unpaired.count < Self.mostUnpaired else { return report(.additional, live: message) }
        unpaired.append(message)
    }

    /// A cancelled request gets no answer, or that which its protocol demands.
    private mutating func cancel(by message: RPCMessage) {
        guard let path = script.table.cancellations[message.method ?? ""], let id = message.value(at: path),
            let (number, run) = runs.of(request: id), let request = run.cause
        else { return }
        if run.steps[run.next...].contains(where: \.awaitsCancellation) { return runs.cancel(number) }
        runs.end(number)
        guard script.table.answersCancelled else { return }
        let refusal = RPCError(RPCCode.cancelled, "\(request.method ?? "") was cancelled")
        answer(request.refusal(refusal, number: ids.nextNumber()))
    }

    private mutating func refuse(
        _ request: RPCMessage, _ refusal: RPCError, _ kind: Discrepancy.Kind, _ entry: Int? = nil
    ) {
        tally.hasRefused = true
        report(kind, entry, live: request, isRefused: true)
        answer(request.refusal(refusal, number: ids.nextNumber()))
    }

    private mutating func answer(_ response: [UInt8]) {
        if batch == nil { effects.append(.send(response)) } else { batch?.append(response) }
    }

    // MARK: Its messages

    private mutating func proceed(at now: Instant) {
        if mode == .strict, tally.hasRefused { end() }
        for number in runs.numbers {
            while let due = runs.due(number, calls), due <= now { step(number, at: now) }
            guard let run = runs[number], run.next >= run.steps.count else { continue }
            runs.end(number)
            if side == .server, let method = run.cause?.method, script.table.endings.contains(method) { end() }
        }
        if side == .client, isComplete { end() }
    }

    private mutating func end() {
        guard !hasEnded else { return }
        hasEnded = true
        effects.append(.end(exitCode))
    }

    /// The exit code at the end of the input.
    package var exitCode: Int32 { tally.hasRefused || mode == .trial && tally.deviates ? 65 : 0 }

    /// When the next message is to be sent; nil if something has to come first.
    package var nextDue: Instant? { runs.nextDue(calls) }

    private mutating func step(_ number: Int, at now: Instant) {
        guard let run = runs[number] else { return }
        let place = run.steps[run.next].entry
        let entry = script.entries[place]
        runs.advance(number, pastResponse: entry.kind == .response, at: now)
        tally.sent += 1
        let edits = ids.edits(of: entry.message, place, in: number, answering: run.cause?.id ?? [])
        let cancelled = entry.isCancellation ? entry.call.flatMap { ids.live(of: $0) } : nil
        let bytes = values.live(entry.message, handles: run.handles, cancelled: cancelled, edits: edits)
        if entry.kind == .response { answer(bytes) } else { effects.append(.send(bytes)) }
    }

    // MARK: The other side's messages

    /// True if everything is sent, and everything has come.
    private var isComplete: Bool {
        runs.isEmpty && calls.firstAwaited >= script.entries.count
    }

    /// True if it waits for the other side with something of its own to do.
    package var isBlocked: Bool { side == .client && !hasEnded && nextDue == nil }

    /// The longest recorded time that what it waits for took.
    package var recordedWait: Duration {
        guard let place = calls.awaited(before: min(script.entries.count, calls.firstAwaited + 1)).first, place > 0
        else {
            return .zero
        }
        return .seconds(max(0, script.entries[place].place.time - script.entries[place - 1].place.time))
    }

    /// Judges what has come instead of what it waits for, and goes on without that.
    package mutating func giveUp(at now: Instant) -> [Effect] {
        let end = runs.firstBlocked
        miss(before: end ?? script.entries.count)
        if end == nil { runs.endAll() }
        return advance(at: now)
    }

    /// At the end of the input: what has not come.
    package mutating func finish() -> [Effect] {
        miss(before: script.entries.count)
        for message in unpaired { report(.additional, live: message) }
        unpaired = []
        return takeEffects()
    }

    private mutating func miss(before end: Int) {
        for place in calls.awaited(before: end) {
            let entry = script.entries[place]
            let like = unpaired.firstIndex { $0.kind == entry.kind && $0.method == entry.message.method }
            calls.take(place)
            guard let like else {
                report(.missing, place)
                continue
            }
            let live = unpaired.remove(at: like)
            values.learn(entry.message, live)
            report(.differs(differences(entry.message, live)), place, live: live)
        }
    }

    /// A message of this run as the recording would have it.
    func recorded(_ live: RPCMessage, like recorded: RPCMessage) -> [UInt8] {
        values.recorded(live, edits: OwnIDs.edits(of: live, like: recorded))
    }

    // MARK: Findings

    private func differences(_ recorded: RPCMessage, _ live: RPCMessage) -> [JSONTree.Difference] {
        // Another id of a session is no difference; whether it is the same one is not known before it is learnt.
        values.content(of: recorded, isLive: false, seesHandles: false).differences(
            from: values.content(of: live, isLive: true, seesHandles: false), isTimeless: side == .client)
    }

    /// Reports what differs from the recorded message.
    /// - Returns: true if nothing does.
    @discardableResult
    private mutating func compare(_ message: RPCMessage, with entry: Int) -> Bool {
        let found = differences(script.entries[entry].message, message)
        if !found.isEmpty { report(.differs(found), entry, live: message) }
        return found.isEmpty
    }

    private mutating func report(
        _ kind: Discrepancy.Kind, _ entry: Int? = nil, name: String? = nil, live: RPCMessage? = nil,
        isRefused: Bool = false
    ) {
        tally.deviates = true
        let name = entry.map { script.entries[$0].name } ?? name ?? live?.method ?? ""
        effects.append(.report(.init(kind: kind, entry: entry, live: live, isRefused: isRefused, name: name)))
    }
}
