import Platform
import JSON
import Wire

/// Answers from the server, and the search for answers that this process may have missed.
extension PoolCaller {
    // MARK: - Messages

    mutating func handle(
        _ message: NATSMessage, at now: Instant, into effects: inout [BridgeEffect]
    ) {
        if let (purpose, number) = settings.inbox.read(message.subject) {
            if link == .ready, ServerStatus(message)?.hasNoResponders == true {
                return prepareAgain(at: now, into: &effects)
            }
            switch String(purpose) {
            case PoolSetup.purpose:
                guard let outcome = setup.take(message, number, at: now, into: &effects) else { return }
                finishSetup(outcome, at: now, into: &effects)
            case RetainedAnswers.purpose:
                guard let bound = retained.take(message, number, at: now, into: &effects) else { return }
                finishReading(bound)
            case "ping": latency.take(number, at: now)
            case "put": handleStored(message, number, at: now)
            case "audit": handleAudit(message, at: now, into: &effects)
            case "answers": noteBaseline(message)
            case "consumer": noteWorkers(message)
            default: break
            }
            return
        }
        guard message.subject.hasPrefix(subjects.answers(to: settings.caller).dropLast()) else { return }
        handleAnswer(message, at: now, into: &effects)
        guard let reply = message.reply, let delivery = DeliverySubject(reply),
            let bound = retained.took(delivery, at: now, into: &effects)
        else { return }
        finishReading(bound)
    }

    /// Sets up the streams again: one of them or a consumer is gone.
    private mutating func prepareAgain(at now: Instant, into effects: inout [BridgeEffect]) {
        withdraw()
        retained.end()
        suspects.removeAll()
        needsRecall = requests.values.contains { $0.state == .recalled }
        link = .preparing
        setup.begin(at: now, into: &effects)
    }

    private mutating func handleAnswer(
        _ message: NATSMessage, at now: Instant, into effects: inout [BridgeEffect]
    ) {
        let answer: BusLine
        do throws(BindingError) {
            answer = try CloudEventsBinding.line(message, limit: settings.lineLimit)
        } catch {
            log.write("a message on \(message.subject) was dropped: \(error)", at: now, into: &effects)
            guard case .event(.lineTooLong) = error, let long = try? CloudEventsBinding.line(message, limit: .max)
            else { return }
            if let number = names.number(answeredBy: long) { hold(number) }
            return
        }
        // A second answer, or one to another caller's request.
        guard let number = names.number(answeredBy: answer), var request = requests[number] else { return }
        if answer.type == PoolFailure.type { return fail(request, answer, into: &effects) }
        guard
            answer.type == ProcessOutput.Refused.type
                || settings.sends?.contains(where: { $0.matches(answer.type) }) != false
        else {
            log.write("an answer was dropped: this service may not send \(answer.type)", at: now, into: &effects)
            return hold(number)
        }
        if settings.progress.contains(where: { $0.matches(answer.type) }) {
            guard isNew(message, &request) else { return }
            requests[number] = request
        } else {
            close(number)
        }
        effects.append(.write(line: answer.claimed(by: settings.service)))
    }

    /// The answer cannot be written: the request stays open, so that no worker repeats it.
    private mutating func hold(_ number: Int) { set(number, .stored(sequence: 0)) }

    /// Whether a line that is not an answer is new.
    private func isNew(_ message: NATSMessage, _ request: inout CallerRequest) -> Bool {
        guard let mark = PoolPlace(message[PoolHeader.mark]), let deliveries = Int(mark.word) else { return true }
        guard (deliveries, mark.number) > request.mark else { return false }
        request.mark = (deliveries, mark.number)
        return true
    }

    private mutating func close(_ number: Int) {
        set(number, .queued)
        guard let request = requests.removeValue(forKey: number) else { return }
        heldBytes -= request.line.count
        names.remove(number)
        if requests.isEmpty { refusal = nil }
        hasNoWorker = false
    }

    private mutating func fail(_ request: CallerRequest, _ answer: BusLine, into effects: inout [BridgeEffect]) {
        let failure = try? answer.decode(PoolFailure.self)
        let reason = (failure?.reason ?? "a worker gave it up").prefix(300)
        let name = "\(request.name.source)/\(request.name.id)".prefix(200)
        effects.append(
            .log("the request \(name) failed after \(failure?.deliveries ?? 0) deliveries to workers: \(reason)"))
        end(.unavailable, into: &effects)
    }

    // MARK: - Answers that may have been missed

    /// A predecessor's requests may have been answered.
    mutating func recall(at now: Instant, into effects: inout [BridgeEffect]) {
        guard needsRecall, link == .ready, !retained.isReading else { return }
        needsRecall = false
        retained.begin(from: 1, for: position + 1, at: now, into: &effects)
    }

    private mutating func finishReading(_ bound: Int) {
        for (number, request) in requests.sorted(by: { $0.key < $1.key }) where number < bound {
            if request.state == .recalled { queue(number) }
            if suspects.contains(number) { requeueLost(number) }
        }
        suspects.removeAll()
    }

    mutating func audit(at now: Instant, into effects: inout [BridgeEffect]) {
        guard link == .ready, let due = nextAudit, due <= now else { return }
        nextAudit = now + Self.auditInterval
        func reply(_ purpose: String) -> String { settings.inbox.subject(purpose, 0) }
        effects.append(.publish(StreamAPI.streamInfo(subjects.answerStream, reply: reply("answers"))))
        guard requests.values.contains(where: { $0.state.sequence != nil && now - $0.since >= Self.auditInterval })
        else {
            return
        }
        effects.append(.publish(StreamAPI.streamInfo(subjects.requestStream, reply: reply("audit"))))
        effects.append(
            .publish(
                StreamAPI.consumerInfo(subjects.consumer, of: subjects.requestStream, reply: reply("consumer"))))
    }

    private mutating func handleAudit(
        _ message: NATSMessage, at now: Instant, into effects: inout [BridgeEffect]
    ) {
        guard link == .ready, !retained.isReading, let answer = try? message.read(StreamAnswer.self) else { return }
        let isOther = streamCreated != nil && answer.created != nil && streamCreated != answer.created
        // The stream has been deleted, and perhaps recreated.
        if isOther || answer.error?.isAbsence == true { return prepareAgain(at: now, into: &effects) }
        guard let state = answer.state else { return }
        // An empty stream's first place is the one after its last.
        let first = state.messages == 0 ? Self.place(behind: state.lastSequence) : state.firstSequence
        let missing = requests.filter { _, request in
            guard let sequence = request.state.sequence, sequence > 0 else { return false }
            let isHeld = first <= sequence && sequence <= state.lastSequence
            return !isHeld && now - request.since >= Self.auditInterval
        }
        guard let start = missing.values.map(\.baseline).min() else { return }
        suspects = Set(missing.keys)
        retained.begin(from: Self.place(behind: start), for: position + 1, at: now, into: &effects)
    }

    static func place(behind place: Int) -> Int { place == .max ? place : place + 1 }

    private mutating func noteBaseline(_ message: NATSMessage) {
        guard let last = (try? message.read(StreamAnswer.self))?.state?.lastSequence else { return }
        // A stored answer may still be on its way to us, but no longer when the server is asked the next time.
        baseline = (min(baseline.next, last), last)
    }

    private mutating func noteWorkers(_ message: NATSMessage) {
        guard let answer = try? message.read(ConsumerAnswer.self) else { return }
        hasNoWorker = answer.error?.isAbsence == true || (answer.waiting == 0 && answer.unacknowledged == 0)
    }
}
