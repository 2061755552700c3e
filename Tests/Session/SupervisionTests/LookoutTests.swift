import Platform
import TestSupport
import Testing

@testable import Supervision

/// When the loop looks again before it sleeps. The number of looks is that of the rounds in which it does.
@Suite struct LookoutTests {
    /// - Parameter waits: in microseconds.
    private static func looks(_ waits: [Int]) -> Int {
        var lookout = Lookout()
        var looks = 0
        for wait in waits {
            let hasLooked = lookout.isWorthwhile
            if hasLooked { looks += 1 }
            lookout.noteWait(of: .microseconds(wait), hasLooked: hasLooked)
        }
        return looks
    }

    @Test(arguments: [
        ("at rest", Array(repeating: 1_000_000, count: 100), 0),
        ("an event each millisecond", Array(repeating: 1000, count: 100), 0),
        ("a request and its answer each millisecond", Array(repeating: [1000, 20], count: 100).flatMap(\.self), 0),
        ("a round trip after the other", Array(repeating: 20, count: 100), 98),
        ("a chain of five, then nothing", Array(repeating: 20, count: 5) + [1_000_000, 1_000_000], 4),
    ])
    func onlyShortWaitsInARowAreWorthIt(session: String, waits: [Int], count: Int) {
        expect(Self.looks(waits), equals: count, "\(session)")
    }

    /// Each look fails, as where nobody else runs meanwhile: two short waits, then a look in vain.
    @Test func looksInVainBecomeRare() {
        var lookout = Lookout()
        var looks = 0
        for _ in 0..<10_000 {
            let hasLooked = lookout.isWorthwhile
            if hasLooked { looks += 1 }
            lookout.noteWait(of: .microseconds(hasLooked ? 70 : 20), hasLooked: hasLooked)
        }
        expect(looks > 0 && looks < 25, "\(looks)")
    }
}
