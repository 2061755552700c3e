/// A worker's children: one for each caller, because ids and notices are unique only within a session; and a separate one for a
/// redelivered request, so that a request that kills its child affects no others.
struct WorkerChildren: Sendable {
    struct Child: Sendable {
        let caller: SessionName
        let isAlone: Bool
        /// Its requests, by their numbers.
        var names = OpenNames()
        var count = 0
        /// When its last request ended.
        var idleSince: ContinuousClock.Instant
        /// Why it is being killed.
        var reason: String?
        /// When its input was ended.
        var endingSince: ContinuousClock.Instant?

        var isEnding: Bool { endingSince != nil }
        /// When it must have exited.
        var end: ContinuousClock.Instant? { reason == nil ? endingSince.map { $0 + WorkerChildren.grace } : nil }
    }

    private(set) var all: [ChildID: Child] = [:]
    private var last = 0
    /// How long a child may take to exit after its input has ended.
    private static let grace = Duration.seconds(5)
    private let most: Int
    private let idle: Duration
    private let incarnation: String

    init(most: Int, idle: Duration, incarnation: String) {
        self.most = most
        self.idle = idle
        self.incarnation = incarnation
    }

    /// When the next child will have been idle long enough.
    var deadline: ContinuousClock.Instant? {
        all.values.compactMap { $0.end ?? ($0.count == 0 && !$0.isEnding ? $0.idleSince + idle : nil) }.min()
    }

    /// A caller's children that have a request.
    func busy(of caller: SessionName) -> [ChildID] {
        all.filter { $0.value.caller == caller && $0.value.count > 0 }.map(\.key)
    }

    /// The child for a request, started if needed.
    /// - Parameter service: the child's service name.
    mutating func child(
        for caller: SessionName, _ service: String, alone: Bool, at now: ContinuousClock.Instant,
        into effects: inout [BridgeEffect]
    ) -> ChildID {
        let free = all.first { $0.value.caller == caller && !$0.value.isAlone && !$0.value.isEnding }
        if !alone, let free { return free.key }
        if all.count >= most { endOldest(at: now, into: &effects) }
        last += 1
        let id = ChildID(last)
        all[id] = Child(caller: caller, isAlone: alone, idleSince: now)
        effects.append(.startChild(id, service: service, run: "\(incarnation)-\(last)"))
        return id
    }

    mutating func give(_ number: Int, _ name: EventName, chain: String, to id: ChildID) {
        all[id]?.names.insert(number, name, chain: chain)
        all[id]?.count += 1
    }

    /// A request is finished.
    mutating func release(
        _ number: Int, of id: ChildID, at now: ContinuousClock.Instant, into effects: inout [BridgeEffect]
    ) {
        guard all[id] != nil else { return }
        all[id]?.names.remove(number)
        all[id]?.count -= 1
        all[id]?.idleSince = now
        if all[id]?.isAlone == true { end(id, at: now, into: &effects) }
    }

    mutating func kill(
        _ id: ChildID, because reason: String, at now: ContinuousClock.Instant, into effects: inout [BridgeEffect]
    ) {
        guard all[id] != nil, all[id]?.reason == nil else { return }
        all[id]?.reason = reason
        all[id]?.endingSince = now
        effects.append(.killChild(id))
    }

    mutating func remove(_ id: ChildID) -> Child? { all.removeValue(forKey: id) }

    mutating func turn(at now: ContinuousClock.Instant, into effects: inout [BridgeEffect]) {
        for (id, child) in all where child.count == 0 && !child.isEnding && child.idleSince + idle <= now {
            end(id, at: now, into: &effects)
        }
        for (id, child) in all where child.end.map({ $0 <= now }) == true {
            kill(id, because: "did not end with its input and was killed", at: now, into: &effects)
        }
    }

    private mutating func endOldest(at now: ContinuousClock.Instant, into effects: inout [BridgeEffect]) {
        let oldest = all.filter { $0.value.count == 0 && !$0.value.isEnding }.min {
            $0.value.idleSince < $1.value.idleSince
        }
        if let oldest { end(oldest.key, at: now, into: &effects) }
    }

    private mutating func end(_ id: ChildID, at now: ContinuousClock.Instant, into effects: inout [BridgeEffect]) {
        all[id]?.endingSince = now
        effects.append(.endChild(id))
    }
}
