import Platform
import TestSupport
import Testing

@testable import Supervision

@Suite struct StallDetectorTests {
    @Test(
        arguments: [
            ([[], []], nil),
            ([[1], []], nil),
            ([[1], [2], []], nil),
            ([[1], [0]], [0, 1]),
            ([[], [2], [3], [1]], [1, 2, 3]),
            ([[1, 2], [], [0]], [0, 2]),
            ([[3], [], [], [3]], [3]),
        ] as [([Set<Int>], [Int]?)])
    func findsACircle(waits: [Set<Int>], circle: [Int]?) {
        expect(StallDetector.circle(in: waits), equals: circle)
    }

    /// Regression: the detector followed every path, and this graph has 2^60.
    @Test func theSearchIsNoLongerThanTheWiring() {
        let waits = (0..<60).map { Set(($0 + 1)..<60) }
        expect(StallDetector.circle(in: waits), equals: nil)
    }

    struct Look {
        let second: Int
        var queues = [5, 5]
        var activities: [StallDetector.Activity] = [.blocked(processorTime: 1), .blocked(processorTime: 2)]
        var isStuck = false
    }

    struct History: CustomTestStringConvertible {
        let testDescription: String
        let looks: [Look]
    }

    static let histories = [
        History(
            testDescription: "everybody sleeps in a pipe",
            looks: [Look(second: 0), Look(second: 1), Look(second: 2, isStuck: true)]),
        History(
            testDescription: "a queue moves",
            looks: [Look(second: 0), Look(second: 1)] + (2...9).map { Look(second: $0, queues: [5, $0]) }),
        History(
            testDescription: "one runs whenever it is looked at",
            looks: (0...100).map { Look(second: $0, activities: [.free, .blocked(processorTime: 2)]) }),
        History(
            testDescription: "one has run between any two looks",
            looks: (0...100).map {
                Look(second: $0, activities: [.quiet(processorTime: Double($0)), .blocked(processorTime: 2)])
            }),
        History(
            testDescription: "one computes, then it is stuck",
            looks: [
                Look(second: 0), Look(second: 1, activities: [.free, .blocked(processorTime: 2)]), Look(second: 2),
                Look(second: 3), Look(second: 4, isStuck: true),
            ]),
        History(
            testDescription: "one sleeps, nobody knows why: far more patience",
            looks: (0...60).map {
                Look(
                    second: $0, activities: [.blocked(processorTime: 1), .quiet(processorTime: 2)], isStuck: $0 == 60)
            }),
    ]

    @Test(arguments: histories) func aCircleCountsOnlyWhenNobodyInItCanMove(history: History) {
        let start = Instant.now
        var detector = StallDetector()
        for look in history.looks {
            let circle = detector.check(
                waits: [[1], [0]], moved: look.queues, at: start + .seconds(look.second)
            ) { look.activities[$0] }
            expect((circle != nil), equals: look.isStuck, "after \(look.second) seconds")
        }
    }

    /// Regression: the supervisor woke up every millisecond for the rest of the session.
    @Test func aCircleThatHasPassedIsNotWatchedAnyMore() {
        let start = Instant.now
        var detector = StallDetector()
        expect(detector.deadline, equals: nil)
        expect(detector.check(waits: [[1], [0]], moved: [5, 5], at: start) { _ in .free }, equals: nil)
        expect(detector.deadline, equals: start + StallDetector.interval)
        expect(detector.check(waits: [[], []], moved: [5, 5], at: start + .seconds(5)) { _ in .free }, equals: nil)
        expect(detector.deadline, equals: nil)
    }

    /// A look is expensive, so not every event causes one.
    @Test func theNextLookIsAlwaysAhead() {
        let start = Instant.now
        var detector = StallDetector()
        var looks = 0
        for millisecond in stride(from: 0, through: 5000, by: 10) {
            let now = start + .milliseconds(millisecond)
            _ = detector.check(waits: [[1], [0]], moved: [5, 5], at: now) { _ in
                looks += 1
                return .free
            }
            expect(detector.deadline.map { $0 > now }, equals: true)
        }
        expect(looks, equals: 2 * 5)
    }
}
