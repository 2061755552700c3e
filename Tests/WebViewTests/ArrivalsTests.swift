import Testing

@testable import Serving

@Suite struct ArrivalsTests {
    @Test func theOldestGivesWay() {
        var arrivals = Arrivals()
        for number in 0..<Arrivals.most { #expect(arrivals.add(Int32(number), now: number) == nil) }
        #expect(arrivals.add(1000, now: 1000) == 0)
        arrivals.remove(1)
        #expect(arrivals.takeOldest() == 2)
        #expect(arrivals.due(now: 1000).count == Arrivals.most - 2)
    }

    @Test func whoHasSaidHalfIsLookedAtLater() {
        var arrivals = Arrivals()
        _ = arrivals.add(5, now: 0)
        _ = arrivals.add(6, now: 10)
        arrivals.lookAgain(at: 5, time: 60)
        #expect(arrivals.due(now: 59) == [6] && arrivals.due(now: 60) == [5, 6])
        #expect(arrivals.take(before: 0) == [] && arrivals.take(before: 10) == [5] && arrivals.due(now: 100) == [6])
        #expect(arrivals.take(before: 100) == [6] && arrivals.isEmpty && arrivals.takeOldest() == nil)
    }
}
