import JSON
package import Platform
import Wire

/// A worker of a pool: takes requests, gives them to children that play a service's part, and publishes the answers. Until then it gives
/// their callers signs of life. It is a NATS service, too.
package struct PoolWorker: Bridge {
    private let settings: PoolWorkerSettings
    private var service: WorkerService
    /// Bytes of the longest message that the server takes; nil without a connection.
    private var largest: Int?
    /// The latest time of the end; nil while the worker takes requests.
    private var endsAt: Instant?
    private var hasEnded = false
    /// A rest, in which the worker takes no requests, because its program ends before it answers any.
    private var rest = GrowingPause(.milliseconds(250)...(.seconds(60)))
    /// True if the worker is in the queue group.
    private var isMember = false
    private var children: WorkerChildren
    private var notices = RememberedNotices()
    private var tasks = UnansweredRequests<WorkerTask>()
    /// Tasks without a child, in the order in which they came; the number of the last task.
    private var (waiting, last): (ArraySlice<Int>, Int) = ([], 0)
    /// Answers for a server that is away.
    private var unsent: [NATSMessage] = []
    private var nextSign: Instant?

    /// A stopped worker gives work under way this much time.
    private static let grace = Duration.seconds(10)
    /// A request that busy workers have sent away so often waits for its turn.
    private static let mostRefusals = 2

    package init(_ settings: PoolWorkerSettings) {
        self.settings = settings
        service = WorkerService(settings)
        children = WorkerChildren(settings)
    }

    /// A worker has no bus.
    package var takesLines: Bool { false }

    package var deadline: Instant? {
        earliest(children.deadline, taskDeadline, largest == nil ? nil : nextSign, rest.end, endsAt)
    }

    package mutating func handle(_ input: consuming BridgeInput, _ turn: inout Turn) {
        guard !hasEnded else { return }
        switch consume input {
        case .started:
            for subject in [service.subjects.all(.notices)] + service.subjects.questions(id: settings.incarnation) {
                turn.effects.append(.subscribe(subject, group: nil))
            }
        case .message(let message): handle(message, &turn)
        case .link(let link): handle(link, &turn)
        case .childLine(let id, let line): handle(line, of: id, &turn)
        case .childRefused(_, let error, let line):
            turn.complain("a line of the child was dropped: \(error): \(line.prefix(100))")
        case .childEnded(let id, let how): childEnded(id, how, &turn)
        case .childNotStarted(let id, let reason):
            // No request is to blame.
            _ = children.remove(id)
            turn.log(reason)
            finish(.unavailable, &turn)
        case .stopped: if endsAt == nil { endsAt = turn.now + Self.grace } else { finish(.done, &turn) }
        case .time, .line, .refused, .inputEnded: break
        }
        advance(&turn)
    }

    // MARK: - Time

    private mutating func advance(_ turn: inout Turn) {
        guard !hasEnded else { return }
        children.advance(&turn)
        if let taskDeadline, taskDeadline <= turn.now { killSlow(&turn) }
        rest.advance(at: turn.now)
        begin(&turn)
        if let endsAt, tasks.all.isEmpty || endsAt <= turn.now { return finish(.done, &turn) }
        setMembership(&turn)
        giveSigns(&turn)
    }

    /// When the first child is too slow.
    private var taskDeadline: Instant? { tasks.all.values.lazy.compactMap(\.deadline).min() }

    private mutating func killSlow(_ turn: inout Turn) {
        for (number, task) in tasks.sorted {
            guard let child = task.child, let deadline = task.deadline, deadline <= turn.now else { continue }
            // It is about to end.
            tasks.update(number) { $0.deadline = nil }
            let reason = "had not answered \(task.line.name.id.prefix(100)) in time and was killed"
            children.kill(child, because: reason, &turn)
        }
    }

    private mutating func setMembership(_ turn: inout Turn) {
        let shouldBe = endsAt == nil && rest.end == nil && largest != nil
        guard shouldBe != isMember else { return }
        isMember = shouldBe
        for subject in [service.subjects.all(.calls), service.subjects.clients] {
            turn.effects.append(shouldBe ? .subscribe(subject, group: service.subjects.group) : .unsubscribe(subject))
        }
    }

    /// Work under way goes to other workers at once.
    private mutating func finish(_ status: ExitStatus, _ turn: inout Turn) {
        for (_, task) in tasks.sorted { send(.returned, about: task.request, because: "the worker has ended", &turn) }
        hasEnded = true
        turn.exit(status)
    }

    private mutating func giveSigns(_ turn: inout Turn) {
        guard largest != nil, let patience = tasks.all.values.lazy.map(\.request.patience).min() else {
            return nextSign = nil
        }
        let next = turn.now + patience / PoolPatience.signs
        guard let due = nextSign, due <= turn.now else { return nextSign = min(nextSign ?? next, next) }
        nextSign = next
        giveSigns(to: nil, &turn)
    }

    /// - Parameter caller: nil for all.
    private func giveSigns(to caller: SubjectName?, _ turn: inout Turn) {
        for (_, task) in tasks.sorted where caller == nil || task.request.requester.caller == caller {
            send(.working, about: task.request, &turn)
        }
    }

    // MARK: - Messages

    private mutating func handle(_ link: LinkStatus, _ turn: inout Turn) {
        guard case .connected(_, let limit) = link else { return largest = nil }
        largest = limit
        turn.effects += unsent.map { .publish($0) }
        unsent = []
        giveSigns(to: nil, &turn)
    }

    private mutating func handle(_ message: NATSMessage, _ turn: inout Turn) {
        switch service.subjects.read(message.subject) {
        case .caller(.calls, let caller, let type): take(message, from: .caller(caller), type, &turn)
        case .client(let type): handleClient(message, type, &turn)
        case .caller(.notices, let caller, PoolSubjects.report[...]): giveSigns(to: caller, &turn)
        case .caller(.notices, let caller, let type):
            take(message, from: .caller(caller), type, isNotice: true, &turn)
        case .service(let verb):
            guard let reply = Self.reply(to: message), let answer = service.answer(verb) else { return }
            turn.publish(NATSMessage(reply, payload: answer.json))
        case .caller(.answers, _, _), nil: break
        }
    }

    /// The subject for the answer: nobody can have answers delivered to subjects with a meaning of their own.
    private static func reply(to message: NATSMessage) -> String? {
        message.reply.flatMap { $0.hasPrefix("$") || $0.hasPrefix(PoolSubjects.root) ? nil : $0 }
    }

    private func drop(_ message: NATSMessage, _ reason: String, _ turn: inout Turn) {
        turn.complain("a message on \(message.subject) was dropped: \(reason)")
    }

    private mutating func handleClient(_ message: NATSMessage, _ type: Substring, _ turn: inout Turn) {
        // A joined session of the pool's name would publish on the same subjects.
        let isOurs = message.headers.contains { $0.name.hasPrefix("Viperline-") && !$0.isNamed(PoolHeader.progress) }
        guard !isOurs else { return drop(message, "it is no client's; is there a session of the pool's name?", &turn) }
        guard let reply = Self.reply(to: message) else { return drop(message, "nobody waits for an answer", &turn) }
        take(message, from: .client(reply: reply), type, &turn)
    }

    // MARK: - Requests

    private mutating func take(
        _ message: NATSMessage, from requester: PoolRequest.Requester, _ type: Substring, isNotice: Bool = false,
        _ turn: inout Turn
    ) {
        let isCall = requester.caller != nil
        do throws(ServiceError) {
            let id = isCall ? "" : "\(settings.incarnation)-request-\(last + 1)"
            let request = try PoolRequest(message, from: requester, type, id: id, settings)
            if isNotice { return pass(request, &turn) }
            let isKnown = tasks.number(of: request.line.name) { $0.request.requester.caller == requester.caller } != nil
            guard isKnown else {
                return accept(request, patiently: !isCall || request.refusals >= Self.mostRefusals, &turn)
            }
            if isCall { return send(.working, about: request, &turn) }
            throw ServiceError(code: 409, reason: "an event of this source and id is under way")
        } catch {
            if !isNotice { service.count(requester, error: error.reason) }
            switch requester {
            case .client(let reply): turn.publish(error.message(to: reply))
            case .caller(let caller):
                drop(message, error.reason, &turn)
                guard !isNotice, let long = try? CloudEventsBinding.line(message, limit: .max), long.type == type,
                    long.bytes.count > settings.lineLimit
                else { return }
                send(.refused, about: long.name, to: caller, error.reason, &turn)
            }
        }
    }

    /// Passes a notice on to the caller's children, also to those that get its request later.
    private mutating func pass(_ notice: PoolRequest, _ turn: inout Turn) {
        guard let caller = notice.requester.caller else { return }
        for child in children.busy(of: caller) { turn.effects.append(.sendToChild(child, line: notice.line.bytes)) }
        if let place = notice.place { notices.insert(notice.line.bytes, of: caller, at: place, now: turn.now) }
    }

    private mutating func accept(_ request: PoolRequest, patiently isPatient: Bool, _ turn: inout Turn) {
        let canBegin = tasks.all.count - waiting.count < settings.parallel && waiting.isEmpty
        guard isMember, canBegin || isPatient && waiting.count < settings.parallel else {
            return send(.busy, about: request, &turn)
        }
        last += 1
        tasks.insert(WorkerTask(request: request, since: turn.now), as: last)
        waiting.append(last)
        begin(&turn)
    }

    private mutating func begin(_ turn: inout Turn) {
        while tasks.all.count - waiting.count < settings.parallel, let number = waiting.popFirst(),
            let request = tasks[number]?.request
        {
            let child = children.give(request, &turn)
            extend(number, of: child, at: turn.now)
            guard let place = request.place, let caller = request.requester.caller else { continue }
            for notice in notices.lines(of: caller, behind: place, now: turn.now) {
                turn.effects.append(.sendToChild(child, line: notice))
            }
        }
    }

    /// The child has the request, or has reported progress.
    private mutating func extend(_ number: Int, of child: ChildID, at now: Instant) {
        let deadline = now + settings.answerWithin
        tasks.update(number) { ($0.child, $0.deadline) = (child, deadline) }
    }

    // MARK: - Answers

    private mutating func handle(_ line: BusLine, of id: ChildID, _ turn: inout Turn) {
        guard line.type == ProcessOutput.Refused.type || !line.type.hasPrefix("process.") else { return }
        guard let number = tasks.number(answeredBy: line, where: { $0.child == id }), let task = tasks[number] else {
            return turn.complain("\(line.type) of the child was dropped: it answers no request")
        }
        guard let message = task.request.answer(line, in: service.subjects) else {
            return turn.complain("an answer was dropped: its type cannot be part of a NATS subject")
        }
        rest.reset(ending: false)
        children.didAnswer(id)
        let isProgress = task.request.progress.contains { $0.matches(line.type) }
        if isProgress {
            extend(number, of: id, at: turn.now)
            // Progress that nobody could receive now is not kept.
            guard largest != nil else { return }
        } else {
            tasks.remove(number)
            children.release(id, &turn)
        }
        guard line.bytes.count + NATSMessage.roomForHeaders <= largest ?? .max else {
            let reason = "its answer of \(line.bytes.count) bytes is too long for the server: raise its max_payload"
            guard !isProgress else { return turn.complain("progress was dropped: \(reason)") }
            return fail(task, .refused, because: reason, &turn)
        }
        if !isProgress { service.count(task.request.requester, time: turn.now - task.since) }
        // There are no more answers than requests that the worker had.
        if largest == nil { unsent.append(message) } else { turn.publish(message) }
    }

    private mutating func fail(
        _ task: WorkerTask, _ state: WorkerSign.State, because reason: String, _ turn: inout Turn
    ) {
        service.count(task.request.requester, time: turn.now - task.since, error: reason)
        send(state, about: task.request, because: reason, &turn)
    }

    /// A sign that cannot be sent is lost.
    private func send(
        _ state: WorkerSign.State, about request: PoolRequest, because reason: String? = nil, _ turn: inout Turn
    ) {
        switch request.requester {
        case .caller(let caller): send(state, about: request.line.name, to: caller, reason, &turn)
        case .client(let reply):
            guard state != .working else { return }
            let error = state == .busy ? ServiceError.busy : .failure(reason ?? "the request has failed")
            turn.publish(error.message(to: reply))
        }
    }

    private func send(
        _ state: WorkerSign.State, about name: EventName, to caller: SubjectName, _ reason: String?, _ turn: inout Turn
    ) {
        guard let subject = service.subjects.make(.answers, state.type, of: caller) else { return }
        let sign = WorkerSign(worker: settings.incarnation, source: name.source, id: name.id, reason: reason)
        turn.publish(NATSMessage(subject, payload: sign.json))
    }

    // MARK: - Failures

    private mutating func childEnded(_ id: ChildID, _ how: String, _ turn: inout Turn) {
        guard let child = children.remove(id) else { return }
        let lost = tasks.sorted.filter { $0.request.child == id }
        guard !lost.isEmpty else { return }
        let count = "\(lost.count) \(lost.count == 1 ? "request" : "requests")"
        let reason = "the child with \(count) \(child.reason ?? how)"
        turn.complain(reason)
        for (number, task) in lost {
            tasks.remove(number)
            fail(task, .failed, because: reason, &turn)
        }
        // A program that cannot work at all must not take the requests of those that can.
        guard !child.hasAnswered, child.reason == nil else { return }
        rest.begin(at: turn.now)
        let pause = (rest.end ?? turn.now) - turn.now
        turn.complain("it takes no requests for \(pause): its program answers nothing")
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
        case .client(let reply) where line.type == ProcessOutput.Refused.type:
            let refused = try? line.event?.decode(ProcessOutput.Refused.self)
            return ServiceError.mistake(refused?.reason ?? "the program refuses it").message(to: reply)
        case .client(let reply):
            return isBare ? CloudEventsBinding.bare(line, on: reply) : CloudEventsBinding.message(line.bytes, on: reply)
        }
    }
}
