import Composition
import TestSupport
import Testing

@testable import Supervision

@Suite struct RestartPolicyTests {
    @Test(
        arguments: [
            (.never, true, .leave), (.never, false, .leave), (.onFailure(limit: 3), true, .leave),
            (.onFailure(limit: 3), false, .restart(after: .milliseconds(10))),
            (.always(limit: 3), true, .restart(after: .milliseconds(10))),
            (.always(limit: 3), false, .restart(after: .milliseconds(10))),
            (.always(limit: 0), false, .giveUp(deaths: 1)),
        ] as [(RestartMode, Bool, RestartPolicy.Decision)])
    func itsMode(mode: RestartMode, succeeded: Bool, decision: RestartPolicy.Decision) {
        var policy = RestartPolicy(mode)
        expect(policy.died(succeeded: succeeded, after: .zero, chance: 1), equals: decision)
    }

    @Test func delaysDoubleUpToALimit() {
        var policy = RestartPolicy(.always(limit: 100))
        let delays = (0..<40).compactMap { _ -> Duration? in
            guard case .restart(let delay) = policy.died(succeeded: false, after: .zero, chance: 1) else { return nil }
            return delay
        }
        expect(delays.prefix(4), equals: [.milliseconds(10), .milliseconds(20), .milliseconds(40), .milliseconds(80)])
        expect(delays.count, equals: 40)
        expect(delays.last, equals: RestartPolicy.longestDelay)
        #expect(zip(delays, delays.dropFirst()).allSatisfy { $0 <= $1 })
    }

    /// Services that die together do not restart together.
    @Test func chanceHalvesADelayAtMost() {
        for chance in [0, 0.5, 1] {
            var policy = RestartPolicy(.always(limit: 1))
            expect(
                policy.died(succeeded: false, after: .zero, chance: chance),
                equals: .restart(after: .milliseconds(10) * (0.5 + chance / 2)))
        }
    }

    @Test func tooManyDeathsInARowAreTheEnd() {
        var policy = RestartPolicy(.onFailure(limit: 2))
        for _ in 0..<2 { _ = policy.died(succeeded: false, after: .zero, chance: 0) }
        expect(policy.died(succeeded: false, after: .seconds(9), chance: 0), equals: .giveUp(deaths: 3))
    }

    @Test func aGoodRunForgivesEarlierDeaths() {
        var policy = RestartPolicy(.onFailure(limit: 1))
        for _ in 0..<10 {
            expect(
                policy.died(succeeded: false, after: RestartPolicy.stableRun, chance: 1),
                equals: .restart(after: .milliseconds(10)))
        }
        expect(policy.deaths, equals: 1)
    }
}
