import Platform
@testable import HTTPTransfer
import TestSupport
import Testing

/// Order, limits and rates, with a simulated clock.
@Suite struct ScheduleTests {
    private func schedule(
        parallel: Int = 100, perHost: Int? = nil, rates: [String: Rate] = [:], rate: Rate? = nil
    ) -> Schedule {
        var settings = ClientSettings(userAgent: "tests/1")
        settings.parallel = parallel
        settings.parallelPerHost = perHost
        settings.rates = rates
        settings.rate = rate
        return Schedule(settings)
    }

    private func drain(_ schedule: inout Schedule, at now: Instant = .at(0)) -> [TransferID] {
        var ids: [TransferID] = []
        while let id = schedule.next(at: now) { ids.append(id) }
        return ids
    }

    @Test func firstComeFirstServed() {
        var schedule = schedule(parallel: 3)
        for id in 1...5 { schedule.append(TransferID(id), for: "a", at: .at(0)) }
        schedule.remove(2, for: "a")
        expect(drain(&schedule), equals: [1, 3, 4])
        expect(schedule.wakes, equals: nil)
        schedule.ended("a")
        expect(drain(&schedule), equals: [5])
    }

    @Test func hostsTakeTurnsWithinTheirLimits() {
        var schedule = schedule(perHost: 2)
        for id in 1...4 { schedule.append(TransferID(id), for: "a", at: .at(0)) }
        for id in 11...13 { schedule.append(TransferID(id), for: "b", at: .at(0)) }
        expect(drain(&schedule), equals: [1, 11, 2, 12])
        schedule.ended("b")
        expect(drain(&schedule), equals: [13])
        schedule.ended("a")
        schedule.ended("a")
        expect(drain(&schedule), equals: [3, 4])
    }

    @Test(arguments: [
        (Rate(4, per: .seconds(8)), [0, 2, 4, 6, 8, 10]), (Rate(4, per: .seconds(8), burst: 3), [0, 0, 0, 4, 8, 12]),
        (Rate(1, per: .seconds(5)), [0, 5, 10, 15, 20, 25]),
    ])
    func keepsThePace(_ row: (rate: Rate, seconds: [Int])) {
        var schedule = schedule(rates: ["a": row.rate])
        for id in 0..<6 {
            schedule.append(TransferID(id), for: "a", at: .at(0))
            schedule.append(TransferID(100 + id), for: "free", at: .at(0))
        }
        var now = Instant.at(0)
        var times: [Int] = []
        while times.count < 6 {
            times += drain(&schedule, at: now).filter { $0 < 100 }.map { _ in Int(now.sinceStart.components.seconds) }
            if let wakes = schedule.wakes { now = wakes }
        }
        expect(times, equals: row.seconds)
        expect(schedule.wakes, equals: nil)
    }

    @Test(arguments: [(20, 60, 10), (20, 60, 1), (10, 1, 3), (7, 60, 7), (30, 60, 5)])
    func noWindowHasMoreThanItsCount(_ row: (count: Int, period: Int, burst: Int)) {
        let rate = Rate(row.count, per: .seconds(row.period), burst: row.burst)
        var pace = Pace(rate)
        var times: [Instant] = []
        var now = Instant.at(0)
        for index in 0..<200 {
            // Occasional pauses, so that bursts recover.
            if index.isMultiple(of: 37) { now += .seconds(row.period * 2) }
            now = max(now, pace.opens)
            pace.take(at: now)
            times.append(now)
        }
        for start in times {
            #expect(times.count { $0 >= start && $0 < start + rate.period } <= row.count)
        }
    }

    @Test func theRateOfAllIsOfEachHostWithNoneOfItsOwn() {
        var schedule = schedule(rates: ["a": Rate(9, per: .seconds(1), burst: 9)], rate: Rate(1, per: .seconds(60)))
        for (id, host) in ["a", "b", "c", "a", "b", "c"].enumerated() {
            schedule.append(TransferID(id), for: host, at: .at(0))
        }
        expect(drain(&schedule).sorted(), equals: [0, 1, 2, 3])
    }

    @Test func whatIsTriedAgainGoesFirstOnceItIsTime() {
        var schedule = schedule(parallel: 1)
        for id in 1...3 { schedule.append(TransferID(id), for: "a", at: .at(0)) }
        expect(drain(&schedule), equals: [1])
        schedule.ended("a")
        schedule.delay(1, for: "a", until: .at(.seconds(5)))
        expect(schedule.wakes, equals: .past)
        expect(drain(&schedule), equals: [2])
        expect(schedule.wakes, equals: .at(.seconds(5)))
        schedule.ended("a")
        expect(drain(&schedule, at: .at(.seconds(5))), equals: [1])
    }

    @Test func aHeldHostHoldsNoOther() {
        var schedule = schedule()
        schedule.append(1, for: "a", at: .at(0))
        schedule.append(2, for: "a", at: .at(0))
        schedule.hold("a", until: .at(.seconds(3)))
        schedule.append(3, for: "b", at: .at(0))
        expect(drain(&schedule), equals: [3])
        expect(schedule.wakes, equals: .at(.seconds(3)))
        expect(drain(&schedule, at: .at(.seconds(3))), equals: [1, 2])
    }

    @Test func hostsAreForgotten() {
        var schedule = schedule(rate: Rate(10, per: .seconds(1)))
        for id in 0..<100_000 {
            let now = Instant.at(id)
            schedule.append(TransferID(id), for: "host-\(id)", at: now)
            expect(schedule.next(at: now), equals: TransferID(id))
            schedule.ended("host-\(id)")
        }
        #expect(schedule.knownHosts <= 256)
    }

    /// Each timer fires about a millisecond late.
    @Test(arguments: [("100/s", 95), ("2000/s", 1900), ("20000/s", 19_000), ("10/s", 9), ("90000/m", 1400)])
    func aHighRateIsKeptThoughTimersAreLate(_ row: (text: String, least: Int)) throws {
        let rate = try require(Rate(row.text))
        var schedule = schedule(parallel: 100_000, rates: ["a": rate])
        for id in 0..<60_000 { schedule.append(TransferID(id), for: "a", at: .at(0)) }
        var (now, times) = (Instant.at(.seconds(1000)), [Instant]())
        while now < .at(.seconds(1002)) {
            times += drain(&schedule, at: now).map { _ in now }
            guard let wakes = schedule.wakes else { break }
            now = max(now, wakes) + .microseconds(1300)
        }
        #expect(times.count { $0 >= .at(.seconds(1001)) } >= row.least)
        // No window exceeds the rate even so.
        var first = 0
        for (last, time) in times.enumerated() {
            while times[first] <= time - rate.period { first += 1 }
            #expect(last - first < rate.count)
        }
    }

    @Test func manyHostsAtTheirPaceAreNotLookedThroughForEachNewOne() {
        var schedule = schedule(rate: Rate(1, per: .seconds(3600)))
        for id in 0..<40_000 {
            schedule.append(TransferID(id), for: "host-\(id)", at: .at(0))
            _ = schedule.next(at: .at(0))
            schedule.ended("host-\(id)")
        }
        expect(schedule.knownHosts, equals: 40_000, "each has its pace to keep")
    }

    /// libcurl searches all cached names when a transfer ends.
    @Test func namesOfVeryManyHostsAreSoonForgotten() {
        var names = NameMemory()
        let seconds = (0..<2000).map { names.seconds(for: "host-\($0)") }
        #expect(seconds.prefix(500).allSatisfy { $0 == 60 })
        #expect(seconds.suffix(1000).allSatisfy { $0 == 1 })
    }

    @Test(arguments: [
        ("20/m", 20, 60), ("10/s", 10, 1), ("5000/h", 5000, 3600), ("0/s", nil, 0), ("10", nil, 0), ("10/d", nil, 0),
        ("/s", nil, 0), ("-1/s", nil, 0), ("1/s/", nil, 0), ("", nil, 0),
    ])
    func readsRates(_ row: (text: String, count: Int?, seconds: Int)) {
        expect(Rate(row.text), equals: row.count.map { Rate($0, per: .seconds(row.seconds)) })
    }
}
