import JSON
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
        /// The same, and report each difference: the other side is on trial.
        case trial
    }

    package enum Effect: Equatable, Sendable {
        /// A message without its framing.
        case send([UInt8])
        case report(Discrepancy)
        /// With this exit code.
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
    package private(set) var tally = DialogueTally()

    /// - Parameter side: the one that it plays.
    package init(
        _ script: DialogueScript, side: RPCPeer, mode: Mode = .standard, pace: PlaybackPace = .immediate,
        ignoring: [PlacePattern] = []
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
            return values.pair(Self.quoted(folder), Self.quoted(Array(live.utf8)))
        }
    }

    private static func quoted(_ text: [UInt8]) -> [UInt8] {
        [UInt8(ascii: "\"")] + text + [UInt8(ascii: "\"")]
    }

    // MARK: What happens

    package mutating func start(at now: Instant) -> [Effect] {
        runs.begin(plan.opening, cause: nil, at: now)
        return advance(at: now)
    }

    /// - Parameter bytes: a message without its framing.
    package mutating func receive(_ bytes: [UInt8], at now: Instant) -> [Effect] {
        let message: RPCMessage
        do throws(RPCMessage.Problem) { message = try RPCMessage(bytes) } catch {
            return [unreadable("\(error)")]
        }
        guard message.kind == .batch else { return receive(message, at: now) + advance(at: now) }
        var effects: [Effect] = []
        batch = []
        for element in message.elements {
            do throws(RPCMessage.Problem) { effects += receive(try RPCMessage(element), at: now) } catch {
                effects.append(unreadable("\(error)"))
            }
        }
        effects += advance(at: now)
        if let answers = batch, !answers.isEmpty {
            effects.append(
                .send([UInt8(ascii: "[")] + answers.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")]))
        }
        batch = nil
        return effects
    }

    /// Bytes that are not a message have come. They are nothing new if the recorded side wrote some, too.
    package mutating func receive(noise reason: String) -> [Effect] {
        script.noisy.contains(side.other) ? [] : [unreadable(reason)]
    }

    private mutating func unreadable(_ reason: String) -> Effect { report(.unreadable(reason), name: "noise") }

    private mutating func receive(_ message: RPCMessage, at now: Instant) -> [Effect] {
        switch message.kind {
        case .response: receiveResponse(message, at: now)
        case .request: receiveRequest(message, at: now)
        case .notification: receiveNotification(message, at: now)
        case .batch: []
        }
    }

    private mutating func receiveResponse(_ message: RPCMessage, at now: Instant) -> [Effect] {
        guard let (run, call) = ids.take(message.id ?? []) else {
            return [report(.additional, name: "a response to no request", live: message)]
        }
        guard let entry = script.responses[call] else {
            return [report(.additional, name: "the response to \(script.entries[call].name)", live: message)]
        }
        runs.note(response: entry, in: run, at: now)
        calls.came(entry)
        let recorded = script.entries[entry]
        values.learn(recorded.message, message)
        let differences = differences(recorded.message, message)
        guard !differences.isEmpty else {
            tally.received += 1
            return []
        }
        return [report(.differs(differences), entry, name: recorded.name, live: message)]
    }

    private mutating func receiveRequest(_ message: RPCMessage, at now: Instant) -> [Effect] {
        guard !runs.isFull else {
            return [refuse(message, .unknown(message.method ?? ""), .additional, nil)]
        }
        // The Debug Adapter Protocol cancels by a request.
        var effects = cancel(by: message)
        if let match = calls.take(message, values) { return effects + reply(to: message, as: match, at: now) }
        let candidates = calls.candidates(for: message)
        let compared = candidates.map { place in
            (place: place, differences: differences(script.entries[place].message, message))
        }
        guard let nearest = compared.min(by: { $0.differences.count < $1.differences.count }) else {
            return effects + [refuse(message, .unknown(message.method ?? ""), .additional, nil)]
        }
        let name = script.entries[nearest.place].name
        let known = candidates.flatMap { values.versions(in: script.entries[$0].message) }
        if !script.table.serverAsks, let asked = values.versions(in: message).first(where: { !known.contains($0) }) {
            let refusal = RPCError.version(asked, recorded: Array(Set(known)))
            return effects + [refuse(message, refusal, .differs(nearest.differences), nearest.place)]
        }
        let isAnswered =
            mode == .loose || mode == .trial || DialogueProtocol.greetings.contains(message.method ?? "")
        guard isAnswered, let match = mode == .trial ? calls.takeNearest(nearest.place) : calls.takeLike(message) else {
            let refusal = RPCError.differs(message.method ?? "", from: name, at: nearest.differences.first)
            return effects + [refuse(message, refusal, .differs(nearest.differences), nearest.place)]
        }
        let found = differences(script.entries[match.entry].message, message)
        if !found.isEmpty {
            effects.append(report(.differs(found), match.entry, name: script.entries[match.entry].name, live: message))
        }
        return effects + reply(to: message, as: match, at: now)
    }

    private mutating func reply(
        to message: RPCMessage, as match: RecordedCalls.Match, at now: Instant
    ) -> [Effect] {
        var effects: [Effect] = []
        var isRepeated = false
        tally.received += 1
        if case .repeated(let place) = match {
            isRepeated = true
            if mode == .trial || tally.reportedRepeats.insert(place).inserted {
                effects.append(report(.repeated, place, name: script.entries[place].name, live: message))
            }
        }
        if message.kind == .request, script.responses[match.entry] == nil, mode != .trial,
            !script.table.endless.contains(message.method ?? ""), !calls.isCancelled(match.entry)
        {
            effects.append(report(.unanswered, match.entry, name: script.entries[match.entry].name, live: message))
        }
        let handles = values.learn(script.entries[match.entry].message, message)
        runs.begin(
            plan.replies[match.entry] ?? [], cause: message, handles: handles, isRepeated: isRepeated, at: now)
        return effects
    }

    private mutating func receiveNotification(_ message: RPCMessage, at now: Instant) -> [Effect] {
        var effects = cancel(by: message)
        if let match = calls.take(message, values) {
            if case .repeated = match, side == .client { return effects + hold(message) }
            return effects + reply(to: message, as: match, at: now)
        }
        let method = message.method ?? ""
        if script.table.cancellations[method] != nil || script.table.incidental.contains(method) { return effects }
        if side == .client {
            // Only the time may be another one.
            let same = calls.candidates(for: message).first {
                calls.isAwaited($0) && differences(script.entries[$0].message, message).isEmpty
            }
            guard let same else { return effects + hold(message) }
            return effects + reply(to: message, as: calls.takeNearest(same), at: now)
        }
        guard let match = calls.takeLike(message) else {
            return effects + [report(.additional, name: method, live: message)]
        }
        let recorded = script.entries[match.entry]
        effects.append(
            report(.differs(differences(recorded.message, message)), match.entry, name: recorded.name, live: message))
        return effects + reply(to: message, as: match, at: now)
    }

    /// A server's notification may come earlier or later than recorded, so it is judged at the end of a wait.
    private mutating func hold(_ message: RPCMessage) -> [Effect] {
        guard !script.table.incidental.contains(message.method ?? "") else { return [] }
        guard unpaired.count < Self.mostUnpaired else {
            return [report(.additional, name: message.method ?? "", live: message)]
        }
        unpaired.append(message)
        return []
    }

    /// A cancelled request gets no answer, or that which its protocol demands.
    private mutating func cancel(by message: RPCMessage) -> [Effect] {
        guard let path = script.table.cancellations[message.method ?? ""],
            let id = message.value(at: path),
            let (number, run) = runs.of(request: id),
            let request = run.cause
        else { return [] }
        if run.steps[run.next...].contains(where: \.awaitsCancellation) {
            runs.cancel(number)
            return []
        }
        runs.end(number)
        guard script.table.answersCancelled else { return [] }
        let refusal = RPCError(RPCCode.cancelled, "\(request.method ?? "") was cancelled")
        return answer(request.refusal(refusal, number: ids.nextNumber()))
    }

    private mutating func refuse(
        _ request: RPCMessage, _ refusal: RPCError, _ kind: Discrepancy.Kind, _ entry: Int?
    ) -> Effect {
        tally.hasRefused = true
        var finding = finding(kind, entry, name: entry.map { script.entries[$0].name } ?? request.method ?? "", request)
        finding.isRefused = true
        pending += answer(request.refusal(refusal, number: ids.nextNumber()))
        if mode == .strict { pending.append(.end(65)) }
        return .report(finding)
    }

    /// What follows the effects of the message that is being received.
    private var pending: [Effect] = []

    private mutating func answer(_ response: [UInt8]) -> [Effect] {
        guard batch != nil else { return [.send(response)] }
        batch?.append(response)
        return []
    }

    // MARK: What it sends

    /// Sends what is due.
    package mutating func advance(at now: Instant) -> [Effect] {
        var effects = pending
        pending = []
        for number in runs.numbers {
            while let due = runs.due(number, calls), due <= now { effects += step(number, at: now) }
            guard let run = runs[number], run.next >= run.steps.count else { continue }
            runs.end(number)
            if side == .server, let method = run.cause?.method, script.table.endings.contains(method) { end(&effects) }
        }
        if side == .client, isComplete { end(&effects) }
        return effects
    }

    private mutating func end(_ effects: inout [Effect]) {
        guard !hasEnded else { return }
        hasEnded = true
        effects.append(.end(exitCode))
    }

    /// At the end of the input.
    package var exitCode: Int32 { tally.hasRefused || mode == .trial && tally.deviates ? 65 : 0 }

    /// When the next message is to be sent; nil if something has to come first.
    package var nextDue: Instant? { runs.nextDue(calls) }

    private mutating func step(_ number: Int, at now: Instant) -> [Effect] {
        guard let run = runs[number] else { return [] }
        let place = run.steps[run.next].entry
        let entry = script.entries[place]
        runs.advance(number, pastResponse: entry.kind == .response, at: now)
        tally.sent += 1
        let edits: [(range: Range<Int>, value: [UInt8])]
        switch entry.kind {
        case .response: edits = ids.edits(ofResponse: entry.message, to: run.cause?.id ?? [])
        case .request: edits = ids.edits(ofRequest: entry.message, place, run: number)
        case .notification, .batch: edits = ids.edits(ofNotification: entry.message)
        }
        let cancelled = entry.isCancellation ? entry.call.flatMap { ids.live(of: $0) } : nil
        let bytes = values.live(entry.message, handles: run.handles, cancelled: cancelled, edits: edits)
        return entry.kind == .response ? answer(bytes) : [.send(bytes)]
    }

    // MARK: What has not come

    /// Whether everything is sent, and everything has come.
    private var isComplete: Bool {
        runs.isEmpty && calls.firstAwaited >= script.entries.count
    }

    /// Whether it waits for the other side with something of its own to do.
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
        var effects = missing(before: end ?? script.entries.count)
        if end == nil { runs.endAll() }
        effects += advance(at: now)
        return effects
    }

    /// At the end of the input: what has not come.
    package mutating func finish() -> [Effect] {
        var effects = missing(before: script.entries.count)
        for message in unpaired { effects.append(report(.additional, name: message.method ?? "", live: message)) }
        unpaired = []
        return effects
    }

    private mutating func missing(before end: Int) -> [Effect] {
        var effects: [Effect] = []
        for place in calls.awaited(before: end) {
            let entry = script.entries[place]
            let like = unpaired.firstIndex { $0.kind == entry.kind && $0.method == entry.message.method }
            calls.take(place)
            guard let like else {
                effects.append(report(.missing, place, name: entry.name))
                continue
            }
            let live = unpaired.remove(at: like)
            values.learn(entry.message, live)
            effects.append(
                report(.differs(differences(entry.message, live)), place, name: entry.name, live: live))
        }
        return effects
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

    private mutating func report(
        _ kind: Discrepancy.Kind, _ entry: Int? = nil, name: String, live: RPCMessage? = nil
    ) -> Effect {
        .report(finding(kind, entry, name: name, live))
    }

    private mutating func finding(
        _ kind: Discrepancy.Kind, _ entry: Int?, name: String, _ live: RPCMessage?
    ) -> Discrepancy {
        tally.deviates = true
        return Discrepancy(kind: kind, entry: entry, live: live, name: name)
    }
}
