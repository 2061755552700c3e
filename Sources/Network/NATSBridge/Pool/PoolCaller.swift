import InteractorMessages
import JSON
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
    private let inbox: Inbox
    /// Headers of all requests.
    private let headers: [NATSHeader]
    private var phase = Phase.starting
    private var status: CallerStatus
    private var latency = RoundTripTime()
    private var log = LogLimit()
    private var requests = CallerRequests()
    private var window: SendWindow
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
    /// The most bytes for a message's headers.
    private static let headerRoom = 4096

    /// - Parameter now: the present time.
    package init(_ settings: PoolCallerSettings, at now: Instant) {
        self.settings = settings
        subjects = PoolSubjects(settings.pool)
        inbox = Inbox(prefix: "\(subjects.root(.answers)).\(settings.caller).\(settings.incarnation)")
        headers = Self.headers(settings)
        status = CallerStatus(settings, since: now)
        window = SendWindow(most: settings.underWay)
    }

    package var takesLines: Bool {
        requests.count < settings.underWay && requests.bytes < Self.mostHeld
    }

    package var deadline: Instant? {
        earliest(
            status.deadline, status.isOnline ? latency.deadline : nil, status.isOnline ? requests.nextDue : nil,
            status.isOnline ? window.pause.end : nil)
    }

    package mutating func handle(
        _ input: consuming BridgeInput, at now: Instant, into effects: inout [BridgeEffect]
    ) {
        guard phase != .ended else { return }
        switch consume input {
        case .started: effects.append(.subscribe(subjects.answers(to: settings.caller), group: nil))
        case .line(let line): handle(line, at: now, into: &effects)
        case .refused(let error, let line): refuse(line, because: "\(error)", into: &effects)
        case .inputEnded: settings.isSupervised ? end(.done, into: &effects) : (phase = .draining)
        case .stopped: end(.done, into: &effects)
        case .message(let message): handle(message, at: now, into: &effects)
        case .link(let link): handle(link, at: now, into: &effects)
        case .time, .childLine, .childRefused, .childEnded, .childNotStarted: break
        }
        turn(at: now, into: &effects)
    }

    private mutating func turn(at now: Instant, into effects: inout [BridgeEffect]) {
        guard phase != .ended else { return }
        if status.isOnline {
            latency.ask(by: inbox, at: now, into: &effects)
            requests.queueDue(at: now)
            window.turn(at: now)
            askForReport(into: &effects)
            send(at: now, into: &effects)
        }
        status.report(
            waiting: requests.count, strays: strays, delay: latency.text, at: now, into: &effects)
        guard phase == .draining, requests.isEmpty else { return }
        end(refusals == 0 ? .done : .unavailable, into: &effects)
    }

    private mutating func end(_ status: ExitStatus, into effects: inout [BridgeEffect]) {
        phase = .ended
        effects.append(.exit(status))
    }

    // MARK: - The bus

    private mutating func handle(_ line: BusLine, at now: Instant, into effects: inout [BridgeEffect]) {
        guard !line.type.hasPrefix("process.") else { return }
        let isNotice = settings.notices.contains { $0.matches(line.type) }
        guard let subject = subjects.make(isNotice ? .notices : .calls, line.type, of: settings.caller) else {
            return refuse(line.type, because: "the type cannot be part of a NATS subject", into: &effects)
        }
        position += 1
        let line = completed(line)
        guard !isNotice else {
            let message = CloudEventsBinding.message(line.bytes, on: subject, headers: [place(position)])
            if status.isOnline { effects.append(.publish(message)) } else { requests.append(message) }
            return
        }
        let name = EventName(source: line.source ?? "", id: line.id ?? "")
        guard requests.number(of: name) == nil else { return }
        var request = CallerRequest(line: line.bytes, subject: subject, name: name, state: .queued)
        if line.isReplayed {
            // A worker may be at work on the request for this caller's predecessor.
            request.state = .sent(until: now + Self.reportTime)
            needsReport = true
        }
        requests.insert(request, as: position, chain: line.chain ?? "")
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

    // MARK: - The connection

    private mutating func handle(_ link: LinkStatus, at now: Instant, into effects: inout [BridgeEffect]) {
        switch link {
        case .connected:
            latency.forget()
            requests.doubt(until: now + Self.reportTime)
            needsReport = requests.sent > 0
            effects += requests.takeNotices().map { .publish($0) }
            guard phase == .starting else { break }
            phase = .ready
            guard settings.isSupervised else { break }
            effects.append(.write(line: Event(ProcessOutput.Ready.type, ProcessOutput.Ready()).line.dropLast()))
        case .disconnected: break
        case .closed(let reason):
            effects.append(.log("the connection to the server is closed: \(reason)"))
            end(.unavailable, into: &effects)
        }
        status.handle(link, at: now)
    }

    // MARK: - Sending

    private mutating func askForReport(into effects: inout [BridgeEffect]) {
        guard needsReport, let subject = subjects.make(.notices, PoolSubjects.report, of: settings.caller) else {
            return
        }
        needsReport = false
        effects.append(.publish(NATSMessage(subject)))
    }

    private mutating func send(at now: Instant, into effects: inout [BridgeEffect]) {
        while let (number, request) = requests.next(), window.hasRoom(sent: requests.sent) {
            guard request.line.count + Self.headerRoom <= status.largest else {
                let reason = "\(request.line.count) bytes are too long for the server: raise its max_payload"
                giveUp(number, because: reason, at: now, into: &effects)
                continue
            }
            effects.append(
                .publish(
                    CloudEventsBinding.message(
                        request.line, on: request.subject, reply: inbox.subject("sent", number),
                        headers: headers(of: request, number))))
            requests.update(number, to: .sent(until: now + settings.patience))
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
        var headers = headers + [place(number)]
        if request.attempt > 1 { headers.append(NATSHeader(PoolHeader.attempt, "\(request.attempt)")) }
        if request.refusals > 0 { headers.append(NATSHeader(PoolHeader.refusals, "\(request.refusals)")) }
        return headers
    }

    // MARK: - The workers

    private mutating func handle(_ message: NATSMessage, at now: Instant, into effects: inout [BridgeEffect]) {
        if let (purpose, number) = inbox.read(message.subject) {
            switch purpose {
            case "ping": latency.take(number, at: now)
            case "sent" where ServerStatus(message)?.hasNoResponders == true:
                handleNoWorker(for: number, at: now)
            default: break
            }
            return
        }
        guard case .caller(.answers, settings.caller, let type)? = subjects.read(message.subject) else {
            return
        }
        status.hasWorkers = true
        if let state = WorkerSign.State(type: type) {
            guard let sign = try? message.read(WorkerSign.self), sign.worker.utf8.count <= WorkerSign.longestWorker,
                let number = requests.number(of: EventName(source: sign.source, id: sign.id))
            else { return }
            return handle(sign, state, of: number, at: now, into: &effects)
        }
        handleAnswer(message, type, at: now, into: &effects)
    }

    private mutating func handleNoWorker(for number: Int, at now: Instant) {
        guard requests[number]?.state.isSent == true else { return }
        status.hasWorkers = false
        requests.update(number, to: .queued)
        window.didRefuse(sent: requests.sent, isAbsent: true, at: now)
    }

    private mutating func handle(
        _ sign: WorkerSign, _ state: WorkerSign.State, of number: Int, at now: Instant,
        into effects: inout [BridgeEffect]
    ) {
        guard let request = requests[number] else { return }
        workers.note(sign.worker, at: now)
        switch state {
        case .working:
            requests.update(number, to: .sent(until: now + settings.patience))
            window.didTake(sent: requests.sent)
        case .busy:
            guard request.state.isSent else { return }
            requests.update(number, to: .queued) { $0.refusals += 1 }
            window.didRefuse(sent: requests.sent, at: now)
        case .returned: requests.update(number, to: .queued) { $0.attempt += 1 }
        case .failed: handleFailure(sign, of: number, at: now, into: &effects)
        case .refused: giveUp(number, because: sign.reason ?? "a worker refused it", at: now, into: &effects)
        }
    }

    private mutating func handleFailure(
        _ sign: WorkerSign, of number: Int, at now: Instant, into effects: inout [BridgeEffect]
    ) {
        requests.update(number, to: .queued) {
            $0.failures += 1
            $0.failedOn.insert(sign.worker)
            $0.attempt += 1
            $0.refusals = 0
        }
        guard let request = requests[number] else { return }
        let isAlone = workers.known(at: now).subtracting(request.failedOn).isEmpty
        if request.failedOn.count >= Self.mostWorkers || isAlone && request.failures >= Self.mostFailures {
            let workers = request.failedOn.count == 1 ? "a worker" : "\(request.failedOn.count) workers"
            let reason = "\(request.failures) attempts failed on \(workers): \(sign.reason ?? "no reason given")"
            return giveUp(number, because: reason, at: now, into: &effects)
        }
        let rest = Backoff(Self.shortestRest...Self.longestRest).delay(after: request.failures)
        requests.update(number, to: .resting(until: now + rest))
    }

    private mutating func handleAnswer(
        _ message: NATSMessage, _ type: Substring, at now: Instant, into effects: inout [BridgeEffect]
    ) {
        let answer: BusLine
        do throws(BindingError) {
            answer = try CloudEventsBinding.line(message, limit: .max)
        } catch {
            return log.write("a message on \(message.subject) was dropped: \(error)", at: now, into: &effects)
        }
        guard answer.type == type else {
            return log.write(
                "an answer was dropped: its type \(answer.type) is not that of \(message.subject)", at: now,
                into: &effects)
        }
        // A second answer, or one to a predecessor's request.
        guard let number = requests.number(answeredBy: answer), let request = requests[number] else {
            strays += 1
            let cause = "\(answer.causationSource ?? "")/\(answer.causationID ?? "")".prefix(200)
            return log.write(
                "an answer to \(cause) was dropped: this request is not open (\(strays) so far)", at: now,
                into: &effects)
        }
        window.didAnswer()
        guard answer.bytes.count <= settings.lineLimit else {
            let reason = "its answer of \(answer.bytes.count) bytes is longer than the session's line_limit"
            return giveUp(number, because: reason, at: now, into: &effects)
        }
        guard
            answer.type == ProcessOutput.Refused.type
                || settings.sends?.contains(where: { $0.matches(answer.type) }) != false
        else {
            return giveUp(number, because: "this service may not send \(answer.type)", at: now, into: &effects)
        }
        if answer.type == ProcessOutput.Refused.type, let cause = try? Event(line: request.line.span),
            let refused = try? answer.decode(ProcessOutput.Refused.self),
            let failure = failure(of: cause, because: refused.reason)
        {
            requests.remove(number)
            return effects.append(.write(line: failure.line.dropLast()))
        }
        if settings.progress.contains(where: { $0.matches(answer.type) }) {
            // A worker that was taken for dead may still report.
            let attempt = message[PoolHeader.attempt].flatMap { Int($0) } ?? 1
            guard attempt >= request.reporting else { return }
            requests.update(number, to: .sent(until: now + settings.patience)) { $0.reporting = attempt }
        } else {
            requests.remove(number)
        }
        effects.append(.write(line: answer.claimed(by: settings.service)))
    }

    /// Answers a request with a refusal.
    private mutating func giveUp(
        _ number: Int, because reason: String, at now: Instant, into effects: inout [BridgeEffect]
    ) {
        guard let request = requests.remove(number) else { return }
        refusals += 1
        let name = "\(request.name.source)/\(request.name.id)".prefix(200)
        log.write("the request \(name) was given up: \(reason)", at: now, into: &effects)
        guard let cause = try? Event(line: request.line.span) else { return }
        let refused = ProcessOutput.Refused(
            reason: String(reason.prefix(500)), line: String(decoding: request.line.prefix(200), as: UTF8.self))
        let answer =
            failure(of: cause, because: refused.reason) ?? Event(ProcessOutput.Refused.type, refused, answering: cause)
        effects.append(.write(line: answer.line.dropLast()))
    }

    /// A refusal as an answer of the request's own protocol, such as `interactor.output.failed` after `interactor.input.search`: the role
    /// that has asked waits for one.
    /// - Returns: nil if the service may not send it.
    private func failure(of cause: Event, because reason: String) -> Event? {
        guard let end = cause.type.firstRange(of: ".input.")?.lowerBound else { return nil }
        let type = "\(cause.type[..<end]).output.failed"
        guard settings.sends?.contains(where: { $0.matches(type) }) == true else { return nil }
        let failure = InteractorOutput.Failed(kind: .local, message: String(reason.prefix(500)), retryable: true)
        return Event(type, failure, answering: cause)
    }
}

/// Workers that have reported lately.
struct KnownWorkers: Sendable {
    private var seen: [String: Instant] = [:]

    private static let age = Duration.seconds(60)
    private static let most = 256

    mutating func note(_ worker: String, at now: Instant) {
        if seen.count >= Self.most, seen[worker] == nil { seen = seen.filter { now - $0.value <= Self.age } }
        if seen.count < Self.most || seen[worker] != nil { seen[worker] = now }
    }

    func known(at now: Instant) -> Set<String> { Set(seen.filter { now - $0.value <= Self.age }.keys) }
}
