import TestSupport
import Testing

@testable import Supervision

/// Which lines of the log a client gets.
@Suite struct LogFilterTests {
    private static let lines = [
        RecentLines.Line(time: "2026-11-22T09:59:59.999Z", service: "a", text: "1"),
        RecentLines.Line(time: "2026-11-22T10:00:00.000Z", service: "b", text: "2"),
        RecentLines.Line(time: "2026-11-22T10:00:00.001Z", service: "a", text: "3"),
    ]

    @Test(arguments: [
        (LogFilter(), ["1", "2", "3"]), (LogFilter(services: ["a"]), ["1", "3"]),
        (LogFilter(services: ["a", "b"]), ["1", "2", "3"]), (LogFilter(services: ["c"]), []),
        (LogFilter(since: "2026-11-22T10:00:00.000Z"), ["2", "3"]),
        (LogFilter(services: ["a"], since: "2026-11-22T10:00:00.000Z"), ["3"]),
    ])
    func passes(_ filter: LogFilter, _ texts: [String]) {
        expect(Self.lines.filter(filter.passes).map(\.text), equals: texts)
    }

    @Test func aTimeOfTheLog() {
        expect(LogClock.text(milliseconds: 0), equals: "1970-01-01T00:00:00.000Z")
        expect(LogClock.text(milliseconds: 1_795_341_900_042), equals: "2026-11-22T10:05:00.042Z")
    }

    /// Now is 2026-11-22T10:05:00.042Z.
    @Test(arguments: [
        ("5m", "2026-11-22T10:00:00.042Z"), ("1h30m500ms", "2026-11-22T08:34:59.542Z"),
        ("0s", "2026-11-22T10:05:00.042Z"),
        ("1000000h", "1970-01-01T00:00:00.000Z"), ("2026-11-22", "2026-11-22T00:00:00.000Z"),
        ("2026-11-22T10:05", "2026-11-22T10:05:00.000Z"), ("2026-11-22 10:05:06", "2026-11-22T10:05:06.000Z"),
        ("2026-11-22T10:05:06.5Z", "2026-11-22T10:05:06.500Z"),
        ("2026-11-22T10:05:06.123456Z", "2026-11-22T10:05:06.123Z"),
        ("2026-11-22T12:05+02:00", "2026-11-22T10:05:00.000Z"),
        ("2026-11-21T23:35:00-10:30", "2026-11-22T10:05:00.000Z"),
        ("2024-02-29", "2024-02-29T00:00:00.000Z"), ("2000-03-01", "2000-03-01T00:00:00.000Z"),
        ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59.000Z"), ("1970-01-01", "1970-01-01T00:00:00.000Z"),
    ])
    func times(_ text: String, _ expected: String) {
        expect(LogTime.parse(text, now: 1_795_341_900_042), equals: expected)
    }

    @Test(arguments: [
        "", "5", "m", "yesterday", "2026-11", "2026-11-31", "2025-02-29", "2026-13-01", "2026-00-01", "1969-12-31",
        "1970-01-01T00:00+01:00", "2026-11-22T", "2026-11-22T24:00", "2026-11-22T10:60", "2026-11-22T10:05:61",
        "2026-11-22T10:05:00.Z",
        "2026-11-22T10:05:00Zx", "2026-11-22T10:05+2:00", "99999999999999999999h", "2026-11-22T10:05:00 Z", "20261122",
    ])
    func noTimes(_ text: String) {
        expect(LogTime.parse(text, now: 1_795_341_900_042), equals: nil)
    }
}
