import JSON
package import Platform
import Wire

/// Plays a service's part on a bus: publishes its requests for a pool of workers, and writes their answers.
///
/// A request is kept here until it is answered, because a server may lose what it has stored. An answer is written once: anything that
/// answers no open request is dropped. An answer comes directly, and the server also keeps it; answers that may have been missed, while
/// disconnected or by a predecessor, are read from there before requests are published again.
package struct PoolCaller: Bridge {
    enum Link: Equatable {
        /// No server yet.
        case waiting(since: Instant)
        case gone(since: Instant)
        /// Streams are being set up.
        case preparing
        case ready
        /// The server has no streams: at most once.
        case plain
    }

    /// In bus order, because a notice concerns earlier lines.
    private enum Outgoing {
        case request(Int)
        case notice(NATSMessage)
    }

    let settings: PoolCallerSettings
    let subjects: PoolSubjects
    var link: Link
    var server = ""
    var setup: PoolSetup
    var retained: RetainedAnswers
    var latency = RoundTripTime()
    private var report = StatusReport()
    /// Whether the log has the current trouble (without a supervisor).
    private var isTroubled = false
    var log = LogLimit()

    var requests: [Int: CallerRequest] = [:]
    var names = OpenNames()
    private var outgoing: [Outgoing] = []
    /// Lines read so far.
    var position = 0
    var heldBytes = 0
    /// How many requests are published but not acknowledged, stored, and refused.
    var (published, stored, refused) = (0, 0, 0)
    /// Why the server refuses requests; nil while it takes them.
    var refusal: String?
    /// Whether the queue seems to have no readers.
    var hasNoWorker = false
    var needsRecall = false
    /// Requests that are no longer in their stream and have no answer here.
    var suspects: Set<Int> = []
    /// Places in the stream of answers: all answers up to the first have arrived; up to the second, that is not yet certain.
    var baseline = (sure: 0, next: 0)
    /// When the stream of requests was created, as last reported.
    var streamCreated: String?
    var nextAudit: Instant?
    /// No request is published again before this time.
    private var nextRetry: Instant?
    /// When to report the status, if it has changed.
    private var nextReport: Instant?
    private var isReady = false
    private var hasInputEnded = false
    private var hasEnded = false
    private var largest = Int.max

    /// The most bytes of lines kept.
    private static let mostHeld = 16 << 20
    private static let mostNotices = 1024
    /// Without an acknowledgement for this long, a request is published again.
    private static let patience = Duration.seconds(5)
    private static let pause = Duration.milliseconds(250)
    static let auditInterval = Duration.seconds(5)
    /// A shorter loss of the connection is not reported.
    private static let grace = Duration.seconds(1)
    /// The most bytes for a message's headers.
    private static let headerRoom = 4096

    /// - Parameter now: the present time.
    package init(_ settings: PoolCallerSettings, at now: Instant) {
        self.settings = settings
        subjects = PoolSubjects(settings.pool)
        link = .waiting(since: now)
        setup = PoolSetup(subjects, settings.limits, settings.inbox, consumer: nil)
        retained = RetainedAnswers(
            subjects, settings.caller, incarnation: settings.incarnation, settings.inbox)
    }

    package var takesLines: Bool {
        requests.count < settings.underWay && heldBytes < Self.mostHeld
            && requests.count - stored < settings.window && outgoing.count < settings.window
    }

    package var deadline: Instant? {
        let graceEnd: Instant? =
            switch link {
            case .waiting(let since), .gone(let since):
                settings.isSupervised && !report.isTroubled && report.deadline == nil ? since + Self.grace : nil
            default: nil
            }
        return earliest(
            setup.deadline, retained.deadline, report.deadline, nextAudit, nextReport, graceEnd,
            isOnline ? latency.deadline : nil, isOnline ? nextRetry : nil)
    }

    private var isOnline: Bool { link == .ready || link == .plain }

    package mutating func handle(
        _ input: consuming BridgeInput, at now: Instant, into effects: inout [BridgeEffect]
    ) {
        guard !hasEnded else { return }
        switch consume input {
        case .started:
            effects.append(.subscribe(settings.inbox.all, group: nil))
            effects.append(.subscribe(subjects.answers(to: settings.caller), group: nil))
        case .line(let line): handle(line, at: now, into: &effects)
        case .refused(let error, let line): refuse(line, because: "\(error)", into: &effects)
        case .inputEnded:
            hasInputEnded = true
            if settings.isSupervised { end(.done, into: &effects) }
        case .stopped: end(.done, into: &effects)
        case .message(let message): handle(message, at: now, into: &effects)
        case .link(let status): handle(status, at: now, into: &effects)
        case .time, .childLine, .childRefused, .childEnded, .childNotStarted: break
        }
        turn(at: now, into: &effects)
    }

    // MARK: - Time

    private mutating func turn(at now: Instant, into effects: inout [BridgeEffect]) {
        guard !hasEnded else { return }
        setup.turn(at: now, into: &effects)
        retained.turn(at: now, into: &effects)
        if isOnline { latency.ask(by: settings.inbox, at: now, into: &effects) }
        audit(at: now, into: &effects)
        retry(at: now)
        recall(at: now, into: &effects)
        publish(at: now, into: &effects)
        reportStatus(at: now, into: &effects)
        if hasInputEnded, requests.isEmpty, outgoing.isEmpty { end(.done, into: &effects) }
    }

    mutating func end(_ status: ExitStatus, into effects: inout [BridgeEffect]) {
        guard !hasEnded else { return }
        hasEnded = true
        effects.append(.exit(status))
    }

    // MARK: - The bus

    mutating func handle(
        _ line: BusLine, at now: Instant, into effects: inout [BridgeEffect]
    ) {
        guard !line.type.hasPrefix("process.") else { return }
        let isNotice = settings.notices.contains { $0.matches(line.type) }
        guard let subject = isNotice ? subjects.notice(line.type) : subjects.request(line.type) else {
            return refuse(line.type, because: "the type cannot be part of a NATS subject", into: &effects)
        }
        position += 1
        let line = completed(line)
        guard !isNotice else {
            guard outgoing.count < Self.mostNotices else { return }
            outgoing.append(.notice(CloudEventsBinding.message(line.bytes, on: subject, headers: headers(position))))
            return
        }
        let name = EventName(source: line.source ?? "", id: line.id ?? "")
        guard names.number(of: name) == nil else { return }
        let number = position
        var request = CallerRequest(line: line.bytes, subject: subject, name: name, state: .queued, since: now)
        if line.isReplayed {
            request.state = .recalled
            needsRecall = true
        } else {
            outgoing.append(.request(number))
        }
        requests[number] = request
        names.insert(number, name, chain: line.chain ?? "")
        heldBytes += line.bytes.count
    }

    /// An answer can only refer to a line with a name.
    private func completed(_ line: BusLine) -> BusLine {
        guard line.id == nil, var event = try? Event(line: line.bytes.span) else { return line }
        event.id = "\(settings.incarnation)-\(position)"
        return (try? BusLine(event.line.dropLast())) ?? line
    }

    private func refuse(_ line: String, because reason: String, into effects: inout [BridgeEffect]) {
        let refused = ProcessOutput.Refused(reason: reason, line: String(line.prefix(200)))
        effects.append(.write(line: Event(ProcessOutput.Refused.type, refused).line.dropLast()))
    }

    private func headers(_ position: Int) -> [NATSHeader] {
        [
            NATSHeader(PoolHeader.caller, settings.caller.description),
            NATSHeader(PoolHeader.position, "\(settings.incarnation).\(position)"),
            NATSHeader(PoolHeader.service, AttributeCoding.encode(settings.service)),
        ]
    }

    // MARK: - The connection

    mutating func handle(
        _ status: LinkStatus, at now: Instant, into effects: inout [BridgeEffect]
    ) {
        switch status {
        case .connected(let server, let limit):
            self.server = server
            largest = limit
            withdraw()
            link = .preparing
            latency.forget()
            setup.begin(at: now, into: &effects)
        case .disconnected:
            withdraw()
            setup.end()
            retained.end()
            nextAudit = nil
            suspects.removeAll()
            needsRecall = requests.values.contains { $0.state == .recalled }
            if case .gone = link { return }
            if case .waiting = link { return }
            link = .gone(since: now)
        case .closed(let reason):
            effects.append(.log("the connection to the server is closed: \(reason)"))
            end(.unavailable, into: &effects)
        }
    }

    /// Everything unconfirmed is published again, in order.
    mutating func withdraw() {
        let unsure = requests.filter { $0.value.state.isPublished }.keys.sorted()
        for number in unsure { set(number, .queued) }
        outgoing.insert(contentsOf: unsure.map { .request($0) }, at: 0)
    }

    mutating func finishSetup(
        _ outcome: PoolSetup.Outcome, at now: Instant, into effects: inout [BridgeEffect]
    ) {
        switch outcome {
        case .mistake(let reason):
            effects.append(.log(reason))
            return end(.unavailable, into: &effects)
        case .noJetStream:
            log.write(
                "the server \(server) has no JetStream: each request goes to a worker at most once", at: now,
                into: &effects)
            link = .plain
            for number in requests.filter({ $0.value.state == .recalled }).keys.sorted() { queue(number) }
            needsRecall = false
        case .ready(let stream, let answers):
            link = .ready
            nextAudit = now + Self.auditInterval
            findLost(in: stream)
            let last = answers.state?.lastSequence ?? 0
            // The server may have lost some, or all.
            let start = min(baseline.sure, last)
            if isReady, !requests.isEmpty {
                // All answers will be read for the requests that were sent again.
                guard !needsRecall else { return }
                retained.begin(from: Self.place(behind: start), for: position + 1, at: now, into: &effects)
            } else {
                baseline = (last, last)
            }
        }
        guard !isReady else { return }
        isReady = true
        guard settings.isSupervised else { return }
        effects.append(.write(line: Event(ProcessOutput.Ready.type, ProcessOutput.Ready()).line.dropLast()))
    }

    /// A server that did not shut down cleanly may have lost confirmed messages; a different stream never had them.
    private mutating func findLost(in stream: StreamAnswer) {
        let isSame = streamCreated == nil || streamCreated == stream.created
        streamCreated = stream.created
        let last = stream.state?.lastSequence ?? 0
        for (number, request) in requests.sorted(by: { $0.key < $1.key }) {
            // A message to a server without JetStream has no place, and is sent once.
            if let sequence = request.state.sequence, sequence > 0, !isSame || sequence > last { requeueLost(number) }
        }
    }

    /// Under its old id, JetStream would take it for the lost message.
    mutating func requeueLost(_ number: Int) {
        requests[number]?.losses += 1
        queue(number)
    }

    mutating func set(_ number: Int, _ state: CallerRequest.State) {
        guard let old = requests[number] else { return }
        published += (state.isPublished ? 1 : 0) - (old.state.isPublished ? 1 : 0)
        stored += (state.sequence == nil ? 0 : 1) - (old.state.sequence == nil ? 0 : 1)
        refused += (state.isRefused ? 1 : 0) - (old.state.isRefused ? 1 : 0)
        requests[number]?.state = state
        if let time = Self.retryTime(of: state) { nextRetry = nextRetry.map { min($0, time) } ?? time }
    }

    mutating func queue(_ number: Int) {
        set(number, .queued)
        outgoing.append(.request(number))
    }

    // MARK: - Publishing

    mutating func publish(at now: Instant, into effects: inout [BridgeEffect]) {
        guard isOnline, !retained.isReading else { return }
        var done = 0
        // While the server refuses, one request probes whether it still does.
        let window = refusal == nil ? settings.window : 1
        for next in outgoing {
            switch next {
            case .notice(let message): effects.append(.publish(message))
            case .request(let number):
                // It may have been answered by now.
                guard let request = requests[number], request.state == .queued else { break }
                guard published < window else {
                    outgoing.removeFirst(done)
                    return
                }
                publish(number, request, at: now, into: &effects)
                guard !hasEnded else { return }
            }
            done += 1
        }
        outgoing.removeFirst(done)
    }

    mutating func publish(
        _ number: Int, _ request: CallerRequest, at now: Instant, into effects: inout [BridgeEffect]
    ) {
        guard request.line.count + Self.headerRoom <= largest else {
            effects.append(
                .log("a request of \(request.line.count) bytes is too long for the server: raise its max_payload"))
            return end(.unavailable, into: &effects)
        }
        var headers = headers(number)
        if !settings.progress.isEmpty {
            let patterns = settings.progress.map(\.description).joined(separator: ",")
            headers.append(NATSHeader(PoolHeader.progress, AttributeCoding.encode(patterns)))
        }
        if let id = PoolHeader.messageID(
            settings.caller.description, request.name.source, request.name.id, "\(request.losses)")
        {
            headers.append(id)
        }
        let isPlain = link == .plain
        let reply = settings.inbox.subject("put", number)
        effects.append(
            .publish(CloudEventsBinding.message(request.line, on: request.subject, reply: reply, headers: headers)))
        set(number, isPlain ? .stored(sequence: 0) : .published(at: now))
        if isPlain { hasNoWorker = false }
        requests[number]?.baseline = baseline.sure
    }

    /// The server has acknowledged or refused a request.
    mutating func handleStored(_ message: NATSMessage, _ number: Int, at now: Instant) {
        guard let request = requests[number] else { return }
        if link == .plain {
            guard ServerStatus(message)?.hasNoResponders == true, request.state.sequence == 0 else { return }
            hasNoWorker = true
            return set(number, .refused(until: now + Self.pause))
        }
        guard request.state.isPublished else { return }
        if let answer = try? message.read(PublishAnswer.self), answer.error == nil, let sequence = answer.sequence {
            refusal = nil
            set(number, .stored(sequence: sequence))
            requests[number]?.since = now
            return
        }
        let error = (try? message.read(PublishAnswer.self))?.error
        refusal = error.map { $0.isFull ? "the queue is full" : $0.reason } ?? "the server does not store it"
        set(number, .refused(until: now + Self.pause))
    }

    private mutating func retry(at now: Instant) {
        guard isOnline, let due = nextRetry, due <= now else { return }
        let numbers = requests.filter { _, request in
            Self.retryTime(of: request.state).map { $0 <= now } ?? false
        }.keys.sorted()
        for number in numbers { set(number, .queued) }
        outgoing.insert(contentsOf: numbers.map { .request($0) }, at: 0)
        nextRetry = requests.values.compactMap { Self.retryTime(of: $0.state) }.min()
    }

    private static func retryTime(of state: CallerRequest.State) -> Instant? {
        switch state {
        case .refused(let until): until
        case .published(let since): since + patience
        case .recalled, .queued, .stored: nil
        }
    }

    // MARK: - Status

    private mutating func reportStatus(at now: Instant, into effects: inout [BridgeEffect]) {
        let isWrong = refusal != nil || hasNoWorker && !requests.isEmpty
        nextReport = nil
        if isOnline, !isWrong, !report.isTroubled, !isTroubled {
            guard settings.isSupervised else { return }
            if let rest = report.rest, now < rest {
                // It would not be reported yet.
                nextReport = rest
                return
            }
        }
        guard let (text, isTrouble) = currentStatus(at: now) else { return }
        guard !settings.isSupervised else { return report.report(text, trouble: isTrouble, at: now, into: &effects) }
        // The connection itself reports that no server is there.
        guard isOnline else { return }
        if isTrouble, !isTroubled { effects.append(.log(text)) }
        isTroubled = isTrouble
    }

    /// Nil while it is about to change.
    private func currentStatus(at now: Instant) -> (text: String, isTrouble: Bool)? {
        let waiting = "\(requests.count) \(requests.count == 1 ? "request waits" : "requests wait")"
        switch link {
        case .waiting(let since) where now - since >= Self.grace:
            return ("no NATS server answers at \(settings.servers); \(waiting)", true)
        case .gone(let since) where now - since >= Self.grace: return ("the server \(server) is gone; \(waiting)", true)
        case .waiting, .gone, .preparing: return nil
        case .ready, .plain: break
        }
        if let refusal { return ("\(settings.pool): \(refusal); \(waiting)", true) }
        if hasNoWorker, !requests.isEmpty { return ("no worker of \(settings.pool) is there; \(waiting)", true) }
        let delay = latency.text.map { ": \($0)" } ?? ""
        let plain = link == .plain ? ", no JetStream" : ""
        return ("nats://\(server)\(delay), \(requests.count) under way\(plain)", false)
    }
}
