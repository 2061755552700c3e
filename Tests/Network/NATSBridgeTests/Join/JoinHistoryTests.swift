import Platform
import TestSupport
import Testing

@testable import NATSBridge

/// Joins with all that may happen to them, in random order.
struct JoinHistoryTests {
    /// The faults of a history.
    enum Fault: CaseIterable {
        case kill, cut, disorder, silence
    }

    private static let seeds = Int(getenv("HISTORIES").flatMap { String(cString: $0) } ?? "") ?? 5

    private static func disturb(_ joins: SimulatedJoins, _ faults: [Fault], _ place: Int) throws {
        switch faults[joins.dice.below(faults.count)] {
        case .kill: try joins.kill(place)
        case .cut:
            try joins.cut(place)
            try joins.pass(.milliseconds(joins.dice.below(3000)))
            try joins.connect(place)
        case .disorder: for _ in 0..<5 { try joins.deliver(disordered: true) }
        case .silence: try joins.pass(.seconds(joins.dice.below(20)))
        }
    }

    private static func play(_ joins: SimulatedJoins, _ faults: [Fault], types: [String]) throws {
        try joins.settle()
        for _ in 0..<120 {
            let place = joins.dice.below(joins.names.count)
            switch joins.dice.below(12) {
            case 0...3:
                let size = joins.dice.below(40) == 0 ? 1500 : joins.dice.below(100)
                for _ in 0..<joins.dice.below(30) {
                    try joins.say(
                        place, type: types[joins.dice.below(types.count)], subject: "s\(joins.dice.below(4))",
                        size: size)
                }
            case 4: try disturb(joins, faults, place)
            case 5: try joins.pass(.milliseconds(joins.dice.below(500)))
            default: for _ in 0..<joins.dice.below(20) { try joins.deliver() }
            }
        }
        try joins.settle()
    }

    @Test(arguments: [[Fault.kill], [.cut], [.disorder], [.silence], Fault.allCases])
    func `Each line arrives once, in order, whatever happens`(faults: [Fault]) throws {
        for seed in 1...Self.seeds {
            let joins = try SimulatedJoins(["a", "b"], states: ["a.out.state", "b.out.state"], seed: seed)
            try Self.play(joins, faults, types: ["out.x", "out.y", "out.state"])
            for (from, to) in [(0, 1), (1, 0)] {
                let arrived = joins.arrived(at: to)
                let deviation = arrived.enumerated().first { $0.offset + 1 != $0.element }
                let what = "seed \(seed), \(joins.names[to]): \(String(describing: deviation)) of \(arrived.count)"
                expect(
                    deviation == nil && arrived.count == joins.said(by: from),
                    "\(what) and \(joins.said(by: from)): \(joins.words.suffix(5))")
            }
        }
    }
}
