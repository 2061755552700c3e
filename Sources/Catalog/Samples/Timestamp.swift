import Platform

/// A moment as the APIs write it: RFC 3339, UTC, whole seconds.
enum Timestamp {
    /// Days since 1970: 2019-01-01 to 2026-10-31.
    static let firstDay = 17_897
    static let lastDay = 20_757

    static func make(day: Int, second: Int) -> String {
        // Formatted with the C library.
        var moment = time_t(day * 86_400 + second)
        var date = tm()
        gmtime_r(&moment, &date)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(1900 + date.tm_year)-\(two(date.tm_mon + 1))-\(two(date.tm_mday))"
            + "T\(two(date.tm_hour)):\(two(date.tm_min)):\(two(date.tm_sec))Z"
    }

    static func random(day: Int, using draw: inout SplitMix64) -> String {
        make(day: day, second: Int.random(in: 0..<86_400, using: &draw))
    }
}
