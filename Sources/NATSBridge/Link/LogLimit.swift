/// Limits log lines about what others do, which could be endless: a few per interval, then how many were left out.
package struct LogLimit: Sendable {
    private let most: Int
    private let interval: Duration
    private var begin: ContinuousClock.Instant?
    private var count = 0

    private static let longest = 500

    package init(most: Int = 5, each interval: Duration = .seconds(10)) {
        self.most = most
        self.interval = interval
    }

    package mutating func say(_ text: String, at now: ContinuousClock.Instant, into effects: inout [BridgeEffect]) {
        if begin.map({ now - $0 >= interval }) ?? true {
            if count > most { effects.append(.log("\(count - most) more of such words were left out")) }
            (begin, count) = (now, 0)
        }
        count += 1
        if count <= most { effects.append(.log(String(text.prefix(Self.longest)))) }
    }
}
