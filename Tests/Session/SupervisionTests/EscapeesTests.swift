import Platform
import TestSupport
import Testing

@testable import Supervision

/// What has left the session of a health check is looked for at once, and then once a second.
@Suite struct EscapeesTests {
    private static let start = Instant.now

    private final class Looks {
        var tokens: [Set<String>] = []
        var beginnings: [Int] = []
    }

    /// A check every 10 ms for ten seconds.
    @Test func manyChecksShareALook() {
        let looks = Looks()
        var escapees = Escapees {
            looks.tokens.append($0)
            looks.beginnings.append($1)
        }
        for check in 0..<1000 {
            let now = Self.start + .milliseconds(10) * check
            escapees.seek("#\(check)", since: check)
            escapees.end(at: now)
            #expect(escapees.deadline.map { $0 > now } ?? true)
        }
        escapees.end(at: Self.start + .seconds(10), isLast: true)
        expect(looks.tokens.count, equals: 11)
        expect(looks.tokens.first, equals: ["#0"])
        expect(looks.tokens.map(\.count).reduce(0, +), equals: 1000)
        expect(looks.beginnings, equals: [0, 1] + (1...9).map { $0 * 100 + 1 })
        expect(escapees.deadline, equals: nil)
    }

    @Test func withoutChecksNobodyLooks() {
        let looks = Looks()
        var escapees = Escapees { tokens, _ in looks.tokens.append(tokens) }
        escapees.end(at: Self.start)
        escapees.end(at: Self.start, isLast: true)
        #expect(looks.tokens.isEmpty)
    }

    @Test func theLastLookDoesNotWait() {
        let looks = Looks()
        var escapees = Escapees { tokens, _ in looks.tokens.append(tokens) }
        for token in ["#1", "#2", "#3"] {
            escapees.seek(token, since: 7)
            escapees.end(at: Self.start)
        }
        expect(looks.tokens, equals: [["#1"]])
        expect(escapees.deadline, equals: Self.start + Escapees.interval)
        escapees.end(at: Self.start, isLast: true)
        expect(looks.tokens, equals: [["#1"], ["#2", "#3"]])
    }
}
