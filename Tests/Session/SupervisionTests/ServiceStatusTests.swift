import Platform
import SupervisorMessages
import TestSupport
import Testing
import Wire

@testable import Supervision

/// The status of a service, and the notices about it, without a process.
@Suite struct ServiceStatusTests {
    private static let start = Instant.now

    /// Statuses at milliseconds, and the notices, at milliseconds. `!` marks trouble, `.` the end of the process.
    struct Row: CustomStringConvertible, Sendable {
        let description: String
        let said: [(Int, String)]
        let told: [(Int, String)]
    }

    static let rows = [
        Row(description: "what is well is not told", said: [(0, "fine"), (5, "still fine")], told: []),
        Row(
            description: "trouble begins and ends", said: [(0, "fine"), (10, "!gone"), (5000, "back")],
            told: [(10, "!gone"), (5000, "back")]),
        Row(description: "once", said: [(0, "!gone"), (2000, "!gone"), (4000, "!gone")], told: [(0, "!gone")]),
        Row(
            description: "other words for the trouble", said: [(0, "!gone"), (5000, "!gone; 3 wait")],
            told: [(0, "!gone"), (5000, "!gone; 3 wait")]),
        Row(
            description: "a flood is told once a second",
            said: (0..<2500).map { ($0, $0.isMultiple(of: 2) ? "!gone \($0)" : "back \($0)") },
            told: [(0, "!gone 0"), (1000, "!gone 1000"), (2000, "!gone 2000"), (3000, "back 2499")]),
        Row(description: "trouble that passes", said: [(0, "!a"), (100, "well"), (200, "!a")], told: [(0, "!a")]),
        Row(
            description: "a successor with the same trouble, and the end of it",
            said: [(0, "!gone"), (2000, "."), (3000, "!gone"), (4000, "well")], told: [(0, "!gone"), (4000, "well")]),
        Row(
            description: "the end of the process before it could be told",
            said: [(0, "!a"), (500, "!b"), (600, ".")], told: [(0, "!a")]),
        Row(description: "no words, no trouble", said: [(0, "!")], told: []),
    ]

    @Test(arguments: rows) func thePersonIsTold(row: Row) {
        var status = ServiceStatus()
        var (told, waiting) = ([String](), row.said[...])
        for time in 0...6000 {
            let now = Self.start + .milliseconds(time)
            while let (at, text) = waiting.first, at == time {
                waiting = waiting.dropFirst()
                if text == "." {
                    status.processEnded()
                } else {
                    let isTrouble = text.hasPrefix("!")
                    status.note(.init(text: isTrouble ? String(text.dropFirst()) : text, trouble: isTrouble), at: now)
                }
            }
            guard let deadline = status.nextDeadline, deadline <= now else {
                expect(status.takeNews(at: now), equals: nil)
                continue
            }
            // When it has looked there may be nothing new.
            guard let news = status.takeNews(at: now) else { continue }
            told.append("\(time) \(news.isGood ? "" : "!")\(news.text)")
        }
        expect(told, equals: row.told.map { "\($0) \($1)" })
    }

    private static let texts: [(text: String, shown: String?)] = [
        ("a\u{1B}]0;owned\u{7}\u{202E}\nb\u{9B}", "a]0;owned b"),
        (String(repeating: "x", count: 1 << 20), String(repeating: "x", count: 200) + "…"),
        ("e" + String(repeating: "\u{301}", count: 1 << 19), "e" + String(repeating: "\u{301}", count: 8)),
        ("nats://me:hunter2@hub is gone", "(withheld: it looks as if it held a secret)"), ("", nil), ("\u{1B}", nil),
    ]

    @Test(arguments: texts) func itsTextIsHarmless(text: String, shown: String?) {
        var status = ServiceStatus()
        status.note(.init(text: "before", trouble: true), at: Self.start)
        status.note(.init(text: text, trouble: true), at: Self.start)
        expect(status.newest, equals: shown.map { ServiceReport.Status(text: $0, trouble: true) })
        expect(status.takeNews(at: Self.start)?.text, equals: shown)
    }

    /// Twenty a millisecond for a second: what is not shown is not searched for secrets, and only the newest is shown.
    @Test(arguments: [
        // No trouble is not told; a report looks once.
        (false, "well #", 1),
        // Each is other trouble, told once a second.
        (true, "gone #", 3),
        // Each looks the same, so it is looked at for nothing: once a frame.
        (true, "nats://me:#hunter2@hub", 1000 / 16 + 3),
    ])
    func aFloodOfStatusesStalledAllOtherServices(isTrouble: Bool, text: String, most: Int) {
        var status = ServiceStatus()
        for number in 0...20_000 {
            let now = Self.start + .microseconds(50 * number)
            status.note(.init(text: text.replacing("#", with: "\(number)"), trouble: isTrouble), at: now)
            _ = status.takeNews(at: now)
        }
        _ = status.newest
        _ = status.newest
        #expect(status.inspections <= most, "\(status.inspections)")
        expect(status.newest?.text.contains("20000") == true || status.newest?.text.hasPrefix("(withheld") == true)
    }

    @Test func itEndsWithTheProcess() {
        var status = ServiceStatus()
        status.note(.init(text: "fine"), at: Self.start)
        expect(status.newest, equals: .init(text: "fine", trouble: false))
        status.processEnded()
        expect(status.newest, equals: nil)
    }

    @Test func whatIsNoStatusIsReported() throws {
        for data in [#"{}"#, #"{"text":7}"#, #"{"text":"x","trouble":"yes"}"#] {
            guard case .malformed = ServiceStatement(try Self.event(data)) else {
                Issue.record("\(data)")
                continue
            }
        }
        expect(ServiceStatement(try Self.event(#"{"text":"x","more":1}"#)), equals: .status(.init(text: "x")))
    }

    private static func event(_ data: String) throws -> Event {
        try Event(line: #"{"type":"process.output.status","data":\#(data)}"#)
    }
}
