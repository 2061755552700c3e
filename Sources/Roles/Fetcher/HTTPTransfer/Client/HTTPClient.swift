import Platform

/// Fetches politely: runs transfers on a ``TransferEngine`` in the order, at the rate and with the retries of its
/// settings, and answers from its cache where possible.
package struct HTTPClient: ~Copyable {
    package struct Turn {
        package let completions: [RequestEnd]
        /// Failed attempts that will be retried.
        package let attempts: [Attempt]
        /// The watched descriptors that are ready or closed.
        package let ready: [Int32]
    }

    /// The memory for bodies: those handed over and still alive, and those arriving.
    package let budget: BodyBudget
    private let policy: RetryPolicy
    private let bodyLimit: Int?
    private let clock: Clock
    private var engine: TransferEngine
    private var schedule: Schedule
    private let cache: HTTPCache?
    /// Requests not yet looked up in the cache.
    private var arrivals: ArraySlice<TransferID> = []
    private var jobs: [TransferID: Job] = [:]
    /// Transfers paused for lack of room, whose places others have taken.
    private var outOfTheWay: Set<TransferID> = []
    private var answers: [RequestEnd] = []
    private var attempts: [Attempt] = []
    /// True if the requests under way have just been sent, so that nothing can have come for them.
    private var isSent = false
    /// While set, no request is started; those under way continue.
    package var isPaused = false
    /// True if the caller would take values now, by ``takeValues()``.
    package var wantsValues = false

    package init(_ settings: ClientSettings, clock: Clock = Clock()) throws(TransferError) {
        policy = settings.retry
        bodyLimit = settings.bodyLimit
        budget = BodyBudget(limit: settings.bodyBudget)
        self.clock = clock
        engine = try TransferEngine(settings.checked(), budget: budget, now: clock.wall)
        schedule = Schedule(settings)
        cache = HTTPCache(settings, now: clock.wall)
    }

    /// The request whose answer is next; its body alone may exceed the budget. Nil if answers have no order.
    package var awaited: TransferID? {
        get { engine.awaited }
        set { engine.awaited = newValue }
    }

    /// Takes values of a response that is not whole yet, of one transfer at a time. In an order, only the awaited one has its turn.
    package mutating func takeValues() -> (id: TransferID, response: HTTPResponse)? {
        guard var next = engine.takeValues() else { return nil }
        next.response.attempts = jobs[next.id]?.attempts ?? 1
        return next
    }

    /// Requests without a response yet.
    package var pending: Int { jobs.count + answers.count }

    /// Requests whose transfer is under way.
    package var inFlight: Int { engine.inFlight }

    /// The number of times that all options of a transfer were set, not only those that differ from its predecessor's.
    package var setups: Int { engine.setups }

    /// Accepts a request, to be answered once by ``turn(reading:own:writing:within:)`` unless it is cancelled.
    package mutating func start(_ request: HTTPRequest, as id: TransferID) {
        var request = request
        request.bodyLimit = bodyLimit ?? request.bodyLimit
        jobs[id] = Job(request)
        if cache == nil {
            enqueue(id, request)
        } else {
            arrivals.append(id)
        }
    }

    /// Cancels a request. It gets no response.
    package mutating func cancel(_ id: TransferID) {
        answers.removeAll { $0.id == id }
        guard let job = jobs.removeValue(forKey: id) else { return }
        if job.isRunning {
            engine.cancel(id)
            if outOfTheWay.remove(id) == nil { schedule.ended(job.host) }
        } else {
            arrivals.removeAll { $0 == id }
            schedule.remove(id, for: job.host)
        }
    }

    /// Does what can be done now; if that is nothing, waits.
    /// - Parameters:
    ///   - reading: wake up as well when one of these can be read.
    ///   - own: the descriptors among them that no other process can close.
    ///   - writing: wake up as well when one of these can be written.
    ///   - time: the longest wait; nil for no limit.
    package mutating func turn(
        reading: [Int32] = [], own: [Int32] = [], writing: [Int32] = [], within time: Duration? = nil
    ) -> Turn {
        serveArrivals()
        if launchDue() > 0 || !isSent || !engine.paused.isEmpty { settleEnded() }
        notePauses()
        // If all transfers are new, the server gets their requests now, and works while their predecessors' answers are made. If
        // not, libcurl would look at all the others once more.
        let launched = launchDue()
        isSent = launched > 0 && launched == engine.inFlight
        if isSent { settleEnded() }
        let isIdle =
            answers.isEmpty && attempts.isEmpty && !engine.hasEnded && (arrivals.isEmpty || !mayServe)
            && !(wantsValues && engine.hasValues)
        let ready = engine.wait(
            reading: reading, own: own, writing: writing, for: isIdle ? patience(time) : .zero)
        defer {
            answers.removeAll(keepingCapacity: true)
            attempts.removeAll(keepingCapacity: true)
        }
        return Turn(completions: answers, attempts: attempts, ready: ready)
    }
}

extension HTTPClient {
    /// Bytes taken from the cache per turn, so that a thousand cached responses are not in memory at once.
    private static let servedAtOnce = 4 << 20

    /// True if there is room for a cached response. The awaited one always has room.
    private var mayServe: Bool { !isPaused && (!budget.isSpent || awaited != nil && arrivals.first == awaited) }

    private mutating func serveArrivals() {
        guard let cache else { return }
        var served = 0
        while served < Self.servedAtOnce, mayServe, let id = arrivals.popFirst() {
            guard let job = jobs[id] else { continue }
            switch cache.answer(to: job.request) {
            case .known(var response):
                served += response.body.count
                response.share = BodyShare(of: budget, holding: response.body.count)
                answer(id, .success(response), job)
            case .refused: answer(id, .failure(.notCached), job)
            case .unknown: enqueue(id, job.request)
            }
        }
    }

    /// A transfer paused for lack of room gives up its place if others may be awaited. Otherwise none might get room
    /// before that one gets a place, nor a place before there is room.
    private mutating func notePauses() {
        guard awaited != nil, engine.paused != outOfTheWay else { return }
        for id in outOfTheWay.symmetricDifference(engine.paused) {
            guard let host = jobs[id]?.host else { continue }
            if engine.paused.contains(id) { schedule.ended(host) } else { schedule.resumed(host) }
        }
        outOfTheWay = engine.paused
    }

    private mutating func enqueue(_ id: TransferID, _ request: HTTPRequest) {
        schedule.append(id, for: request.url.host, at: clock.steady())
    }

    private mutating func answer(
        _ id: TransferID, _ result: Result<HTTPResponse, TransferError>, _ job: Job, refused: HTTPResponse? = nil
    ) {
        jobs[id] = nil
        let time = job.began.map { clock.steady() - $0 } ?? .zero
        let effort = Effort(attempts: job.attempts, time: time, refused: refused)
        answers.append(RequestEnd(id: id, result: result, effort: effort))
    }

    /// - Returns: the number of launched requests.
    private mutating func launchDue() -> Int {
        guard !isPaused else { return 0 }
        let now = clock.steady()
        var count = 0
        while let id = schedule.next(at: now) {
            launch(id, at: now)
            count += 1
        }
        return count
    }

    private mutating func settleEnded() {
        guard engine.inFlight > 0 || engine.hasEnded else { return }
        for end in engine.perform() { settle(end.id, end.result, end.refused) }
    }

    private mutating func launch(_ id: TransferID, at now: Instant) {
        guard var job = jobs[id] else { return }
        job.attempts += 1
        job.began = job.began ?? now
        job.isRunning = true
        if job.attempts == 1 { job.stale = cache?.stale(for: job.request) }
        jobs[id] = job
        var request = job.request
        request.conditions = job.stale?.validators ?? []
        request.isFollowed = schedule.hasOthers(for: job.host)
        // Without a retry budget, later attempts have the rest of the timeout.
        if policy.budget == nil { request.timeout = max(.milliseconds(1), job.left(of: policy, at: now)) }
        engine.start(request, as: id)
    }

    /// Handles the end of an attempt, which may be the end of its request.
    private mutating func settle(
        _ id: TransferID, _ result: Result<HTTPResponse, TransferError>, _ refused: HTTPResponse?
    ) {
        guard var job = jobs[id] else { return }
        if outOfTheWay.remove(id) == nil { schedule.ended(job.host) }
        job.isRunning = false
        if case .failure(.exhausted) = result, job.request.isIdempotent, schedule.shrink() {
            // The request waits for the descriptors of the others.
            engine.keepConnections(engine.inFlight)
            job.attempts -= 1
            schedule.delay(id, for: job.host, until: clock.steady())
            jobs[id] = job
            return
        }
        heed(result, from: job.host)
        if let cause = RetryCause(result, to: job.request), let delay = delay(of: job, after: cause) {
            attempts.append(Attempt(id: id, number: job.attempts, cause: cause.summary, delay: delay))
            let time = clock.steady() + delay
            if cause.asked != nil { schedule.hold(job.host, until: time) }
            schedule.delay(id, for: job.host, until: time)
            jobs[id] = job
        } else {
            let result = kept(final(result, of: job))
            answer(id, cache?.settle(result, of: job.request, stale: job.stale) ?? result, job, refused: refused)
        }
    }

    private func delay(of job: Job, after cause: RetryCause) -> Duration? {
        policy.delay(
            attempts: job.attempts, asked: cause.asked, left: job.left(of: policy, at: clock.steady()),
            chance: clock.chance())
    }

    /// A host that announces its last allowed request is not asked before its window ends, within the longest wait of a
    /// request. Beyond that it is asked, and its refusal is the answer.
    private mutating func heed(_ result: Result<HTTPResponse, TransferError>, from host: String) {
        guard case .success(let response) = result, response.status < 400, let patience = response.patience,
            .seconds(patience) < policy.budget ?? HTTPRequest.standardTimeout
        else { return }
        schedule.hold(host, until: clock.steady() + .seconds(patience))
    }

    private func final(
        _ result: Result<HTTPResponse, TransferError>, of job: Job
    ) -> Result<HTTPResponse, TransferError> {
        switch result {
        case .success(var response):
            response.attempts = job.attempts
            return .success(response)
        // The rest left for the last attempt is not the timeout that the caller set.
        case .failure(.timeout(_, let place)) where job.attempts > 1 && policy.budget == nil:
            return .failure(.timeout(job.request.timeout, from: place))
        case .failure:
            return result
        }
    }

    /// Keeps the body, now that no attempt will follow.
    private func kept(_ result: Result<HTTPResponse, TransferError>) -> Result<HTTPResponse, TransferError> {
        guard case .success(var response) = result, let body = response.unkept else { return result }
        do throws(TransferError) { try body.keep() } catch { return .failure(error) }
        response.unkept = nil
        response.file = body.name
        return .success(response)
    }

    /// The time until something is due; nil for no limit.
    private func patience(_ limit: Duration?) -> Duration? {
        earliest(limit, isPaused ? nil : schedule.wakes.map { max($0 - clock.steady(), .zero) })
    }
}

/// An accepted request that has no response yet.
struct Job {
    let request: HTTPRequest
    var attempts = 0
    /// The moment when the first attempt began.
    var began: Instant?
    /// True if an attempt is under way.
    var isRunning = false
    /// The cached response being validated.
    var stale: CachedResponse?

    init(_ request: HTTPRequest) {
        self.request = request
    }

    /// The lane where it waits for its turn.
    var host: String { request.url.host }

    /// The rest of its retry budget.
    func left(of policy: RetryPolicy, at now: Instant) -> Duration {
        (policy.budget ?? request.timeout) - (now - (began ?? now))
    }
}

/// A failed attempt that will be retried.
package struct Attempt: Equatable, Sendable {
    package let id: TransferID
    /// The attempt's number, from 1.
    package let number: Int
    /// The reason, such as `HTTP 503` or libcurl's words.
    package let cause: String
    /// The wait before the next one.
    package let delay: Duration
}

package struct RequestEnd {
    package let id: TransferID
    package let result: Result<HTTPResponse, TransferError>
    package let effort: Effort
}

package struct Effort: Equatable, Sendable {
    package let attempts: Int
    /// The time from the first attempt's beginning to the end.
    package let time: Duration
    /// A response without its body, if only the body could not be taken.
    package let refused: HTTPResponse?

    package init(attempts: Int, time: Duration, refused: HTTPResponse? = nil) {
        self.attempts = attempts
        self.time = time
        self.refused = refused
    }
}
