import TestSupport
import Testing

@testable import Catalog

@Suite("Faults") struct FaultTests {
    @Test(
        arguments: [
            ("403-empty", Fault(.answer("403-empty"))), ("500", Fault(.answer("500"))), ("truncate", Fault(.truncated)),
            ("garbage", Fault(.answer("garbage"))), ("slow=2s", Fault(.slow(.seconds(2)))),
            ("slow=250ms", Fault(.slow(.milliseconds(250)))), ("slow=1.5s", Fault(.slow(.milliseconds(1500)))),
            ("403-rate-limit", Fault(.answer("403-rate-limit"))), ("403-secondary", Fault(.answer("403-secondary"))),
            ("429", Fault(.answer("429"))), ("quota", Fault(.answer("quota"))),
            ("500:term=chess", Fault(.answer("500"), term: "chess")),
            (
                "slow=1s:probability=0.25:term=rook raven",
                Fault(.slow(.seconds(1)), probability: 0.25, term: "rook raven")
            ),
        ])
    func parses(text: String, fault: Fault) throws {
        try expect(Fault(parsing: text), equals: fault)
    }

    @Test(
        arguments: [
            ("404", FaultSyntaxError.unknown("404")), ("", .unknown("")), ("500=1", .unexpectedArgument(of: "500")),
            ("slow", .badDuration("")), ("slow=2", .badDuration("2")), ("slow=-1s", .badDuration("-1s")),
            ("slow=nans", .badDuration("nans")), ("500:probability=2", .badProbability("2")),
            ("500:probability=often", .badProbability("often")), ("500:term=", .unknownOption("term=")),
            ("500:often", .unknownOption("often")),
        ])
    func refuses(text: String, error: FaultSyntaxError) {
        #expect(throws: error) { try Fault(parsing: text) }
    }

    @Test func anUnknownFaultListsTheKnownOnes() {
        let message = "\(FaultSyntaxError.unknown("404"))"
        for name in ["403-empty", "403-secondary", "429", "500", "slow", "truncate", "garbage", "quota"] {
            expect(message, contains: name)
        }
    }

    @Test(arguments: [("Chess by Candlelight", true), ("CHESS", true), ("che", false), ("", false)])
    func aTermNarrows(subject: String, strikes: Bool) {
        var plan = FaultPlan([Fault(.answer("garbage"), term: "chess")])
        expect(plan.strikes(on: [subject], of: "itunes").damage, equals: (strikes ? .answer("garbage") : nil))
    }

    @Test(
        "A vendor's own faults affect no other vendor",
        arguments: [
            (.answer("403-rate-limit"), "github", true), (.answer("403-rate-limit"), "itunes", false),
            (.answer("403-secondary"), "youtube", false), (.answer("quota"), "youtube", true),
            (.answer("quota"), "github", false), (.answer("403-empty"), "github", true),
            (.answer("429"), "itunes", true),
            (.answer("garbage"), "pictures", true),
        ] as [(Fault.Kind, String, Bool)])
    func aVendorNarrows(kind: Fault.Kind, vendor: String, strikes: Bool) {
        var plan = FaultPlan([Fault(kind)])
        expect(plan.strikes(on: [], of: vendor).damage, equals: (strikes ? kind : nil))
    }

    @Test func theSameSeedStrikesTheSameRequests() {
        expect(pattern(seed: 7), equals: pattern(seed: 7))
        #expect(pattern(seed: 7) != pattern(seed: 8))
        expect((200...400), contains: pattern(seed: 7).count { $0 })
    }

    @Test func delaysAddUpAndTheFirstDamageHolds() {
        var plan = FaultPlan([
            .init(.slow(.seconds(1))), .init(.answer("garbage")), .init(.slow(.seconds(2))), .init(.truncated),
        ])
        expect(plan.strikes(on: [], of: "itunes"), equals: Strikes(delay: .seconds(3), damage: .answer("garbage")))
    }

    /// The requests out of a thousand that a fault with probability 0.3 hits.
    private func pattern(seed: UInt64) -> [Bool] {
        var plan = FaultPlan([Fault(.answer("500"), probability: 0.3)], seed: seed)
        return (0..<1000).map { _ in plan.strikes(on: [], of: "itunes").damage != nil }
    }
}
