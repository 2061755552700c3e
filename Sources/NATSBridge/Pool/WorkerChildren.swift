/// A worker's children: one for each caller, because ids and notices are unique in a session only; and one of its own for a request
/// that is given out again, so that a request that kills its child takes no others with it.
struct WorkerChildren: Sendable {
    struct Child: Sendable {
        let caller: SessionName
        let isAlone: Bool
        /// The requests that it has, by their numbers.
        var names = OpenNames()
        var count = 0
        /// Since when it has none.
        var idleSince: ContinuousClock.Instant
        /// Why it is being killed.
        var reason: String?
        /// Whether its input has ended.
        var isEnding = false
    }

    private(set) var all: [ChildID: Child] = [:]
    private var last = 0
    private let most: Int
    private let idle: Duration
    private let incarnation: String

    init(most: Int, idle: Duration, incarnation: String) {
        self.most = most
        self.idle = idle
        self.incarnation = incarnation
    }

    /// When the next one has been idle for long enough.
    var deadline: ContinuousClock.Instant? {
        all.values.filter { $0.count == 0 && !$0.isEnding }.map { $0.idleSince + idle }.min()
    }

    /// Those of a caller that have a request.
    func busy(of caller: SessionName) -> [ChildID] {
        all.filter { $0.value.caller == caller && $0.value.count > 0 }.map(\.key)
    }

    /// The child for a request; it is started if need be.
    /// - Parameter service: what it is called.
    mutating func child(
        for caller: SessionName, _ service: String, alone: Bool, at now: ContinuousClock.Instant,
        into effects: inout [BridgeEffect]
    ) -> ChildID {
        let free = all.first { $0.value.caller == caller && !$0.value.isAlone && !$0.value.isEnding }
        if !alone, let free { return free.key }
        if all.count >= most { endOldest(into: &effects) }
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

    /// A request is done with.
    mutating func release(
        _ number: Int, of id: ChildID, at now: ContinuousClock.Instant, into effects: inout [BridgeEffect]
    ) {
        guard all[id] != nil else { return }
        all[id]?.names.remove(number)
        all[id]?.count -= 1
        all[id]?.idleSince = now
        if all[id]?.isAlone == true { end(id, into: &effects) }
    }

    mutating func kill(_ id: ChildID, because reason: String, into effects: inout [BridgeEffect]) {
        guard all[id] != nil, all[id]?.reason == nil else { return }
        all[id]?.reason = reason
        all[id]?.isEnding = true
        effects.append(.killChild(id))
    }

    mutating func remove(_ id: ChildID) -> Child? { all.removeValue(forKey: id) }

    mutating func turn(at now: ContinuousClock.Instant, into effects: inout [BridgeEffect]) {
        for (id, child) in all where child.count == 0 && !child.isEnding && child.idleSince + idle <= now {
            end(id, into: &effects)
        }
    }

    private mutating func endOldest(into effects: inout [BridgeEffect]) {
        let oldest = all.filter { $0.value.count == 0 && !$0.value.isEnding }.min {
            $0.value.idleSince < $1.value.idleSince
        }
        if let oldest { end(oldest.key, into: &effects) }
    }

    private mutating func end(_ id: ChildID, into effects: inout [BridgeEffect]) {
        all[id]?.isEnding = true
        effects.append(.endChild(id))
    }
}
