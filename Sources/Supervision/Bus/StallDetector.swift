/// Finds the circle in which every service waits for the next one to read.
///
/// Waiting alone is no stall: a receiver may still be reading while nothing is read from it. So a circle counts only
/// when none of its queues has moved for a while.
struct StallDetector {
    static let patience = Duration.seconds(2)

    private var circle: [Int] = []
    private var queues: [Int] = []
    private var since: ContinuousClock.Instant?

    /// - Parameters:
    ///   - waits: by service, whom it waits for.
    ///   - moved: by service, a number that changes whenever its queue does.
    /// - Returns: the circle, once it has stood still for ``patience``.
    mutating func check(waits: [Set<Int>], moved: [Int], at now: ContinuousClock.Instant) -> [Int]? {
        guard let found = Self.circle(in: waits) else {
            since = nil
            return nil
        }
        let present = found.map { moved[$0] }
        guard let began = since, circle == found, queues == present else {
            (circle, queues, since) = (found, present, now)
            return nil
        }
        return now - began >= Self.patience ? found : nil
    }

    /// When to check again, if a circle is being watched.
    var deadline: ContinuousClock.Instant? { since.map { $0 + Self.patience } }

    static func circle(in waits: [Set<Int>]) -> [Int]? {
        for start in waits.indices where !waits[start].isEmpty {
            var path: [Int] = []
            if let circle = walk(from: start, waits, &path) { return circle }
        }
        return nil
    }

    private static func walk(from node: Int, _ waits: [Set<Int>], _ path: inout [Int]) -> [Int]? {
        if let first = path.firstIndex(of: node) {
            let circle = path[first...]
            // From its smallest member on, so that the same circle is always the same list.
            let turn = circle.firstIndex(of: circle.min() ?? node) ?? first
            return Array(circle[turn...] + circle[..<turn])
        }
        path.append(node)
        for next in waits[node].sorted() {
            if let circle = walk(from: next, waits, &path) { return circle }
        }
        path.removeLast()
        return nil
    }
}
