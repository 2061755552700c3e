/// Fetches politely: runs transfers on a ``TransferEngine`` in the order, at the pace and as often as its settings say,
/// and answers from its cache what need not be asked.
package struct HTTPClient: ~Copyable {
    package typealias Completion = (id: TransferID, result: Result<HTTPResponse, TransferError>, effort: Effort)

    /// What came of one turn.
    package struct Turn {
        package let completions: [Completion]
        /// Requests that failed and will be tried again.
        package let attempts: [Attempt]
        /// The watched descriptors that can be read or written, or have ended.
        package let ready: [Int32]
    }

    /// What the bodies take that were handed over and are still there, and those that are on their way.
    package let budget: BodyBudget
    private let policy: RetryPolicy
    private let bodyLimit: Int?
    private let clock: Clock
    private var engine: TransferEngine
    private var schedule: Schedule
    private let cache: HTTPCache?
    /// Those that the cache was not asked for yet.
    private var arrivals = WaitingLine()
    private var jobs: [TransferID: Job] = [:]
    /// Those that stand still for lack of room, and have left their place to others.
    private var outOfTheWay: Set<TransferID> = []
    private var answers: [Completion] = []
    private var attempts: [Attempt] = []

    package init(_ settings: ClientSettings, clock: Clock = Clock()) throws(TransferError) {
        policy = settings.retry
        bodyLimit = settings.bodyLimit
        budget = BodyBudget(limit: settings.bodyBudget)
        self.clock = clock
        engine = try TransferEngine(settings.checked(), budget: budget, now: clock.wall)
        schedule = Schedule(settings)
        cache = HTTPCache(settings, now: clock.wall)
    }

    /// While set, nothing new is begun; what is under way goes on.
    package var isPaused = false

    /// The request that everybody waits for, where answers are wanted in an order; nil where they are not. Its body is the
    /// only one that may exceed the budget then.
    package var awaited: TransferID? {
        get { engine.awaited }
        set { engine.awaited = newValue }
    }

    /// Requests that have not been answered yet.
    package var pending: Int { jobs.count + answers.count }

    /// Requests whose transfer is under way.
    package var inFlight: Int { engine.inFlight }

    /// Takes a request on; it is answered by ``turn(reading:writing:milliseconds:)``, once, unless it is cancelled.
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

    /// Gives a request up. It is not answered.
    package mutating func cancel(_ id: TransferID) {
        answers.removeAll { $0.id == id }
        guard let job = jobs.removeValue(forKey: id) else { return }
        if job.isRunning {
            engine.cancel(id)
            if outOfTheWay.remove(id) == nil { schedule.ended(job.host) }
        } else {
            arrivals.remove(id)
            schedule.remove(id, for: job.host)
        }
    }

    /// Does what can be done, and waits for more where nothing was.
    /// - Parameters:
    ///   - reading: wake up as well when one of these can be read.
    ///   - writing: wake up as well when one of these can be written.
    ///   - milliseconds: the longest wait; nil waits as long as it takes.
    package mutating func turn(
        reading: [Int32] = [], writing: [Int32] = [], milliseconds: Int32? = nil
    ) -> Turn {
        serveArrivals()
        launchDue()
        for (id, result) in engine.perform() { settle(id, result) }
        notePauses()
        launchDue()
        let isIdle = answers.isEmpty && attempts.isEmpty && !engine.hasEnded && (arrivals.isEmpty || !mayServe)
        let ready = engine.wait(
            reading: reading, writing: writing, milliseconds: isIdle ? patience(milliseconds) : 0)
        defer {
            answers.removeAll(keepingCapacity: true)
            attempts.removeAll(keepingCapacity: true)
        }
        return Turn(completions: answers, attempts: attempts, ready: ready)
    }
}

extension HTTPClient {
    /// Bytes that one turn takes out of the cache, so that a thousand answers from there are not in memory at once.
    private static let servedAtOnce = 4 << 20

    /// Whether there is room for an answer from the cache. The one that is awaited was the first to arrive.
    private var mayServe: Bool { !isPaused && (!budget.isSpent || awaited != nil && arrivals.first == awaited) }

    private mutating func serveArrivals() {
        guard let cache else { return }
        var served = 0
        while served < Self.servedAtOnce, mayServe, let id = arrivals.next() {
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

    /// A transfer that stands still for lack of room leaves its place to others where one of these may be awaited:
    /// otherwise nobody might have room before that one has a place, and nobody a place before there is room.
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

    private mutating func answer(_ id: TransferID, _ result: Result<HTTPResponse, TransferError>, _ job: Job) {
        jobs[id] = nil
        let time = job.began.map { clock.steady() - $0 } ?? .zero
        answers.append((id, result, Effort(attempts: job.attempts, time: time)))
    }

    private mutating func launchDue() {
        guard !isPaused else { return }
        let now = clock.steady()
        while let id = schedule.next(at: now) { launch(id, at: now) }
    }

    private mutating func launch(_ id: TransferID, at now: Duration) {
        guard var job = jobs[id] else { return }
        job.attempts += 1
        job.began = job.began ?? now
        job.isRunning = true
        if job.attempts == 1 { job.stale = cache?.stale(for: job.request) }
        jobs[id] = job
        var request = job.request
        request.conditions = job.stale?.validators ?? []
        // Without a budget of their own, later attempts have what the earlier ones left.
        if policy.budget == nil { request.timeout = max(.milliseconds(1), job.left(of: policy, at: now)) }
        engine.start(request, as: id)
    }

    /// Takes the end of an attempt, which may be the end of its request.
    private mutating func settle(_ id: TransferID, _ result: Result<HTTPResponse, TransferError>) {
        guard var job = jobs[id] else { return }
        if outOfTheWay.remove(id) == nil { schedule.ended(job.host) }
        job.isRunning = false
        heed(result, from: job.host)
        if let cause = RetryCause(result, to: job.request), let delay = delay(of: job, after: cause) {
            attempts.append(Attempt(id: id, number: job.attempts, cause: cause.summary, delay: delay))
            let time = clock.steady() + delay
            if cause.told != nil { schedule.hold(job.host, until: time) }
            schedule.delay(id, for: job.host, until: time)
            jobs[id] = job
        } else {
            let result = final(result, of: job)
            answer(id, cache?.settle(result, of: job.request, stale: job.stale) ?? result, job)
        }
    }

    private func delay(of job: Job, after cause: RetryCause) -> Duration? {
        policy.delay(
            attempts: job.attempts, told: cause.told, left: job.left(of: policy, at: clock.steady()),
            chance: clock.chance())
    }

    /// A host whose answer says that it was the last for now is not asked again before that has passed, as long as a
    /// request may wait at all; behind that it is asked, and its refusal is the answer.
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
        // What is left for the last attempt is not what anybody asked for.
        case .failure(.timeout) where job.attempts > 1 && policy.budget == nil:
            return .failure(.timeout(job.request.timeout))
        case .failure:
            return result
        }
    }

    /// How long to wait for what happens, in milliseconds, so that nothing that is due waits longer.
    private func patience(_ limit: Int32?) -> Int32 {
        let limit = limit ?? .max
        guard !isPaused, let time = schedule.wakes else { return limit }
        let (seconds, attoseconds) = (time - clock.steady()).components
        // Rounded up: a wait that ends too early would be followed by another.
        let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1
        return Int32(clamping: max(0, min(milliseconds, Int64(limit))))
    }
}
