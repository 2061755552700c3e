import Platform

/// A worker's children: one for each caller, because ids and notices are unique only within a session; and a separate one for a
/// repeated request, so that a request that kills its child affects no others.
struct WorkerChildren: Sendable {
    struct Child: Sendable {
        /// Nil for all clients that are not callers.
        let caller: SubjectName?
        let isAlone: Bool
        var hasAnswered = false
        var count = 0
        /// The end of the child's last request.
        var idleSince: Instant
        /// Its input has ended, so it must have exited by then.
        var endsBy: Instant?
        /// Why the child is being killed.
        var reason: String?

        var isRunning: Bool { endsBy == nil && reason == nil }
        var isIdle: Bool { isRunning && count == 0 }
    }

    private var all: [ChildID: Child] = [:]
    private var last = 0
    /// How long a child may take to exit after its input has ended.
    private static let grace = Duration.seconds(5)
    private let settings: PoolWorkerSettings

    init(_ settings: PoolWorkerSettings) { self.settings = settings }

    /// When the next child will have been idle long enough, or must have exited.
    var deadline: Instant? {
        all.values.lazy.compactMap { $0.endsBy ?? ($0.isIdle ? $0.idleSince + settings.idle : nil) }.min()
    }

    func busy(of caller: SubjectName) -> [ChildID] {
        all.filter { $0.value.caller == caller && $0.value.count > 0 }.map(\.key)
    }

    /// Gives a request to its child, which is started if needed.
    mutating func give(_ request: PoolRequest, _ turn: inout Turn) -> ChildID {
        let id = child(for: request, &turn)
        all[id]?.count += 1
        let line = request.attempt > 1 ? request.line.replayed : request.line.bytes
        turn.effects.append(.sendToChild(id, line: line))
        return id
    }

    private mutating func child(for request: PoolRequest, _ turn: inout Turn) -> ChildID {
        let (caller, isAlone) = (request.requester.caller, request.attempt > 1)
        let free = all.first { $0.value.caller == caller && !$0.value.isAlone && $0.value.isRunning }
        if !isAlone, let free { return free.key }
        if all.count >= settings.children {
            let oldest = all.filter(\.value.isIdle).min { $0.value.idleSince < $1.value.idleSince }
            if let oldest { end(oldest.key, &turn) }
        }
        last += 1
        all[last] = Child(caller: caller, isAlone: isAlone, idleSince: turn.now)
        let service = request.service ?? settings.pool.description
        turn.effects.append(.startChild(last, service: service, run: "\(settings.incarnation)-\(last)"))
        return last
    }

    mutating func didAnswer(_ id: ChildID) { all[id]?.hasAnswered = true }

    mutating func release(_ id: ChildID, _ turn: inout Turn) {
        all[id]?.count -= 1
        all[id]?.idleSince = turn.now
        if all[id]?.isAlone == true { end(id, &turn) }
    }

    mutating func kill(_ id: ChildID, because reason: String, _ turn: inout Turn) {
        guard let child = all[id], child.reason == nil else { return }
        all[id]?.endsBy = nil
        all[id]?.reason = reason
        turn.effects.append(.killChild(id))
    }

    mutating func remove(_ id: ChildID) -> Child? { all.removeValue(forKey: id) }

    mutating func advance(_ turn: inout Turn) {
        guard let deadline, deadline <= turn.now else { return }
        for (id, child) in all {
            if child.isIdle, child.idleSince + settings.idle <= turn.now { end(id, &turn) }
            if let time = child.endsBy, time <= turn.now {
                kill(id, because: "did not end with its input and was killed", &turn)
            }
        }
    }

    private mutating func end(_ id: ChildID, _ turn: inout Turn) {
        guard all[id]?.isRunning == true else { return }
        all[id]?.endsBy = turn.now + Self.grace
        turn.effects.append(.endChild(id))
    }
}

/// Notices of the last minute, for requests that arrive after their notice.
struct RememberedNotices: Sendable {
    private var notices: [(caller: SubjectName, place: PoolPlace, line: [UInt8], since: Instant)] = []
    private var bytes = 0

    private static let age = Duration.seconds(60)
    private static let (mostNotices, mostBytes) = (1024, 1 << 20)

    mutating func insert(_ line: [UInt8], of caller: SubjectName, at place: PoolPlace, now: Instant) {
        notices.append((caller, place, line, now))
        bytes += line.count
        while let first = notices.first,
            notices.count > Self.mostNotices || bytes > Self.mostBytes || now - first.since > Self.age
        {
            bytes -= first.line.count
            notices.removeFirst()
        }
    }

    /// Notices that the caller wrote after a request.
    func lines(of caller: SubjectName, behind place: PoolPlace, now: Instant) -> [[UInt8]] {
        notices.filter {
            $0.caller == caller && $0.place.word == place.word && $0.place.number > place.number
                && now - $0.since <= Self.age
        }.map(\.line)
    }
}
