import Encodings
import JSON
package import Platform
import SafeText
import Wire

/// A worker of a pool: takes requests, gives them to children that play a service's part, and publishes the answers. Until then it gives
/// their callers signs of life. It is a NATS service, too.
package struct PoolWorker: Bridge {
    private enum Phase: Equatable {
        case running
        /// The worker takes no more requests, and ends at that time at the latest.
        case ending(Instant)
        case ended
    }

    private let settings: PoolWorkerSettings
    private var service: WorkerService
    /// Bytes of the longest message that the server takes; nil without a connection.
    private var largest: Int?
    private var phase = Phase.running
    /// A rest, in which the worker takes no requests, because its program ends before it answers any.
    private var rest = GrowingPause(.milliseconds(250)...(.seconds(60)))
    /// True if the worker is in the queue group.
    private var isMember = false
    private var log = LogLimit()
    private var children: WorkerChildren
    private var notices = RememberedNotices()
    private var tasks = WorkerTasks()
    /// Answers for a server that is away.
    private var unsent: [NATSMessage] = []
    private var nextSign: Instant?
    /// Requests of clients so far, for their ids.
    private var clients = 0

    /// A stopped worker gives work under way this much time.
    private static let grace = Duration.seconds(10)
    /// A request that busy workers have sent away so often waits for its turn.
    private static let mostRefusals = 2
    private static let headerRoom = 4096

    package init(_ settings: PoolWorkerSettings) {
        self.settings = settings
        service = WorkerService(settings)
        children = WorkerChildren(most: settings.children, idle: settings.idle, incarnation: settings.incarnation)
    }

    /// A worker has no bus.
    package var takesLines: Bool { false }

    package var deadline: Instant? {
        let end: Instant? = if case .ending(let time) = phase { time } else { nil }
        return earliest(children.deadline, tasks.deadline, largest == nil ? nil : nextSign, rest.end, end)
    }

    package mutating func handle(
        _ input: consuming BridgeInput, at now: Instant, into effects: inout [BridgeEffect]
    ) {
        guard phase != .ended else { return }
        switch consume input {
        case .started:
            for subject in [service.subjects.all(.notices)] + service.names.all(id: settings.incarnation) {
                effects.append(.subscribe(subject, group: nil))
            }
        case .message(let message): handle(message, at: now, into: &effects)
        case .link(let link): handle(link, at: now, into: &effects)
        case .childLine(let id, let line): handle(line, of: id, at: now, into: &effects)
        case .childRefused(_, let error, let line):
            log.write("a line of the child was dropped: \(error): \(line.prefix(100))", at: now, into: &effects)
        case .childEnded(let id, let how): childEnded(id, how, at: now, into: &effects)
        case .childNotStarted(let id, let reason):
            // No request is to blame.
            _ = children.remove(id)
            effects.append(.log(reason))
            finish(.unavailable, at: now, into: &effects)
        case .stopped:
            if case .ending = phase { finish(.done, at: now, into: &effects) }
            if phase == .running { phase = .ending(now + Self.grace) }
        case .time, .line, .refused, .inputEnded: break
        }
        turn(at: now, into: &effects)
    }

    // MARK: - Time

    private mutating func turn(at now: Instant, into effects: inout [BridgeEffect]) {
        guard phase != .ended else { return }
        children.turn(at: now, into: &effects)
        for task in tasks.slow(at: now, until: now + settings.answerWithin) {
            guard let child = task.child else { continue }
            let reason = "had not answered \(task.request.name.id.prefix(100)) in time and was killed"
            children.kill(child, because: reason, at: now, into: &effects)
        }
        rest.turn(at: now)
        begin(at: now, into: &effects)
        if case .ending(let end) = phase, tasks.isEmpty || end <= now {
            return finish(.done, at: now, into: &effects)
        }
        setMembership(into: &effects)
        giveSigns(at: now, into: &effects)
    }

    private mutating func setMembership(into effects: inout [BridgeEffect]) {
        let shouldBe = phase == .running && rest.end == nil && largest != nil
        guard shouldBe != isMember else { return }
        isMember = shouldBe
        for subject in [service.subjects.all(.calls), service.subjects.clients] {
            effects.append(shouldBe ? .subscribe(subject, group: service.subjects.group) : .unsubscribe(subject))
        }
    }

    /// Work under way goes to other workers at once.
    private mutating func finish(_ status: ExitStatus, at now: Instant, into effects: inout [BridgeEffect]) {
        guard phase != .ended else { return }
        for task in tasks.all.values {
            send(.returned, about: task.request, "the worker has ended", into: &effects)
        }
        phase = .ended
        effects.append(.exit(status))
    }

    private mutating func giveSigns(at now: Instant, into effects: inout [BridgeEffect]) {
        guard largest != nil, let patience = tasks.all.values.map(\.request.patience).min() else {
            return nextSign = nil
        }
        let interval = patience / PoolPatience.signs
        let next = min(nextSign ?? now + interval, now + interval)
        nextSign = next
        guard next <= now else { return }
        nextSign = now + interval
        giveSigns(into: &effects)
    }

    /// - Parameter caller: nil for all.
    private func giveSigns(to caller: SubjectName? = nil, into effects: inout [BridgeEffect]) {
        for (_, task) in tasks.all.sorted(by: { $0.key < $1.key })
        where caller == nil || task.request.requester.caller == caller {
            send(.working, about: task.request, into: &effects)
        }
    }

    // MARK: - Messages

    private mutating func handle(_ link: LinkStatus, at now: Instant, into effects: inout [BridgeEffect]) {
        switch link {
        case .connected(_, let limit):
            largest = limit
            effects += unsent.map { .publish($0) }
            unsent = []
            giveSigns(into: &effects)
        case .disconnected: largest = nil
        case .closed(let reason):
            effects.append(.log("the connection to the server is closed: \(reason)"))
            finish(.unavailable, at: now, into: &effects)
        }
    }

    private mutating func handle(_ message: NATSMessage, at now: Instant, into effects: inout [BridgeEffect]) {
        switch service.subjects.read(message.subject) {
        case .caller(.calls, let caller, let type): handle(message, from: caller, type, at: now, into: &effects)
        case .client(let type): handleClient(message, type, at: now, into: &effects)
        case .caller(.notices, let caller, PoolSubjects.report[...]): giveSigns(to: caller, into: &effects)
        case .caller(.notices, let caller, let type):
            handleNotice(message, of: caller, type, at: now, into: &effects)
        case .service(let verb):
            guard let reply = Self.reply(to: message), let answer = service.answer(verb) else { return }
            effects.append(.publish(NATSMessage(reply, payload: answer.json)))
        case .caller(.answers, _, _), nil: break
        }
    }

    /// The subject for the answer: nobody can have answers delivered to subjects with a meaning of their own.
    private static func reply(to message: NATSMessage) -> String? {
        guard let reply = message.reply, !reply.hasPrefix("$"), !reply.hasPrefix(EventSubject.root) else { return nil }
        return reply
    }

    private mutating func handle(
        _ message: NATSMessage, from caller: SubjectName, _ type: Substring, at now: Instant,
        into effects: inout [BridgeEffect]
    ) {
        do throws(ServiceError) {
            let request = try PoolRequest(message, from: caller, type, settings)
            if tasks.number(of: request) != nil { return send(.working, about: request, into: &effects) }
            accept(request, patiently: request.refusals >= Self.mostRefusals, at: now, into: &effects)
        } catch {
            service.count(isCall: true, error: error.reason)
            log.write("a message on \(message.subject) was dropped: \(error.reason)", at: now, into: &effects)
            guard let long = try? CloudEventsBinding.line(message, limit: .max), long.type == type,
                long.bytes.count > settings.lineLimit
            else { return }
            let name = EventName(source: long.source ?? "", id: long.id ?? "")
            send(.refused, about: name, to: caller, error.reason, into: &effects)
        }
    }

    private mutating func handleClient(
        _ message: NATSMessage, _ type: Substring, at now: Instant, into effects: inout [BridgeEffect]
    ) {
        // A joined session of the pool's name would publish on the same subjects.
        let isOurs = message.headers.contains { $0.name.hasPrefix("Viperline-") && !$0.isNamed(PoolHeader.progress) }
        guard let reply = Self.reply(to: message), !isOurs else {
            let reason =
                isOurs ? "it is no client's; is there a session of the pool's name?" : "nobody waits for an answer"
            return log.write("a message on \(message.subject) was dropped: \(reason)", at: now, into: &effects)
        }
        clients += 1
        do throws(ServiceError) {
            let request = try PoolRequest(
                message, to: reply, type, id: "\(settings.incarnation)-request-\(clients)", settings)
            guard tasks.number(of: request) == nil else {
                throw ServiceError(code: 409, reason: "an event of this source and id is under way")
            }
            accept(request, patiently: true, at: now, into: &effects)
        } catch {
            service.count(isCall: false, error: error.reason)
            effects.append(.publish(error.message(to: reply)))
        }
    }

    // MARK: - Requests

    /// - Parameter isPatient: whether it may wait for another request to finish.
    private mutating func accept(
        _ request: PoolRequest, patiently isPatient: Bool, at now: Instant, into effects: inout [BridgeEffect]
    ) {
        let hasRoom =
            isMember
            && (tasks.running < settings.parallel && tasks.first == nil
                || isPatient && tasks.waitingCount < settings.parallel)
        guard hasRoom else { return send(.busy, about: request, into: &effects) }
        _ = tasks.insert(request, at: now)
        begin(at: now, into: &effects)
    }

    /// Gives requests to children, as far as there is room.
    private mutating func begin(at now: Instant, into effects: inout [BridgeEffect]) {
        while tasks.running < settings.parallel, let number = tasks.first, let request = tasks[number]?.request {
            let caller = request.requester.caller
            let child = children.child(
                for: caller, request.service, alone: request.attempt > 1, at: now, into: &effects)
            tasks.begin(in: child, until: now + settings.answerWithin)
            children.give(number, request.name, chain: request.line.chain ?? "", to: child)
            let line = request.attempt > 1 ? ReplayedLine.mark(request.line) : request.line.bytes
            effects.append(.sendToChild(child, line: line))
            guard let place = request.place, let caller else { continue }
            for notice in notices.lines(of: caller, behind: place, now: now) {
                effects.append(.sendToChild(child, line: notice))
            }
        }
    }

    private mutating func handleNotice(
        _ message: NATSMessage, of caller: SubjectName, _ type: Substring, at now: Instant,
        into effects: inout [BridgeEffect]
    ) {
        do throws(ServiceError) {
            let notice = try PoolRequest(message, from: caller, type, settings)
            for child in children.busy(of: caller) { effects.append(.sendToChild(child, line: notice.line.bytes)) }
            if let place = notice.place { notices.insert(notice.line.bytes, of: caller, at: place, now: now) }
        } catch {
            log.write("a message on \(message.subject) was dropped: \(error.reason)", at: now, into: &effects)
        }
    }

    // MARK: - Answers

    private mutating func handle(
        _ line: BusLine, of id: ChildID, at now: Instant, into effects: inout [BridgeEffect]
    ) {
        let isRefusal = line.type == ProcessOutput.Refused.type
        guard isRefusal || !line.type.hasPrefix("process.") else { return }
        guard let number = children.all[id]?.names.number(answeredBy: line), let task = tasks[number] else {
            return log.write("\(line.type) of the child was dropped: it answers no request", at: now, into: &effects)
        }
        guard EventSubject.isType(line.type) else {
            return log.write(
                "an answer was dropped: its type cannot be part of a NATS subject", at: now, into: &effects)
        }
        rest.reset(ending: false)
        children.didAnswer(id)
        let isProgress = task.request.progress.contains { $0.matches(line.type) }
        if isProgress {
            tasks.extend(number, until: now + settings.answerWithin)
            // Progress that nobody could receive now is not kept.
            guard largest != nil else { return }
        } else {
            remove(number, at: now, into: &effects)
        }
        guard line.bytes.count + Self.headerRoom <= largest ?? .max else {
            let reason = "its answer of \(line.bytes.count) bytes is too long for the server: raise its max_payload"
            guard !isProgress else { return log.write("progress was dropped: \(reason)", at: now, into: &effects) }
            service.count(task, at: now, error: reason)
            return send(.refused, about: task.request, reason, into: &effects)
        }
        if !isProgress { service.count(task, at: now) }
        publish(task.request.answer(line, in: service.subjects), into: &effects)
    }

    private mutating func remove(_ number: Int, at now: Instant, into effects: inout [BridgeEffect]) {
        guard let child = tasks.remove(number)?.child else { return }
        children.release(number, of: child, at: now, into: &effects)
    }

    /// Publishes an answer. Without a connection, it waits: there are no more answers than requests that the worker had.
    private mutating func publish(_ message: NATSMessage?, into effects: inout [BridgeEffect]) {
        guard let message else { return }
        guard largest != nil else { return unsent.append(message) }
        effects.append(.publish(message))
    }

    /// A sign that cannot be sent is lost.
    private func send(
        _ state: WorkerSign.State, about request: PoolRequest, _ reason: String? = nil,
        into effects: inout [BridgeEffect]
    ) {
        switch request.requester {
        case .caller(let caller): send(state, about: request.name, to: caller, reason, into: &effects)
        case .client(let reply, _):
            guard state != .working else { return }
            let error = state == .busy ? ServiceError.busy : .failure(reason ?? "the request has failed")
            effects.append(.publish(error.message(to: reply)))
        }
    }

    private func send(
        _ state: WorkerSign.State, about name: EventName, to caller: SubjectName, _ reason: String?,
        into effects: inout [BridgeEffect]
    ) {
        guard let subject = service.subjects.make(.answers, state.type, of: caller) else { return }
        let sign = WorkerSign(worker: settings.incarnation, source: name.source, id: name.id, reason: reason)
        effects.append(.publish(NATSMessage(subject, payload: sign.json)))
    }

    // MARK: - Failures

    private mutating func childEnded(
        _ id: ChildID, _ how: String, at now: Instant, into effects: inout [BridgeEffect]
    ) {
        guard let child = children.remove(id) else { return }
        let lost = tasks.all.filter { $0.value.child == id }.sorted { $0.key < $1.key }
        guard !lost.isEmpty else { return }
        let count = "\(lost.count) \(lost.count == 1 ? "request" : "requests")"
        let reason = "the child with \(count) \(child.reason ?? how)"
        log.write(reason, at: now, into: &effects)
        for (number, task) in lost {
            tasks.remove(number)
            service.count(task, at: now, error: reason)
            send(.failed, about: task.request, reason, into: &effects)
        }
        // A program that cannot work at all must not take the requests of those that can.
        guard !child.hasAnswered, child.reason == nil else { return }
        rest.begin(at: now)
        let pause = (rest.end ?? now) - now
        log.write("it takes no requests for \(pause): its program answers nothing", at: now, into: &effects)
    }
}

extension PoolRequest {
    /// The message with an answer; nil if there can be none.
    fileprivate func answer(_ line: BusLine, in subjects: PoolSubjects) -> NATSMessage? {
        switch requester {
        case .caller(let caller):
            let headers = attempt > 1 ? [NATSHeader(PoolHeader.attempt, "\(attempt)")] : []
            return subjects.make(.answers, line.type, of: caller).map {
                CloudEventsBinding.message(line.bytes, on: $0, headers: headers)
            }
        case .client(let reply, _) where line.type == ProcessOutput.Refused.type:
            let refused = try? line.decode(ProcessOutput.Refused.self)
            return ServiceError.mistake(refused?.reason ?? "the program refuses it").message(to: reply)
        case .client(let reply, let isBare):
            return isBare ? CloudEventsBinding.bare(line, on: reply) : CloudEventsBinding.message(line.bytes, on: reply)
        }
    }
}
