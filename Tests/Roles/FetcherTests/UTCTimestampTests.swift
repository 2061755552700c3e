import Testing

@testable import Fetcher

@Suite struct UTCTimestampTests {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00Z"), (951_782_399, "2000-02-28T23:59:59Z"), (951_782_400, "2000-02-29T00:00:00Z"),
        (1_772_582_399, "2026-03-03T23:59:59Z"), (4_107_542_400, "2100-03-01T00:00:00Z"),
        (-1, "1969-12-31T23:59:59Z"), (253_402_300_799, "9999-12-31T23:59:59Z"), (.max, "9999-12-31T23:59:59Z"),
        (.min, "0000-01-01T00:00:00Z"),
    ])
    func timestamps(_ seconds: Int, _ expected: String) {
        #expect(UTCTimestamp(secondsSince1970: seconds).description == expected)
    }
}
