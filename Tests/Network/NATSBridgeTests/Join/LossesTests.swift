import Platform
import TestSupport
import Testing

@testable import NATSBridge

struct LossesTests {
    private static let start = Instant.now

    @Test func `The log has every lost line, once a second at most, and users see it for a minute`() {
        var losses = Losses()
        expect(losses.news(at: Self.start) == nil && losses.deadline == nil)
        losses.add(Loss(sender: "b", type: "t", count: 1))
        expect(losses.dueForLog(at: Self.start), equals: ["1 line of b is lost (t)"])
        for _ in 0..<100 { losses.add(Loss(sender: "b", type: "u", count: 4)) }
        losses.add(Loss(sender: "a", type: "t", count: 2))
        expect(losses.dueForLog(at: Self.start) == [] && losses.deadline == Self.start + Losses.logsEvery)
        let later = Self.start + Losses.logsEvery
        expect(losses.dueForLog(at: later), equals: ["2 lines of a are lost (t)", "400 lines of b are lost (u)"])
        expect(losses.dueForLog(at: later + .seconds(9)) == [] && losses.deadline == nil)
        expect(losses.news(at: later) == "2 lines of a are lost, 401 lines of b are lost" && losses.total == 403)
        expect(losses.news(at: later + Losses.newsFor) == nil && losses.total == 403)
    }

    @Test func `Whatever a stamp claims, the count does not overflow`() {
        var losses = Losses()
        for name in ["a", "b"] {
            for _ in 0..<3 { losses.add(Loss(sender: name, type: "t", count: .max, logged: .max)) }
        }
        expect(losses.total, equals: LineStamp.highest)
    }
}
