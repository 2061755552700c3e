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
        #expect(StallDetector.circle(in: waits) == circle)
    }

    @Test func aCircleCountsOnlyWhenItStandsStill() {
        let start = ContinuousClock.now
        let circle: [Set<Int>] = [[1], [0]]
        var detector = StallDetector()
        #expect(detector.check(waits: circle, moved: [5, 5], at: start) == nil)
        #expect(detector.deadline == start + StallDetector.patience)
        #expect(detector.check(waits: circle, moved: [5, 6], at: start + .seconds(3)) == nil, "a queue has moved")
        #expect(detector.check(waits: circle, moved: [5, 6], at: start + .seconds(4)) == nil)
        #expect(detector.check(waits: circle, moved: [5, 6], at: start + .seconds(5)) == [0, 1])
        #expect(detector.check(waits: [[], []], moved: [5, 6], at: start + .seconds(6)) == nil)
        #expect(detector.deadline == nil)
    }
}
