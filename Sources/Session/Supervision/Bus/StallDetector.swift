import Platform

/// Finds the circle in which every service waits for the next one to read.
///
/// Waiting alone is not a stall: a receiver may still read while the bus reads nothing from it, or compute before it
/// continues to read. So a circle counts only when none of its queues has moved for a while and none of its processes
/// can move.
struct StallDetector {
    /// The activity of a service's processes.
    enum Activity: Equatable {
        /// The processes can continue: they run, are suspended, or have room to write.
        case free
        /// All of the processes sleep in a pipe.
        /// - Parameter processorTime: seconds that they have used so far.
        case blocked(processorTime: Double)
        /// The processes sleep, or the system hides their state, and their output fills their pipe.
        case quiet(processorTime: Double)
    }

    /// How long a circle of blocked processes has to last.
    static let patience = Duration.seconds(2)
    /// The patience where a process may still wake up.
    static let longPatience = Duration.seconds(60)
    static let interval = Duration.seconds(1)

    private struct Standing {
        let circle: [Int]
        let queues: [Int]
        var since: Instant
        var nextLook: Instant
        var activities: [Activity] = []
    }

    private var standing: Standing?

    /// - Parameters:
    ///   - waits: for each service, the services that it waits for.
    ///   - moved: for each service, a number that changes whenever its queue does.
    ///   - look: what a service does. Called rarely, since it reads /proc.
    /// - Returns: the circle, once it has stood still for long enough.
    mutating func check(
        waits: [Set<Int>], moved: [Int], at now: Instant, look: (Int) -> Activity
    ) -> [Int]? {
        guard let found = Self.circle(in: waits) else {
            standing = nil
            return nil
        }
        let queues = found.map { moved[$0] }
        guard var present = standing, present.circle == found, present.queues == queues else {
            standing = Standing(circle: found, queues: queues, since: now, nextLook: now + Self.interval)
            return nil
        }
        guard now >= present.nextLook else { return nil }
        present.nextLook = now + Self.interval
        let activities = found.map(look)
        // A process that used processor time has run in between.
        let hasMoved = activities.contains(.free) || (!present.activities.isEmpty && present.activities != activities)
        present.activities = activities
        if hasMoved { present.since = now }
        standing = present
        guard !hasMoved else { return nil }
        let isCertain = activities.allSatisfy { if case .blocked = $0 { true } else { false } }
        return now - present.since >= (isCertain ? Self.patience : Self.longPatience) ? found : nil
    }

    /// When to check again, if a circle is being watched.
    var deadline: Instant? { standing?.nextLook }

    static func circle(in waits: [Set<Int>]) -> [Int]? {
        var dead: Set<Int> = []
        for start in waits.indices where !waits[start].isEmpty {
            var path: [Int] = []
            if let circle = walk(from: start, waits, &path, &dead) { return circle }
        }
        return nil
    }

    /// - Parameter dead: nodes from which no circle can be reached; each node is visited once.
    private static func walk(
        from node: Int, _ waits: [Set<Int>], _ path: inout [Int], _ dead: inout Set<Int>
    ) -> [Int]? {
        if let first = path.firstIndex(of: node) {
            let circle = path[first...]
            // The smallest member first, so that the same circle is always the same list.
            let turn = circle.firstIndex(of: circle.min() ?? node) ?? first
            return Array(circle[turn...] + circle[..<turn])
        }
        guard !dead.contains(node) else { return nil }
        path.append(node)
        for next in waits[node].sorted() {
            if let circle = walk(from: next, waits, &path, &dead) { return circle }
        }
        path.removeLast()
        dead.insert(node)
        return nil
    }
}
