import Platform

/// A request that this worker has taken.
struct WorkerTask: Sendable {
    let request: PoolRequest
    let since: Instant
    /// The child that has the request; nil while it waits for another request to finish.
    var child: ChildID?
    /// The time when the child must have written something.
    var deadline: Instant
}

/// The requests that a worker has taken, by numbers.
struct WorkerTasks: Sendable {
    private(set) var all: [Int: WorkerTask] = [:]
    private var waiting: ArraySlice<Int> = []
    private var last = 0

    var isEmpty: Bool { all.isEmpty }
    var running: Int { all.count - waiting.count }
    var waitingCount: Int { waiting.count }
    /// The task that has waited for longest.
    var first: Int? { waiting.first }
    /// When the first child is too slow.
    var deadline: Instant? { all.values.lazy.filter { $0.child != nil }.map(\.deadline).min() }

    subscript(number: Int) -> WorkerTask? { all[number] }

    /// In the order in which they came.
    var sorted: [(number: Int, task: WorkerTask)] {
        all.sorted { $0.key < $1.key }.map { (number: $0.key, task: $0.value) }
    }

    /// True if the request was taken before. Other clients than callers are not told apart.
    func contains(_ request: PoolRequest) -> Bool {
        all.values.contains {
            $0.request.line.name == request.line.name && $0.request.requester.caller == request.requester.caller
        }
    }

    /// The request waits until ``begin(in:until:)``.
    mutating func insert(_ request: PoolRequest, at now: Instant) {
        last += 1
        all[last] = WorkerTask(request: request, since: now, child: nil, deadline: now)
        waiting.append(last)
    }

    /// A child has the first task that waits.
    mutating func begin(in child: ChildID, until deadline: Instant) {
        guard let number = waiting.popFirst() else { return }
        all[number]?.child = child
        extend(number, until: deadline)
    }

    mutating func extend(_ number: Int, until deadline: Instant) { all[number]?.deadline = deadline }

    @discardableResult
    mutating func remove(_ number: Int) -> WorkerTask? {
        guard let task = all.removeValue(forKey: number) else { return nil }
        if task.child == nil { waiting.removeAll { $0 == number } }
        return task
    }

    /// Tasks whose child is too slow.
    /// - Parameter next: when to look at them again; by then, their child has ended.
    mutating func slow(at now: Instant, until next: Instant) -> [WorkerTask] {
        let slow = all.filter { $0.value.child != nil && $0.value.deadline <= now }
        for number in slow.keys { extend(number, until: next) }
        return Array(slow.values)
    }
}
