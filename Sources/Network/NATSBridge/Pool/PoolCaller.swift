import InteractorMessages
package import Platform
import Wire

/// Plays a service's part on a bus: sends its requests to a pool of workers, and writes their answers.
///
/// A request is kept here until it is answered. It is sent again if its worker is busy, fails, or gives no sign of life. An answer is
/// written once: anything that answers no open request is dropped.
package struct PoolCaller: Bridge {
    private enum Phase {
        case starting, ready
        /// The bus sends nothing more, and the last requests are answered.
        case draining
        case ended
    }

    private let settings: PoolCallerSettings
    private let subjects: PoolSubjects
    /// The beginning of the subjects of answers.
    private let answers: String
    private let inbox: Inbox
    /// Headers of all requests.
    private let headers: [NATSHeader]
    private var phase = Phase.starting
    private var status: BridgeStatus
    private var latency = RoundTripTime()
    private var requests: CallerRequests
    private var workers = KnownWorkers()
    /// True if the workers have to be asked which requests they have.
    private var needsReport = false
    /// Lines read so far.
    private var position = 0
    /// Answers that named no open request; requests that were given up.
    private var (strays, refusals) = (0, 0)

    /// Together with what waits in the bus's queue and the pipe, less than the bus's journal keeps for a successor.
    private static let mostHeld = 8 << 20
    /// After a new connection, workers have this time to report what they work on.
    private static let reportTime = Duration.seconds(1)
    /// Pauses after failures of a request.
    private static let (shortestRest, longestRest) = (Duration.milliseconds(100), Duration.seconds(5))
    /// A request is given up when so many workers have failed, or one has so many times while no other is there.
    private static let (mostWorkers, mostFailures) = (3, 5)

    package init(_ settings: PoolCallerSettings, at now: Instant) {
        self.settings = settings
        subjects = PoolSubjects(settings.pool)
        answers = "\(subjects.root(.answers)).\(settings.caller)"
        inbox = Inbox(prefix: "\(answers).\(settings.incarnation)")
        headers = Self.headers(settings)
        status = BridgeStatus(servers: settings.servers, isSupervised: settings.isSupervised, at: now)
        requests = CallerRequests(most: settings.underWay)
    }

    package var takesLines: Bool { requests.count < settings.underWay && requests.bytes < Self.mostHeld }

    package var deadline: Instant? {
        guard status.isOnline else { return status.deadline }
        return earliest(status.deadline, latency.deadline, requests.nextDue, requests.pause.end)
    }

    package mutating func handle(_ input: consuming BridgeInput, _ turn: inout Turn) {
        guard phase != .ended else { return }
        switch consume input {
        case .started: turn.effects.append(.subscribe("\(answers).>", group: nil))
        case .line(let line): handle(line, &turn)
        case .refused(let error, let line): refuse(line, because: "\(error)", &turn)
        case .inputEnded: settings.isSupervised ? end(.done, &turn) : (phase = .draining)
        case .stopped: end(.done, &turn)
        case .message(let message): handle(message, &turn)
        case .link(let link): handle(link, &turn)
        case .time, .childLine, .childRefused, .childEnded, .childNotStarted: break
        }
        advance(&turn)
    }

    private mutating func advance(_ turn: inout Turn) {
        guard phase != .ended else { return }
        if status.isOnline {
            if let number = latency.next(at: turn.now) { turn.publish(NATSMessage(inbox.subject("ping", number))) }
            requests.advance(at: turn.now)
            if needsReport, let subject = subjects.make(.notices, PoolSubjects.report, of: settings.caller) {
                needsReport = false
                turn.publish(NATSMessage(subject))
            }
            send(&turn)
        }
        let count = requests.count
        status.report(
            "\(count) under way\(strays > 0 ? ", \(strays) answers dropped" : "")", delay: latency.text,
            problem: workers.areThere || count == 0 ? nil : "no worker of \(settings.pool) is there",
            waiting: "\(count) \(count == 1 ? "request waits" : "requests wait")", &turn)
        guard phase == .draining, requests.count == 0 else { return }
        end(refusals == 0 ? .done : .unavailable, &turn)
    }

    private mutating func end(_ status: ExitStatus, _ turn: inout Turn) {
        phase = .ended
        turn.exit(status)
    }

    // MARK: - The bus

    private mutating func handle(_ line: BusLine, _ turn: inout Turn) {
        guard !line.type.hasPrefix("process.") else { return }
        let isNotice = settings.notices.contains { $0.matches(line.type) }
        guard let subject = subjects.make(isNotice ? .notices : .calls, line.type, of: settings.caller) else {
            return refuse(line.type, because: "the type cannot be part of a NATS subject", &turn)
        }
        position += 1
        let line = completed(line)
        guard !isNotice else {
            let message = CloudEventsBinding.message(line.bytes, on: subject, headers: [place(position)])
            if status.isOnline { turn.publish(message) } else { requests.append(message) }
            return
        }
        guard requests.open.number(of: line.name) == nil else { return }
        var request = CallerRequest(line: line, subject: subject)
        if line.isReplayed {
            // A worker may be at work on the request for this caller's predecessor.
            request.state = .sent(until: turn.now + Self.reportTime)
            needsReport = true
        }
        requests.insert(request, as: position)
    }

    /// An answer can only refer to a line with a name.
    private func completed(_ line: BusLine) -> BusLine {
        guard line.id == nil, var event = line.event else { return line }
        event.id = "\(settings.incarnation)-\(position)"
        return (try? BusLine(event.line.dropLast())) ?? line
    }

    private func refuse(_ line: String, because reason: String, _ turn: inout Turn) {
        let refused = ProcessOutput.Refused(reason: reason, line: String(line.prefix(200)))
        turn.write(Event(ProcessOutput.Refused.type, refused))
    }

    // MARK: - The connection

    private mutating func handle(_ link: LinkStatus, _ turn: inout Turn) {
        status.handle(link, at: turn.now)
        guard status.isOnline else { return }
        latency.forget()
        requests.doubt(until: turn.now + Self.reportTime)
        needsReport = requests.sent > 0
        turn.effects += requests.takeNotices().map { .publish($0) }
        guard phase == .starting else { return }
        phase = .ready
        if settings.isSupervised { turn.write(Event(ProcessOutput.Ready.type, ProcessOutput.Ready())) }
    }

    // MARK: - Sending

    private mutating func send(_ turn: inout Turn) {
        while let (number, request) = requests.next() {
            let count = request.line.bytes.count
            guard count + NATSMessage.roomForHeaders <= status.largest ?? .max else {
                giveUp(number, because: "\(count) bytes are too long for the server: raise its max_payload", &turn)
                continue
            }
            turn.publish(
                CloudEventsBinding.message(
                    request.line.bytes, on: request.subject, reply: inbox.subject("sent", number),
                    headers: headers(of: request, number)))
            requests.update(number, to: .sent(until: turn.now + settings.patience))
        }
    }

    private func place(_ position: Int) -> NATSHeader {
        NATSHeader(PoolHeader.position, "\(settings.incarnation).\(position)")
    }

    private static func headers(_ settings: PoolCallerSettings) -> [NATSHeader] {
        var headers = [NATSHeader(PoolHeader.service, AttributeCoding.encode(settings.service))]
        if !settings.progress.isEmpty {
            let patterns = settings.progress.map(\.description).joined(separator: ",")
            headers.append(NATSHeader(PoolHeader.progress, AttributeCoding.encode(patterns)))
        }
        if settings.patience != PoolPatience.standard {
            headers.append(NATSHeader(PoolHeader.patience, "\(Int(settings.patience / .milliseconds(1)))"))
        }
        return headers
    }

    private func headers(of request: CallerRequest, _ number: Int) -> [NATSHeader] {
        var headers = headers
        // It only tells which notices are newer.
        if !settings.notices.isEmpty { headers.append(place(number)) }
        if request.attempt > 1 { headers.append(NATSHeader(PoolHeader.attempt, "\(request.attempt)")) }
        if request.refusals > 0 { headers.append(NATSHeader(PoolHeader.refusals, "\(request.refusals)")) }
        return headers
    }

    // MARK: - The workers

    private mutating func handle(_ message: NATSMessage, _ turn: inout Turn) {
        if let (purpose, number) = inbox.read(message.subject) {
            if purpose == "ping" { latency.take(number, at: turn.now) }
            if purpose == "sent", message.hasNoResponders, requests.open[number]?.state.isSent == true {
                workers.areThere = false
                requests.didRefuse(number, isAbsent: true, at: turn.now)
            }
            return
        }
        guard let type = SubjectWords.rest(of: message.subject, after: answers) else { return }
        workers.areThere = true
        guard let state = WorkerSign.State(type: type) else { return handleAnswer(message, type, &turn) }
        guard let sign = try? message.read(WorkerSign.self), sign.worker.utf8.count <= WorkerSign.longestWorker,
            let number = requests.open.number(of: (sign.source, sign.id))
        else { return }
        handle(sign, state, of: number, &turn)
    }

    private mutating func handle(_ sign: WorkerSign, _ state: WorkerSign.State, of number: Int, _ turn: inout Turn) {
        guard let request = requests.open[number] else { return }
        workers.note(sign.worker, at: turn.now)
        switch state {
        case .working:
            requests.update(number, to: .sent(until: turn.now + settings.patience))
            requests.didTake()
        case .busy:
            guard request.state.isSent else { return }
            requests.didRefuse(number, at: turn.now) { $0.refusals += 1 }
        case .returned: requests.update(number, to: .queued) { $0.attempt += 1 }
        case .failed: handleFailure(sign, of: number, request, &turn)
        case .refused: giveUp(number, because: sign.reason ?? "a worker refused it", &turn)
        }
    }

    private mutating func handleFailure(
        _ sign: WorkerSign, of number: Int, _ request: CallerRequest, _ turn: inout Turn
    ) {
        let failures = request.failures + 1
        let failedOn = request.failedOn.union([sign.worker])
        let isAlone = workers.known(at: turn.now).subtracting(failedOn).isEmpty
        if failedOn.count >= Self.mostWorkers || isAlone && failures >= Self.mostFailures {
            let workers = failedOn.count == 1 ? "a worker" : "\(failedOn.count) workers"
            let reason = "\(failures) attempts failed on \(workers): \(sign.reason ?? "no reason given")"
            return giveUp(number, because: reason, &turn)
        }
        let rest = Backoff(Self.shortestRest...Self.longestRest).delay(after: failures)
        requests.update(number, to: .resting(until: turn.now + rest)) {
            ($0.failures, $0.failedOn, $0.refusals) = (failures, failedOn, 0)
            $0.attempt += 1
        }
    }

    private mutating func handleAnswer(_ message: NATSMessage, _ type: Substring, _ turn: inout Turn) {
        let answer: BusLine
        do throws(BindingError) { answer = try CloudEventsBinding.line(message, limit: .max) } catch {
            return turn.complain("a message on \(message.subject) was dropped: \(error)")
        }
        guard answer.type == type else {
            let reason = "its type \(answer.type) is not that of \(message.subject)"
            return turn.complain("an answer was dropped: \(reason)")
        }
        // A second answer, or one to a predecessor's request.
        guard let number = requests.open.number(answeredBy: answer), let request = requests.open[number] else {
            strays += 1
            let cause = "\(answer.causationSource ?? "")/\(answer.causationID ?? "")".prefix(200)
            let reason = "this request is not open (\(strays) so far)"
            return turn.complain("an answer to \(cause) was dropped: \(reason)")
        }
        requests.didAnswer()
        guard answer.bytes.count <= settings.lineLimit else {
            let reason = "its answer of \(answer.bytes.count) bytes is longer than the session's line_limit"
            return giveUp(number, because: reason, &turn)
        }
        let isRefusal = answer.type == ProcessOutput.Refused.type
        guard isRefusal || maySend(answer.type) != false else {
            return giveUp(number, because: "this service may not send \(answer.type)", &turn)
        }
        if isRefusal, let refused = try? answer.event?.decode(ProcessOutput.Refused.self),
            let refusal = refusal(of: request, because: refused.reason)
        {
            requests.remove(number)
            return turn.write(refusal)
        }
        if settings.progress.contains(where: { $0.matches(answer.type) }) {
            // A worker that was taken for dead may still report.
            let attempt = message[PoolHeader.attempt].flatMap { Int($0) } ?? 1
            guard attempt >= request.reporting else { return }
            requests.update(number, to: .sent(until: turn.now + settings.patience)) { $0.reporting = attempt }
        } else {
            requests.remove(number)
        }
        turn.effects.append(.write(line: answer.claimed(by: settings.service)))
    }

    /// Nil if nobody has told what the service may send.
    private func maySend(_ type: String) -> Bool? { settings.sends?.contains { $0.matches(type) } }

    private mutating func giveUp(_ number: Int, because reason: String, _ turn: inout Turn) {
        guard let request = requests.remove(number) else { return }
        refusals += 1
        let name = "\(request.line.name.source)/\(request.line.name.id)".prefix(200)
        turn.complain("the request \(name) was given up: \(reason)")
        if let refusal = refusal(of: request, because: reason) { turn.write(refusal) }
    }

    /// A refusal as an answer of the request's own protocol, such as `interactor.output.failed` after `interactor.input.search`: the role
    /// that has asked waits for one. If the service may not send it, the bus gets the reason.
    private func refusal(of request: CallerRequest, because reason: String) -> Event? {
        guard let cause = request.line.event else { return nil }
        let (type, text) = (request.line.type, String(reason.prefix(500)))
        let failed = type.firstRange(of: ".input.").map { "\(type[..<$0.lowerBound]).output.failed" }
        if let failed, maySend(failed) == true {
            return Event(
                failed, InteractorOutput.Failed(kind: .local, message: text, retryable: true), answering: cause)
        }
        let line = String(decoding: request.line.bytes.prefix(200), as: UTF8.self)
        return Event(ProcessOutput.Refused.type, ProcessOutput.Refused(reason: text, line: line), answering: cause)
    }
}

/// Workers that have reported lately.
struct KnownWorkers: Sendable {
    private var seen: [String: Instant] = [:]
    /// True if somebody subscribes to the pool's requests, as far as is known.
    var areThere = true

    private static let age = Duration.seconds(60)
    private static let most = 256

    mutating func note(_ worker: String, at now: Instant) {
        if seen.count >= Self.most, seen[worker] == nil { seen = seen.filter { now - $0.value <= Self.age } }
        if seen.count < Self.most || seen[worker] != nil { seen[worker] = now }
    }

    func known(at now: Instant) -> Set<String> { Set(seen.filter { now - $0.value <= Self.age }.keys) }
}
