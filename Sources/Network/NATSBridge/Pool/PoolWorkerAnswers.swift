import Platform
import JSON
import SafeText
import Wire

/// Answers of the children, until the server has stored them, and failures.
extension PoolWorker {
    // MARK: - Answers

    mutating func handle(
        _ line: BusLine, of id: ChildID, at now: Instant, into effects: inout [BridgeEffect]
    ) {
        let isRefusal = line.type == ProcessOutput.Refused.type
        guard isRefusal || !line.type.hasPrefix("process.") else { return }
        guard let number = children.all[id]?.names.number(answeredBy: line), let task = tasks[number] else {
            return log.write(
                "\(line.type) of the child was dropped: it answers no request", at: now, into: &effects)
        }
        guard let subject = subjects.answer(line.type, to: task.caller) else {
            return log.write(
                "an answer was dropped: its type cannot be part of a NATS subject", at: now, into: &effects)
        }
        tasks[number]?.lines += 1
        let headers = answerHeaders(number)
        guard !task.progress.contains(where: { $0.matches(line.type) }) else {
            extend(number, at: now)
            effects.append(.publish(CloudEventsBinding.message(line.bytes, on: subject, headers: headers)))
            return
        }
        running -= 1
        children.release(number, of: id, at: now, into: &effects)
        guard line.bytes.count + Self.headerRoom <= largest else {
            return fail(
                number, "its answer of \(line.bytes.count) bytes is too long for the server: raise its max_payload",
                task.delivery?.place.deliveries ?? 1, at: now, into: &effects)
        }
        answer(number, CloudEventsBinding.message(line.bytes, on: subject, headers: headers), at: now, into: &effects)
    }

    private func answerHeaders(_ number: Int) -> [NATSHeader] {
        let (deliveries, lines) = (tasks[number]?.delivery?.place.deliveries ?? 1, tasks[number]?.lines ?? 0)
        let mark = NATSHeader(PoolHeader.mark, "\(deliveries).\(lines)")
        return [mark] + [PoolHeader.messageID(settings.incarnation, "\(number)", "\(lines)")].compactMap(\.self)
    }

    mutating func answer(
        _ number: Int, _ message: NATSMessage, at now: Instant, into effects: inout [BridgeEffect]
    ) {
        guard tasks[number]?.delivery != nil else {
            effects.append(.publish(message))
            return remove(number)
        }
        var message = message
        message.reply = settings.inbox.subject("stored", number)
        tasks[number]?.answer = message
        tasks[number]?.state = .answered
        publishAnswer(number, at: now, into: &effects)
    }

    /// Publishes an answer that does not seem to be stored.
    mutating func publishAnswer(
        _ number: Int, at now: Instant, into effects: inout [BridgeEffect]
    ) {
        guard link == .ready, let answer = tasks[number]?.answer else { return }
        tasks[number]?.sent = now
        effects.append(.publish(answer))
    }

    /// Acknowledges requests whose answers are stored.
    mutating func acknowledge(at now: Instant, into effects: inout [BridgeEffect]) {
        guard link == .ready else { return }
        let hasCompany = effects.contains { if case .publish = $0 { true } else { false } }
        let (numbers, asks) = acknowledgements.take(hasCompany: hasCompany, isLast: end != nil || hasEnded, at: now)
        for number in numbers {
            guard let task = tasks[number], let delivery = task.delivery else { continue }
            let word = task.isGivenUp ? Acknowledgement.ended : .done
            let reply =
                asks && number == numbers.last ? settings.inbox.subject(Acknowledgements.purpose, number) : nil
            effects.append(.publish(word.message(to: delivery.subject, reply: reply)))
        }
    }

    mutating func handleStored(
        _ message: NATSMessage, _ number: Int, at now: Instant, into effects: inout [BridgeEffect]
    ) {
        guard tasks[number]?.state == .answered else { return }
        guard let answer = try? message.read(PublishAnswer.self), answer.error == nil else {
            let reason = (try? message.read(PublishAnswer.self))?.error?.reason ?? "the server does not store it"
            return log.write("an answer waits: \(reason)", at: now, into: &effects)
        }
        tasks[number]?.answer = nil
        tasks[number]?.state = .acknowledged
        acknowledgements.owe(number, at: now)
    }

    mutating func remove(_ number: Int) {
        guard let task = tasks.removeValue(forKey: number) else { return }
        if let delivery = task.delivery { places[delivery.place.sequence] = nil }
    }

    // MARK: - Failures

    /// Fails a request that was delivered too often.
    mutating func giveUp(
        _ name: EventName, _ line: BusLine, _ caller: SubjectName,
        _ delivery: (subject: String, place: DeliverySubject)?, _ deliveries: Int, at now: Instant,
        into effects: inout [BridgeEffect]
    ) {
        last += 1
        tasks[last] = WorkerTask(
            caller: caller, name: name, progress: [], child: ChildID(0), delivery: delivery, state: .answered,
            deadline: now)
        if let delivery { places[delivery.place.sequence] = last }
        fail(last, "each worker died of it, or did not answer in time", deliveries, at: now, into: &effects)
    }

    private mutating func fail(
        _ number: Int, _ reason: String, _ deliveries: Int, at now: Instant,
        into effects: inout [BridgeEffect]
    ) {
        guard let task = tasks[number], let subject = subjects.answer(PoolFailure.type, to: task.caller) else { return }
        log.write("\(task.name.source)/\(task.name.id) was given up: \(reason)", at: now, into: &effects)
        var failure = Event(PoolFailure.type, PoolFailure(reason: reason, deliveries: deliveries))
        failure.source = settings.pool.description
        failure.id = "\(settings.incarnation)-\(number)-failed"
        failure.causationID = task.name.id
        failure.causationSource = task.name.source.isEmpty ? nil : task.name.source
        tasks[number]?.isGivenUp = true
        answer(
            number,
            CloudEventsBinding.message(failure.line.dropLast(), on: subject, headers: answerHeaders(number)), at: now,
            into: &effects)
    }

    mutating func childEnded(
        _ id: ChildID, _ how: String, at now: Instant, into effects: inout [BridgeEffect]
    ) {
        guard let child = children.remove(id) else { return }
        let lost = tasks.filter { $0.value.child == id && $0.value.state == .running }
        if !lost.isEmpty {
            let count = "\(lost.count) \(lost.count == 1 ? "request" : "requests")"
            log.write("the child with \(count) \(child.reason ?? how)", at: now, into: &effects)
        }
        for (number, task) in lost {
            running -= 1
            tasks[number] = nil
            guard let delivery = task.delivery else { continue }
            places[delivery.place.sequence] = nil
            let word = Acknowledgement.refused(after: Self.pause(after: delivery.place.deliveries))
            effects.append(.publish(word.message(to: delivery.subject)))
        }
    }

    /// The more often a request kills its workers, the longer the pause before it is delivered again.
    private static func pause(after deliveries: Int) -> Duration {
        deliveries <= 1 ? .zero : .milliseconds(100) * (1 << min(deliveries - 2, 6))
    }
}
