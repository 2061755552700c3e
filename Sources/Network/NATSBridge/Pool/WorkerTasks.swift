import Platform

/// A request that this worker has taken.
struct WorkerTask: UnansweredRequest {
    let request: PoolRequest
    let since: Instant
    /// The child that has the request; nil while it waits for another request to finish.
    var child: ChildID?
    /// The time when the child must have written something; nil while it is not waited for.
    var deadline: Instant?

    var line: BusLine { request.line }
}

/// The requests that a worker has taken, by numbers.
struct WorkerTasks: Sendable {
    private var open = UnansweredRequests<WorkerTask>()
    private var waiting: ArraySlice<Int> = []
    private var last = 0

    var all: some Collection<WorkerTask> { open.all.values }
    var running: Int { open.all.count - waiting.count }
    var waitingCount: Int { waiting.count }
    /// When the first child is too slow.
    var deadline: Instant? { all.lazy.compactMap(\.deadline).min() }
    /// In the order in which they came.
    var sorted: [(number: Int, request: WorkerTask)] { open.sorted }

    subscript(number: Int) -> WorkerTask? { open[number] }

    /// The request that a child answers.
    func number(answeredBy answer: BusLine, of child: ChildID) -> Int? {
        open.number(answeredBy: answer) { $0.child == child }
    }

    /// True if the request was taken before. Other clients than callers are not told apart.
    func contains(_ request: PoolRequest) -> Bool {
        open.number(of: request.line.name) { $0.request.requester.caller == request.requester.caller } != nil
    }

    /// The request waits until ``begin(in:until:)``.
    mutating func insert(_ request: PoolRequest, at now: Instant) {
        last += 1
        open.insert(WorkerTask(request: request, since: now), as: last)
        waiting.append(last)
    }

    /// The task that has waited for longest.
    var first: PoolRequest? { waiting.first.flatMap { open[$0]?.request } }

    /// A child has that task.
    mutating func begin(in child: ChildID, until deadline: Instant) {
        guard let number = waiting.popFirst() else { return }
        open.update(number) { ($0.child, $0.deadline) = (child, deadline) }
    }

    mutating func extend(_ number: Int, until deadline: Instant?) { open.update(number) { $0.deadline = deadline } }

    mutating func remove(_ number: Int) -> WorkerTask? {
        waiting.removeAll { $0 == number }
        return open.remove(number)
    }

    /// Tasks whose child is too slow, once: it is about to end.
    mutating func takeSlow(at now: Instant) -> [WorkerTask] {
        guard let deadline, deadline <= now else { return [] }
        let slow = sorted.filter { $0.request.deadline.map { $0 <= now } ?? false }
        for (number, _) in slow { extend(number, until: nil) }
        return slow.map(\.request)
    }
}
