/// Decides which request goes next: within the limits of all and of each host, at each host's pace, hosts in turns. Knows
/// neither requests nor a clock; times are from any fixed moment.
struct Schedule {
    private let parallel: Int
    private let parallelPerHost: Int
    private let rate: (_ host: String) -> Rate?
    private var running = 0
    private var lanes: [String: HostLane] = [:]
    /// The hosts for which something waits, in turns.
    private var turns: [String] = []
    private var turn = 0
    /// What waits to be tried again, the next one last.
    private var delayed: [(time: Duration, id: TransferID, host: String)] = []
    /// Lanes at rest are forgotten when there are so many.
    private var crowd = Self.smallCrowd
    private static let smallCrowd = 256

    var knownHosts: Int { lanes.count }

    init(_ settings: ClientSettings) {
        parallel = max(1, settings.parallel)
        parallelPerHost = max(1, settings.parallelPerHost ?? parallel)
        let (rates, standard) = (settings.rates, settings.rate)
        rate = { rates[$0] ?? standard }
    }

    mutating func append(_ id: TransferID, for host: String, at now: Duration) {
        if lanes[host] == nil, lanes.count >= crowd { forgetLanes(at: now) }
        makeWay(to: host)
        lanes[host]?.line.append(id)
    }

    /// Lets one wait that was under way, and then go before those that were not yet.
    mutating func delay(_ id: TransferID, for host: String, until time: Duration) {
        let place = delayed.firstIndex { $0.time <= time } ?? delayed.endIndex
        delayed.insert((time, id, host), at: place)
    }

    /// Lets nothing go to a host before a time.
    mutating func hold(_ host: String, until time: Duration) { lanes[host]?.hold(until: time) }

    mutating func remove(_ id: TransferID, for host: String) {
        delayed.removeAll { $0.id == id }
        lanes[host]?.line.remove(id)
    }

    /// Notes that one that went has come back.
    mutating func ended(_ host: String) {
        running -= 1
        lanes[host]?.running -= 1
    }

    /// Notes that one goes on that had left its place.
    mutating func resumed(_ host: String) {
        running += 1
        lanes[host]?.running += 1
    }

    /// - Returns: the next one that may go, which then counts as under way.
    mutating func next(at now: Duration) -> TransferID? {
        while let last = delayed.last, last.time <= now {
            delayed.removeLast()
            makeWay(to: last.host)
            lanes[last.host]?.line.prepend(last.id)
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

    /// When ``next(at:)`` may have one that it does not have now, if nothing else happens; nil for never.
    var wakes: Duration? {
        let blocked = running < parallel ? turns.compactMap { lanes[$0]?.opens }.min() : nil
        return [blocked, delayed.last?.time].compactMap(\.self).min()
    }

    private mutating func forgetLanes(at now: Duration) {
        lanes = lanes.filter { !$1.isAtRest(at: now) }
        // Where a rate keeps many of them from rest, not to look through all of these for each new one.
        crowd = max(Self.smallCrowd, 2 * lanes.count)
    }

    /// Gives a host a lane and a turn, where it has none.
    private mutating func makeWay(to host: String) {
        if lanes[host] == nil { lanes[host] = HostLane(parallel: parallelPerHost, rate: rate(host)) }
        if lanes[host]?.line.isEmpty == true, !turns.contains(host) { turns.append(host) }
    }
}
