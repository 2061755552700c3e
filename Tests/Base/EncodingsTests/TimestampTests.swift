import TestSupport
import Testing

@testable import Encodings

/// RFC 3339, as in an event's `retryAt`.
@Suite struct TimestampTests {
    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0, 0), ("1970-01-01T00:00:01Z", 1, 1), ("1970-01-01T00:01:00Z", 60, 1),
        ("1970-01-01T00:01:00.000Z", 60, 1), ("1970-01-01T00:01:00.001Z", 60, 2), ("1969-12-31T23:59:30Z", -30, 0),
        ("2000-02-29T00:00:00Z", 951_782_400, 15_863_040), ("2000-03-01T00:00:00z", 951_868_800, 15_864_480),
        ("2026-03-03t15:04:30+01:00", 1_772_546_670, 29_542_445),
        ("2026-03-03T08:34:30-05:30", 1_772_546_670, 29_542_445),
        ("2016-12-31T23:59:60Z", 1_483_228_800, 24_720_480), ("9999-12-31T23:59:59Z", 253_402_300_799, 4_223_371_680),
    ])
    func moments(_ text: String, _ seconds: Int, _ minute: Int) throws {
        let timestamp = try require(Timestamp(text))
        expect(timestamp.seconds, equals: seconds)
        expect(timestamp.minuteNotBefore, equals: minute)
    }

    @Test(arguments: [
        "", "2026", "2026-03-03", "2026-03-03T15:04:30", "2026-03-03 15:04:30Z", "2026-13-01T00:00:00Z",
        "2026-00-01T00:00:00Z", "2026-02-29T00:00:00Z", "2026-01-00T00:00:00Z", "2026-03-03T24:00:00Z",
        "2026-03-03T15:60:30Z", "2026-03-03T15:04:61Z", "2026-03-03T15:04:30.Z", "2026-03-03T15:04:30+1:00",
        "2026-03-03T15:04:30+24:00", "2026-03-03T15:04:30ZZ", "99999-03-03T15:04:30Z", "-026-03-03T15:04:30Z",
        "２026-03-03T15:04:30Z", "yesterday",
    ])
    func whatIsNone(_ text: String) {
        expect(Timestamp(text), equals: nil)
    }

    @Test(arguments: [
        ("2026-11-22", 1_795_305_600, 0), ("2026-11-22T10:05", 1_795_341_900, 0),
        ("2026-11-22 10:05:06", 1_795_341_906, 0), ("2026-11-22T10:05:06.5Z", 1_795_341_906, 500),
        ("2026-11-22T10:05:06.1239", 1_795_341_906, 123), ("2026-11-22T12:05+02:00", 1_795_341_900, 0),
        ("0000-01-01T00:00+23:59", -62_167_305_540, 0), ("2026-03-03T15:04:30.05Z", 1_772_550_270, 50),
    ])
    func brief(_ text: String, _ seconds: Int, _ milliseconds: Int) throws {
        let timestamp = try require(Timestamp(text, isBrief: true))
        expect(timestamp.seconds, equals: seconds)
        expect(timestamp.milliseconds, equals: milliseconds)
    }

    @Test(arguments: [
        "", "2026-11", "2026-11-22T", "2026-11-22 ", "2026-11-22Z", "2026-11-22T10", "2026-11-22T10:05:",
        "2026-11-22T24:00",
        "2026-11-22T10:05:00.Z", "2026-11-22T10:05:00 Z", "2026-11-22T10:05+", "2026-11-22\0", "2026-02-29T10:05",
    ])
    func whatIsNotEvenBrief(_ text: String) {
        expect(Timestamp(text, isBrief: true), equals: nil)
    }

    @Test(arguments: [
        (0, "1970-01-01T00:00:00Z"), (951_782_399, "2000-02-28T23:59:59Z"), (951_782_400, "2000-02-29T00:00:00Z"),
        (1_772_582_399, "2026-03-03T23:59:59Z"), (4_107_542_400, "2100-03-01T00:00:00Z"),
        (-1, "1969-12-31T23:59:59Z"), (253_402_300_799, "9999-12-31T23:59:59Z"), (.max, "9999-12-31T23:59:59Z"),
        (.min, "0000-01-01T00:00:00Z"),
    ])
    func texts(_ seconds: Int, _ expected: String) {
        expect(Timestamp.text(seconds: seconds), equals: expected)
    }
}
