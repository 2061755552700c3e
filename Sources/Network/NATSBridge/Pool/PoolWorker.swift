import JSON
package import Platform
import SafeText
import Wire

/// A worker of a pool: takes requests from the queue, gives them to children that play a service's part, and publishes
/// the answers. It acknowledges a request when the server has stored the answer. Until then it reports progress to the
/// server; if that stops, or the child dies or takes too long, another worker gets the request.
package struct PoolWorker: Bridge {
    enum Link: Equatable {
        case gone, preparing, ready
        /// The server has no streams: at most once.
        case plain
    }

    let settings: PoolWorkerSettings
    let subjects: PoolSubjects
    var link = Link.gone
    var server = ""
    var largest = Int.max
    private var setup: PoolSetup
    var log = LogLimit()
    private var pulls: Pulls
    var children: WorkerChildren
    private var notices = RememberedNotices()

    var tasks: [Int: WorkerTask] = [:]
    var last = 0
    /// Tasks by their place in the stream.
    var places: [Int: Int] = [:]
    /// Tasks whose child has not answered.
    var running = 0
    /// Without streams: requests that wait until a child has room.
    private var (waiting, waitingBytes): ([NATSMessage], Int) = ([], 0)
    var acknowledgements = Acknowledgements()
    /// When the first child may be too slow: no task's deadline is earlier.
    private var slowest: Instant?
    private var nextProgress: Instant?
    /// When to end, even with work under way.
    var end: Instant?
    var hasEnded = false

    private static let (mostWaiting, mostWaitingBytes) = (1024, 16 << 20)
    /// The most answers that may wait to be stored.
    private static let mostAnswered = 64
    private static let resendInterval = Duration.seconds(5)
    /// A stopped worker gives work under way this much time.
    private static let grace = Duration.seconds(10)
    static let headerRoom = 4096

    package init(_ settings: PoolWorkerSettings) {
        self.settings = settings
        subjects = PoolSubjects(settings.pool)
        setup = PoolSetup(subjects, settings.limits, settings.inbox, consumer: settings.consumer)
        pulls = Pulls(patience: settings.patience)
        children = WorkerChildren(most: settings.children, idle: settings.idle, incarnation: settings.incarnation)
    }

    /// It has no bus.
    package var takesLines: Bool { false }

    package var deadline: Instant? {
        earliest(
            setup.deadline, pulls.deadline, children.deadline, link == .ready ? acknowledgements.deadline : nil,
            nextProgress, slowest, end)
    }

    package mutating func handle(
        _ input: consuming BridgeInput, at now: Instant, into effects: inout [BridgeEffect]
    ) {
        guard !hasEnded else { return }
        switch consume input {
        case .started:
            effects.append(.subscribe(settings.inbox.all, group: nil))
            effects.append(.subscribe(subjects.notices, group: nil))
        case .message(let message): handle(message, at: now, into: &effects)
        case .link(let status): handle(status, at: now, into: &effects)
        case .childLine(let id, let line): handle(line, of: id, at: now, into: &effects)
        case .childRefused(_, let error, let line):
            log.write("a line of the child was dropped: \(error): \(line.prefix(100))", at: now, into: &effects)
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

    private mutating func turn(at now: Instant, into effects: inout [BridgeEffect]) {
        guard !hasEnded else { return }
        setup.turn(at: now, into: &effects)
        pulls.turn(at: now)
        children.turn(at: now, into: &effects)
        killSlow(at: now, into: &effects)
        reportProgress(at: now, into: &effects)
        if let end, tasks.isEmpty || end <= now { return finish(.done, at: now, into: &effects) }
        beginWaiting(at: now, into: &effects)
        pull(at: now, into: &effects)
        acknowledge(at: now, into: &effects)
    }

    /// Work under way goes to other workers at once.
    private mutating func finish(
        _ status: ExitStatus, at now: Instant, into effects: inout [BridgeEffect]
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

    private mutating func pull(at now: Instant, into effects: inout [BridgeEffect]) {
        let room = settings.parallel - running
        // While half of the room is already asked for, the rest is not worth a message yet.
        guard link == .ready, end == nil, room > 0, pulls.credit < (room + 1) / 2,
            tasks.count - running < Self.mostAnswered
        else { return }
        pulls.ask(room - pulls.credit, subjects, settings.inbox, at: now, into: &effects)
    }

    private mutating func killSlow(at now: Instant, into effects: inout [BridgeEffect]) {
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

    mutating func extend(_ number: Int, at now: Instant) {
        let deadline = now + settings.answerWithin
        tasks[number]?.deadline = deadline
    }

    private mutating func reportProgress(at now: Instant, into effects: inout [BridgeEffect]) {
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

    mutating func handle(
        _ status: LinkStatus, at now: Instant, into effects: inout [BridgeEffect]
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

    private mutating func finishSetup(
        _ outcome: PoolSetup.Outcome, at now: Instant, into effects: inout [BridgeEffect]
    ) {
        switch outcome {
        case .mistake(let reason):
            effects.append(.log(reason))
            finish(.unavailable, at: now, into: &effects)
        case .noJetStream:
            log.write(
                "the server \(server) has no JetStream: each request goes to a worker at most once", at: now,
                into: &effects)
            link = .plain
            effects.append(.subscribe(subjects.requests, group: subjects.group))
        case .ready:
            link = .ready
            for number in tasks.keys.sorted() { publishAnswer(number, at: now, into: &effects) }
            acknowledgements.restart(at: now)
        }
    }

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
            case Pulls.purpose: if let status = ServerStatus(message) { pulls.ended(number, status) }
            case "stored": handleStored(message, number, at: now, into: &effects)
            case Acknowledgements.purpose: acknowledgements.confirmed(number, at: now).forEach { remove($0) }
            default: break
            }
        } else if let reply = message.reply, let place = DeliverySubject(reply),
            place.stream == subjects.requestStream, place.consumer == subjects.consumer
        {
            pulls.took()
            handle(message, (reply, place), at: now, into: &effects)
        } else if message.subject.hasPrefix(subjects.notices.dropLast()) {
            handleNotice(message, at: now, into: &effects)
        } else if link == .plain, message.subject.hasPrefix(subjects.requests.dropLast()) {
            guard waiting.count < Self.mostWaiting, waitingBytes + message.payload.count <= Self.mostWaitingBytes else {
                return log.write("a request was dropped: \(waiting.count) wait already", at: now, into: &effects)
            }
            waitingBytes += message.payload.count
            waiting.append(message)
        }
    }

    /// Sets up the streams again: one of them or the consumer is gone.
    private mutating func prepareAgain(at now: Instant, into effects: inout [BridgeEffect]) {
        link = .preparing
        pulls.forget()
        setup.begin(at: now, into: &effects)
    }

    // MARK: - Requests

    private mutating func beginWaiting(at now: Instant, into effects: inout [BridgeEffect]) {
        while !waiting.isEmpty, running < settings.parallel {
            let message = waiting.removeFirst()
            waitingBytes -= message.payload.count
            handle(message, nil, at: now, into: &effects)
        }
    }

    mutating func handle(
        _ message: NATSMessage, _ delivery: (subject: String, place: DeliverySubject)?,
        at now: Instant, into effects: inout [BridgeEffect]
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
        guard let caller = message[PoolHeader.caller].flatMap(SubjectName.init), caller.canCall else {
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
        effects.append(.sendToChild(child, line: deliveries > 1 ? ReplayedLine.mark(line) : line.bytes))
        guard let place = PoolPlace(message[PoolHeader.position]) else { return }
        for notice in notices.lines(of: caller, behind: place, now: now) {
            effects.append(.sendToChild(child, line: notice))
        }
    }

    private func service(of message: NATSMessage) -> String {
        let name = message[PoolHeader.service].flatMap(AttributeCoding.decode) ?? ""
        let isName = !name.isEmpty && name.utf8.count <= 128 && name.printable == name
        return isName ? name : settings.pool.description
    }

    static func progress(of message: NATSMessage) -> [MessagePattern] {
        let words = message[PoolHeader.progress].flatMap(AttributeCoding.decode)?.split(separator: ",") ?? []
        return words.prefix(32).map(String.init).filter(MessagePattern.isWellFormed).map { MessagePattern($0) }
    }

    private mutating func drop(
        _ message: NATSMessage, _ delivery: (subject: String, place: DeliverySubject)?, because reason: String,
        at now: Instant, into effects: inout [BridgeEffect]
    ) {
        log.write("a message on \(message.subject) was dropped: \(reason)", at: now, into: &effects)
        if let delivery { effects.append(.publish(Acknowledgement.ended.message(to: delivery.subject))) }
    }

    private mutating func handleNotice(
        _ message: NATSMessage, at now: Instant, into effects: inout [BridgeEffect]
    ) {
        guard let caller = message[PoolHeader.caller].flatMap(SubjectName.init),
            let place = PoolPlace(message[PoolHeader.position])
        else { return }
        do throws(BindingError) {
            let line = try CloudEventsBinding.line(message, limit: settings.lineLimit)
            for child in children.busy(of: caller) { effects.append(.sendToChild(child, line: line.bytes)) }
            notices.insert(line.bytes, of: caller, at: place, now: now)
        } catch {
            log.write("a message on \(message.subject) was dropped: \(error)", at: now, into: &effects)
        }
    }
}
