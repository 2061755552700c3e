import Platform

/// Decides which request goes next: within the total and per-host limits, at each host's rate, hosts in turn. It has no
/// clock; times are from any fixed moment.
struct Schedule {
    /// A request that waits for a retry.
    private struct Delayed {
        let time: Instant
        let id: TransferID
        let host: String
    }

    private var parallel: Int
    private let parallelPerHost: Int
    private let rate: (_ host: String) -> Rate?
    private var running = 0
    private var lanes: [String: HostLane] = [:]
    /// The hosts with waiting requests, in turn.
    private var turns: [String] = []
    private var turn = 0
    /// Requests that wait for a retry, the next one last.
    private var delayed: [Delayed] = []
    /// The number of lanes at which idle ones are dropped.
    private var crowd = Self.smallCrowd
    private static let smallCrowd = 256

    var knownHosts: Int { lanes.count }

    init(_ settings: ClientSettings) {
        parallel = max(1, settings.parallel)
        parallelPerHost = max(1, settings.parallelPerHost ?? parallel)
        let (rates, standard) = (settings.rates, settings.rate)
        rate = { rates[$0] ?? standard }
    }

    mutating func append(_ id: TransferID, for host: String, at now: Instant) {
        if lanes[host] == nil, lanes.count >= crowd { forgetLanes(at: now) }
        makeWay(to: host)
        lanes[host]?.line.append(id)
    }

    /// Puts back a request that was under way; it goes before those not yet started.
    mutating func delay(_ id: TransferID, for host: String, until time: Instant) {
        let place = delayed.firstIndex { $0.time <= time } ?? delayed.endIndex
        delayed.insert(Delayed(time: time, id: id, host: host), at: place)
    }

    /// Lets no more requests go at once than are under way now, but one.
    /// - Returns: whether a request that could not go may go later.
    mutating func shrink() -> Bool {
        defer { parallel = max(1, running) }
        return running > 0 || parallel > 1
    }

    mutating func hold(_ host: String, until time: Instant) { lanes[host]?.hold(until: time) }

    mutating func remove(_ id: TransferID, for host: String) {
        delayed.removeAll { $0.id == id }
        lanes[host]?.line.removeAll { $0 == id }
    }

    mutating func ended(_ host: String) {
        running -= 1
        lanes[host]?.running -= 1
    }

    /// Notes that a paused transfer has a place again.
    mutating func resumed(_ host: String) {
        running += 1
        lanes[host]?.running += 1
    }

    /// True if a host has another request besides the present one.
    func hasOthers(for host: String) -> Bool { lanes[host].map { !$0.line.isEmpty || $0.running > 1 } ?? false }

    /// - Returns: the next request to go, which then counts as under way.
    mutating func next(at now: Instant) -> TransferID? {
        while let last = delayed.last, last.time <= now {
            delayed.removeLast()
            makeWay(to: last.host)
            lanes[last.host]?.putBack(last.id)
        }
        guard running < parallel else { return nil }
        for _ in turns.indices {
            if turn >= turns.count { turn = 0 }
            let host = turns[turn]
            let id = lanes[host]?.next(at: now)
            if lanes[host]?.line.isEmpty != false { turns.remove(at: turn) } else { turn += 1 }
            if let id {
                running += 1
                return id
            }
        }
        return nil
    }

    /// The moment when ``next(at:)`` may next return a request, if nothing else happens; nil for never.
    var wakes: Instant? {
        let blocked = running < parallel ? turns.compactMap { lanes[$0]?.opens }.min() : nil
        return earliest(blocked, delayed.last?.time)
    }

    private mutating func forgetLanes(at now: Instant) {
        lanes = lanes.filter { !$1.isAtRest(at: now) }
        // Spares searching all lanes for each new one when rates keep many of them busy.
        crowd = max(Self.smallCrowd, 2 * lanes.count)
    }

    /// Gives a host a lane and a turn, unless it has them.
    private mutating func makeWay(to host: String) {
        if lanes[host] == nil { lanes[host] = HostLane(parallel: parallelPerHost, rate: rate(host)) }
        if lanes[host]?.line.isEmpty == true, !turns.contains(host) { turns.append(host) }
    }
}

/// A host's queue, and when its next request may go.
struct HostLane {
    /// Few: the loop reads no more requests while a few hundred wait.
    var line: ArraySlice<TransferID> = []
    var running = 0
    private var pace: Pace?
    /// The host asked to wait until this time.
    private var heldUntil = Instant.past
    private let parallel: Int

    init(parallel: Int, rate: Rate?) {
        self.parallel = parallel
        pace = rate.map { Pace($0) }
    }

    /// The earliest time for the next request; nil if one under way has to end first.
    var opens: Instant? { running < parallel ? max(heldUntil, pace?.opens ?? .past) : nil }

    mutating func next(at now: Instant) -> TransferID? {
        guard let opens, opens <= now, let id = line.popFirst() else { return nil }
        running += 1
        pace?.take(at: now)
        return id
    }

    /// Lets a request go before those not yet started.
    mutating func putBack(_ id: TransferID) { line.insert(id, at: line.startIndex) }

    mutating func hold(until time: Instant) { heldUntil = max(heldUntil, time) }

    /// True if a new lane would behave the same.
    func isAtRest(at now: Instant) -> Bool {
        line.isEmpty && running == 0 && heldUntil <= now && pace?.isAtRest(at: now) != false
    }
}
