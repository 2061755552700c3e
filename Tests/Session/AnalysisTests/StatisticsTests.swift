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
        #expect(counted.total.events == 10)
        #expect(counted.byType["view.input.show"]?.events == 3)
        #expect(counted.byService["view"]?.sent.events == 2)
        #expect(counted.byService["view"]?.received.events == 5)
        #expect(counted.byService["fetcher"]?.received.bytes == Session.search[2].event.count)
        #expect(counted.duration == 3)
        #expect(counted.missed == 3)
    }

    /// The slowest response time in the session's table, in milliseconds.
    @Test(arguments: [("presenter", 10.0), ("router", 20), ("fetcher", nil)])
    func theWayToTheFirstScreenIsTimed(_ role: String, _ milliseconds: Double?) {
        let first = statistics.responses.untilFirst
        #expect(first.total.count == 2)
        #expect((first.total.maximum * 1000).rounded() == 30)
        #expect(first.byRole[role].map { ($0.maximum * 1000).rounded() } == milliseconds)
    }

    @Test(arguments: [("presenter", 10.0), ("router", 20), ("fetcher", 100)])
    func theWayToTheLastScreenIsTimed(_ role: String, _ milliseconds: Double) {
        let last = statistics.responses.untilLast
        #expect(last.total.count == 2)
        #expect((last.total.maximum * 1000).rounded() == 104)
        #expect(last.byRole[role].map { ($0.maximum * 1000).rounded() } == milliseconds)
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
        #expect(statistics.responses.untilLast.total.count == count)
        #expect(statistics.responses.untilLast.total.maximum == 0.5)
    }

    @Test func aRecentMapLetsGoOfTheOldest() {
        var map = RecentMap<Int, String>(capacity: 2)
        #expect(map.insert("a", for: 1) == nil)
        #expect(map.insert("b", for: 2) == nil)
        #expect(map.insert("c", for: 3) == "a")
        #expect(map.insert("B", for: 2) == nil)
        #expect([1, 2, 3].map { map[$0] } == [nil, "B", "c"])
    }
}
