import Analysis
import Recording
import TestSupport
import Testing

@Suite struct StatisticsTests {
    private var statistics: CassetteStatistics {
        var statistics = CassetteStatistics(header: nil)
        for passage in Session.search { statistics.count(.passage(passage)) }
        statistics.count(.missed(3))
        return statistics
    }

    @Test func whatPassedIsCounted() {
        let counted = statistics
        expect(counted.total.events, equals: 10)
        expect(counted.byType["view.input.show"]?.events, equals: 3)
        expect(counted.byService["view"]?.sent.events, equals: 2)
        expect(counted.byService["view"]?.received.events, equals: 5)
        expect(counted.byService["fetcher"]?.received.bytes, equals: Session.search[2].event.count)
        expect(counted.duration, equals: 3)
        expect(counted.missed, equals: 3)
    }

    /// The slowest response time in the session's table, in milliseconds.
    @Test(arguments: [("presenter", 10.0), ("router", 20), ("fetcher", nil)])
    func theWayToTheFirstScreenIsTimed(_ role: String, _ milliseconds: Double?) {
        let first = statistics.responses.untilFirst
        expect(first.total.count, equals: 2)
        expect((first.total.maximum * 1000).rounded(), equals: 30)
        expect(first.byRole[role].map { ($0.maximum * 1000).rounded() }, equals: milliseconds)
    }

    @Test(arguments: [("presenter", 10.0), ("router", 20), ("fetcher", 100)])
    func theWayToTheLastScreenIsTimed(_ role: String, _ milliseconds: Double) {
        let last = statistics.responses.untilLast
        expect(last.total.count, equals: 2)
        expect((last.total.maximum * 1000).rounded(), equals: 104)
        expect(last.byRole[role].map { ($0.maximum * 1000).rounded() }, equals: milliseconds)
    }

    @Test func whatIsForgottenLeavesTheRestRight() {
        var statistics = CassetteStatistics(header: nil)
        let count = ResponseTimes.rememberedCauses + 10
        for number in 0..<count {
            let action = Session.passage(Double(number), "view", [], "view.output.didPress", id: "v\(number)")
            let answer = Session.passage(
                Double(number) + 0.5, "presenter", ["view"], "view.input.show", id: "p\(number)", cause: "v\(number)")
            statistics.count(.passage(action))
            statistics.count(.passage(answer))
        }
        // The statistics no longer remember its cause.
        statistics.count(
            .passage(Session.passage(1e6, "presenter", ["view"], "view.input.show", id: "late", cause: "v0")))
        expect(statistics.responses.untilLast.total.count, equals: count)
        expect(statistics.responses.untilLast.total.maximum, equals: 0.5)
    }

    @Test func aRecentMapLetsGoOfTheOldest() {
        var map = RecentMap<Int, String>(capacity: 2)
        expect(map.insert("a", for: 1), equals: nil)
        expect(map.insert("b", for: 2), equals: nil)
        expect(map.insert("c", for: 3), equals: "a")
        expect(map.insert("B", for: 2), equals: nil)
        expect([1, 2, 3].map { map[$0] }, equals: [nil, "B", "c"])
    }
}
