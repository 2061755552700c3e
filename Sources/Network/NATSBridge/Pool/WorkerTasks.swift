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
    /// The key of a request: a process of a caller asks once for each name; clients are not told apart.
    private struct Key: Hashable {
        let caller: SubjectName?
        let name: EventName
    }

    private(set) var all: [Int: WorkerTask] = [:]
    private var numbers: [Key: Int] = [:]
    private var waiting: ArraySlice<Int> = []
    private var last = 0

    var isEmpty: Bool { all.isEmpty }
    var running: Int { all.count - waiting.count }
    var waitingCount: Int { waiting.count }
    /// When the first child is too slow.
    var deadline: Instant? { all.values.lazy.filter { $0.child != nil }.map(\.deadline).min() }

    subscript(number: Int) -> WorkerTask? { all[number] }

    func number(of request: PoolRequest) -> Int? {
        numbers[Key(caller: request.requester.caller, name: request.name)]
    }

    /// - Returns: its number. It waits until ``begin(_:in:until:)``.
    mutating func insert(_ request: PoolRequest, at now: Instant) -> Int {
        last += 1
        all[last] = WorkerTask(request: request, since: now, child: nil, deadline: now)
        numbers[Key(caller: request.requester.caller, name: request.name)] = last
        waiting.append(last)
        return last
    }

    /// The task that has waited for longest.
    var first: Int? { waiting.first }

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
        numbers[Key(caller: task.request.requester.caller, name: task.request.name)] = nil
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
