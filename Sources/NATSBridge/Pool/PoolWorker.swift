import JSON
import SafeText
import Wire

/// A worker of a pool: takes requests from the queue, gives them to children that play a service's part, and publishes the answers.
///
/// A request is acknowledged when its answer is stored. Until then the server is told that it is under way; if that stops, or the child
/// dies or takes too long, another worker gets it.
package struct PoolWorker: Bridge {
    private enum Link: Equatable {
        case gone, preparing, ready
        /// The server has no streams: at most once.
        case plain
    }

    private let settings: PoolWorkerSettings
    private let subjects: PoolSubjects
    private var link = Link.gone
    private var server = ""
    private var largest = Int.max
    private var setup: PoolSetup
    private var log = LogLimit()
    private var pulls: Pulls
    private var children: WorkerChildren
    private var notices = RememberedNotices()

    private var tasks: [Int: WorkerTask] = [:]
    private var last = 0
    /// Tasks by their place in the stream.
    private var places: [Int: Int] = [:]
    /// Tasks whose child has not answered.
    private var running = 0
    /// Without streams: requests that wait until a child has room.
    private var (waiting, waitingBytes): ([NATSMessage], Int) = ([], 0)
    private var acknowledgements = Acknowledgements()
    /// When the first child may be too slow: no task's deadline is earlier.
    private var slowest: ContinuousClock.Instant?
    private var nextProgress: ContinuousClock.Instant?
    /// When to end, even with work under way.
    private var end: ContinuousClock.Instant?
    private var hasEnded = false

    private static let (mostWaiting, mostWaitingBytes) = (1024, 16 << 20)
    /// The most answers that may wait to be stored.
    private static let mostAnswered = 64
    private static let resendInterval = Duration.seconds(5)
    /// A stopped worker gives work under way this much time.
    private static let grace = Duration.seconds(10)
    private static let headerRoom = 4096

    package init(_ settings: PoolWorkerSettings) {
        self.settings = settings
        subjects = PoolSubjects(settings.pool)
        setup = PoolSetup(subjects, settings.limits, settings.inbox, consumer: settings.consumer)
        pulls = Pulls(patience: settings.patience)
        children = WorkerChildren(most: settings.children, idle: settings.idle, incarnation: settings.incarnation)
    }

    /// It has no bus of its own.
    package var takesLines: Bool { false }

    package var deadline: ContinuousClock.Instant? {
        var earliest = Earliest()
        earliest.include(setup.deadline)
        earliest.include(pulls.deadline)
        earliest.include(children.deadline)
        if link == .ready { earliest.include(acknowledgements.deadline) }
        earliest.include(nextProgress)
        earliest.include(slowest)
        earliest.include(end)
        return earliest.instant
    }

    package mutating func handle(
        _ input: consuming BridgeInput, at now: ContinuousClock.Instant, into effects: inout [BridgeEffect]
    ) {
        guard !hasEnded else { return }
        switch consume input {
        case .started:
            effects.append(.subscribe(settings.inbox.all, group: nil))
            effects.append(.subscribe(subjects.notices, group: nil))
        case .message(let message): take(message, at: now, into: &effects)
        case .link(let status): take(status, at: now, into: &effects)
        case .childLine(let id, let line): take(line, of: id, at: now, into: &effects)
        case .childRefused(_, let error, let line):
            log.say("a line of the child was dropped: \(error): \(line.prefix(100))", at: now, into: &effects)
        case .childEnded(let id, let how): childEnded(id, how, at: now, into: &effects)
        case .childNotStarted(let id, let reason):
            childEnded(id, "could not be started", at: now, into: &effects)
            effects.append(.log(reason))
            finish(.unavailable, at: now, into: &effects)
        case .stopped:
            if end != nil { finish(.done, at: now, into: &effects) }
            end = now + Self.grace
        case .time, .line, .refused, .inputEnded: break
        }
        turn(at: now, into: &effects)
    }

    // MARK: - Time

    private mutating func turn(at now: ContinuousClock.Instant, into effects: inout [BridgeEffect]) {
        guard !hasEnded else { return }
        setup.turn(at: now, into: &effects)
        pulls.turn(at: now)
        children.turn(at: now, into: &effects)
        killSlow(at: now, into: &effects)
        sayProgress(at: now, into: &effects)
        if let end, tasks.isEmpty || end <= now { return finish(.done, at: now, into: &effects) }
        beginWaiting(at: now, into: &effects)
        pull(at: now, into: &effects)
        acknowledge(at: now, into: &effects)
    }

    /// Work under way goes to other workers at once.
    private mutating func finish(
        _ status: ExitStatus, at now: ContinuousClock.Instant, into effects: inout [BridgeEffect]
    ) {
        guard !hasEnded else { return }
        hasEnded = true
        acknowledge(at: now, into: &effects)
        for task in tasks.values where task.state == .running {
            if let delivery = task.delivery {
                effects.append(.publish(Acknowledgement.refused(after: .zero).message(to: delivery.subject)))
            }
        }
        effects.append(.exit(status))
    }

    private mutating func pull(at now: ContinuousClock.Instant, into effects: inout [BridgeEffect]) {
        let room = settings.parallel - running
        // While half of the room is already asked for, the rest is not worth a message yet.
        guard link == .ready, end == nil, room > 0, pulls.credit < (room + 1) / 2,
            tasks.count - running < Self.mostAnswered
        else { return }
        pulls.ask(room - pulls.credit, subjects, settings.inbox, at: now, into: &effects)
    }

    private mutating func killSlow(at now: ContinuousClock.Instant, into effects: inout [BridgeEffect]) {
        guard let due = slowest, due <= now else { return }
        for (number, task) in tasks where task.state == .running && task.deadline <= now {
            // The end of the child is reported later.
            extend(number, at: now)
            children.kill(
                task.child, because: "had not answered \(task.name.id.prefix(100)) in time and was killed", at: now,
                into: &effects)
        }
        slowest = tasks.values.filter { $0.state == .running }.map(\.deadline).min()
    }

    private mutating func extend(_ number: Int, at now: ContinuousClock.Instant) {
        let deadline = now + settings.answerWithin
        tasks[number]?.deadline = deadline
    }

    private mutating func sayProgress(at now: ContinuousClock.Instant, into effects: inout [BridgeEffect]) {
        guard !tasks.isEmpty else {
            nextProgress = nil
            return
        }
        let due = nextProgress ?? now + settings.patience / 3
        nextProgress = due
        guard due <= now else { return }
        nextProgress = now + settings.patience / 3
        guard link == .ready else { return }
        for (number, task) in tasks {
            guard let delivery = task.delivery, task.state != .acknowledged else { continue }
            effects.append(.publish(Acknowledgement.inProgress.message(to: delivery.subject)))
            if let sent = task.sent, now - sent >= Self.resendInterval {
                publishAnswer(number, at: now, into: &effects)
            }
        }
    }

    // MARK: - The connection

    private mutating func take(
        _ status: LinkStatus, at now: ContinuousClock.Instant, into effects: inout [BridgeEffect]
    ) {
        switch status {
        case .connected(let server, let limit):
            (self.server, largest) = (server, limit)
            link = .preparing
            pulls.forget()
            setup.begin(at: now, into: &effects)
        case .disconnected:
            setup.end()
            pulls.forget()
            if link == .plain { effects.append(.unsubscribe(subjects.requests)) }
            link = .gone
        case .closed(let reason):
            effects.append(.log("the connection to the server is closed: \(reason)"))
            finish(.unavailable, at: now, into: &effects)
        }
    }

    private mutating func isPrepared(
        _ outcome: PoolSetup.Outcome, at now: ContinuousClock.Instant, into effects: inout [BridgeEffect]
    ) {
        switch outcome {
        case .mistake(let reason):
            effects.append(.log(reason))
            finish(.unavailable, at: now, into: &effects)
        case .noJetStream:
            log.say(
                "the server \(server) has no JetStream: a request is given to a worker at most once", at: now,
                into: &effects)
            link = .plain
            effects.append(.subscribe(subjects.requests, group: subjects.group))
        case .ready:
            link = .ready
            for number in tasks.keys.sorted() { publishAnswer(number, at: now, into: &effects) }
            acknowledgements.restart(at: now)
        }
    }

    private mutating func take(
        _ message: NATSMessage, at now: ContinuousClock.Instant, into effects: inout [BridgeEffect]
    ) {
        if let (purpose, number) = settings.inbox.read(message.subject) {
            if link == .ready, ServerStatus(message)?.hasNoResponders == true {
                return prepareAnew(at: now, into: &effects)
            }
            switch String(purpose) {
            case PoolSetup.purpose:
                guard let outcome = setup.take(message, number, at: now, into: &effects) else { return }
                isPrepared(outcome, at: now, into: &effects)
            case Pulls.purpose: if let status = ServerStatus(message) { pulls.ended(number, status) }
            case "stored": isStored(message, number, at: now, into: &effects)
            case Acknowledgements.purpose: acknowledgements.confirmed(number, at: now).forEach { remove($0) }
            default: break
            }
        } else if let reply = message.reply, let place = DeliverySubject(reply),
            place.stream == subjects.requestStream, place.consumer == subjects.consumer
        {
            pulls.took()
            take(message, (reply, place), at: now, into: &effects)
        } else if message.subject.hasPrefix(subjects.notices.dropLast()) {
            takeNotice(message, at: now, into: &effects)
        } else if link == .plain, message.subject.hasPrefix(subjects.requests.dropLast()) {
            guard waiting.count < Self.mostWaiting, waitingBytes + message.payload.count <= Self.mostWaitingBytes else {
                return log.say("a request was dropped: \(waiting.count) wait already", at: now, into: &effects)
            }
            waitingBytes += message.payload.count
            waiting.append(message)
        }
    }

    /// Nobody receives requests any more: a stream or the consumer is gone.
    private mutating func prepareAnew(at now: ContinuousClock.Instant, into effects: inout [BridgeEffect]) {
        link = .preparing
        pulls.forget()
        setup.begin(at: now, into: &effects)
    }

    // MARK: - Requests

    private mutating func beginWaiting(at now: ContinuousClock.Instant, into effects: inout [BridgeEffect]) {
        while !waiting.isEmpty, running < settings.parallel {
            let message = waiting.removeFirst()
            waitingBytes -= message.payload.count
            take(message, nil, at: now, into: &effects)
        }
    }

    private mutating func take(
        _ message: NATSMessage, _ delivery: (subject: String, place: DeliverySubject)?,
        at now: ContinuousClock.Instant, into effects: inout [BridgeEffect]
    ) {
        // Whatever happened to the last delivery: the server takes the newest acknowledgement.
        if let delivery, let number = places[delivery.place.sequence] {
            tasks[number]?.delivery = delivery
            publishAnswer(number, at: now, into: &effects)
            if tasks[number]?.state == .acknowledged { acknowledgements.owe(number, at: now) }
            return
        }
        let line: BusLine
        do throws(BindingError) {
            line = try CloudEventsBinding.line(message, limit: settings.lineLimit)
        } catch {
            return drop(message, delivery, because: "\(error)", at: now, into: &effects)
        }
        guard let caller = message[PoolHeader.caller].flatMap(SessionName.init), caller.canCall else {
            return drop(message, delivery, because: "it names no caller", at: now, into: &effects)
        }
        let name = EventName(source: line.source ?? "", id: line.id ?? "")
        let deliveries = delivery?.place.deliveries ?? 1
        guard deliveries <= settings.mostDeliveries else {
            return giveUp(name, line, caller, delivery, deliveries - 1, at: now, into: &effects)
        }
        let child = children.child(
            for: caller, service(of: message), alone: deliveries > 1, at: now, into: &effects)
        last += 1
        tasks[last] = WorkerTask(
            caller: caller, name: name, progress: Self.progress(of: message), child: child, delivery: delivery,
            deadline: now + settings.answerWithin)
        if let delivery { places[delivery.place.sequence] = last }
        slowest = slowest ?? now + settings.answerWithin
        running += 1
        children.give(last, name, chain: line.chain ?? "", to: child)
        effects.append(.tellChild(child, line: deliveries > 1 ? ReplayedLine.mark(line) : line.bytes))
        guard let place = Place(message[PoolHeader.position]) else { return }
        for notice in notices.lines(of: caller, behind: place, now: now) {
            effects.append(.tellChild(child, line: notice))
        }
    }

    private func service(of message: NATSMessage) -> String {
        let name = message[PoolHeader.service].flatMap(PercentCoding.decode) ?? ""
        let isName = !name.isEmpty && name.utf8.count <= 128 && name.printable == name
        return isName ? name : settings.pool.description
    }

    private static func progress(of message: NATSMessage) -> [MessagePattern] {
        let words = message[PoolHeader.progress].flatMap(PercentCoding.decode)?.split(separator: ",") ?? []
        return words.prefix(32).map(String.init).filter(MessagePattern.isWellFormed).map { MessagePattern($0) }
    }

    private mutating func drop(
        _ message: NATSMessage, _ delivery: (subject: String, place: DeliverySubject)?, because reason: String,
        at now: ContinuousClock.Instant, into effects: inout [BridgeEffect]
    ) {
        log.say("a message on \(message.subject) was dropped: \(reason)", at: now, into: &effects)
        if let delivery { effects.append(.publish(Acknowledgement.ended.message(to: delivery.subject))) }
    }

    private mutating func takeNotice(
        _ message: NATSMessage, at now: ContinuousClock.Instant, into effects: inout [BridgeEffect]
    ) {
        guard let caller = message[PoolHeader.caller].flatMap(SessionName.init),
            let place = Place(message[PoolHeader.position])
        else { return }
        do throws(BindingError) {
            let line = try CloudEventsBinding.line(message, limit: settings.lineLimit)
            for child in children.busy(of: caller) { effects.append(.tellChild(child, line: line.bytes)) }
            notices.insert(line.bytes, of: caller, at: place, now: now)
        } catch {
            log.say("a message on \(message.subject) was dropped: \(error)", at: now, into: &effects)
        }
    }

    // MARK: - Answers

    private mutating func take(
        _ line: BusLine, of id: ChildID, at now: ContinuousClock.Instant, into effects: inout [BridgeEffect]
    ) {
        let isRefusal = line.type == ProcessOutput.Refused.type
        guard isRefusal || !line.type.hasPrefix("process.") else { return }
        guard let number = children.all[id]?.names.number(answeredBy: line), let task = tasks[number] else {
            return log.say(
                "\(line.type) of the child was dropped: it answers no request", at: now, into: &effects)
        }
        guard let subject = subjects.answer(line.type, to: task.caller) else {
            return log.say("an answer was dropped: its type cannot stand in a subject", at: now, into: &effects)
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

    private mutating func answer(
        _ number: Int, _ message: NATSMessage, at now: ContinuousClock.Instant, into effects: inout [BridgeEffect]
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
    private mutating func publishAnswer(
        _ number: Int, at now: ContinuousClock.Instant, into effects: inout [BridgeEffect]
    ) {
        guard link == .ready, let answer = tasks[number]?.answer else { return }
        tasks[number]?.sent = now
        effects.append(.publish(answer))
    }

    /// Acknowledges requests whose answers are stored.
    private mutating func acknowledge(at now: ContinuousClock.Instant, into effects: inout [BridgeEffect]) {
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

    private mutating func isStored(
        _ message: NATSMessage, _ number: Int, at now: ContinuousClock.Instant, into effects: inout [BridgeEffect]
    ) {
        guard tasks[number]?.state == .answered else { return }
        guard let answer = try? message.read(PublishAnswer.self), answer.error == nil else {
            let reason = (try? message.read(PublishAnswer.self))?.error?.reason ?? "the server does not store it"
            return log.say("an answer waits: \(reason)", at: now, into: &effects)
        }
        tasks[number]?.answer = nil
        tasks[number]?.state = .acknowledged
        acknowledgements.owe(number, at: now)
    }

    private mutating func remove(_ number: Int) {
        guard let task = tasks.removeValue(forKey: number) else { return }
        if let delivery = task.delivery { places[delivery.place.sequence] = nil }
    }

    // MARK: - Failures

    /// It has been delivered too often: tell the caller.
    private mutating func giveUp(
        _ name: EventName, _ line: BusLine, _ caller: SessionName,
        _ delivery: (subject: String, place: DeliverySubject)?, _ deliveries: Int, at now: ContinuousClock.Instant,
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
        _ number: Int, _ reason: String, _ deliveries: Int, at now: ContinuousClock.Instant,
        into effects: inout [BridgeEffect]
    ) {
        guard let task = tasks[number], let subject = subjects.answer(PoolFailure.type, to: task.caller) else { return }
        log.say("\(task.name.source)/\(task.name.id) was given up: \(reason)", at: now, into: &effects)
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

    private mutating func childEnded(
        _ id: ChildID, _ how: String, at now: ContinuousClock.Instant, into effects: inout [BridgeEffect]
    ) {
        guard let child = children.remove(id) else { return }
        let lost = tasks.filter { $0.value.child == id && $0.value.state == .running }
        if !lost.isEmpty {
            let count = "\(lost.count) \(lost.count == 1 ? "request" : "requests")"
            log.say("the child with \(count) \(child.reason ?? how)", at: now, into: &effects)
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
