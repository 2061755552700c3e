import Platform

/// A moment as RFC 3339 has it, in UTC and whole seconds: `2026-11-22T01:02:03Z`.
struct UTCTimestamp: CustomStringConvertible {
    let description: String

    /// - Parameter seconds: limited to the years that RFC 3339 can write.
    init(secondsSince1970 seconds: Int) {
        var moment = time_t(min(max(seconds, -62_167_219_200), 253_402_300_799))
        var fields = tm()
        gmtime_r(&moment, &fields)
        let date = [Self.digits(fields.tm_year + 1900, 4), Self.digits(fields.tm_mon + 1), Self.digits(fields.tm_mday)]
        let time = [fields.tm_hour, fields.tm_min, fields.tm_sec].map { Self.digits($0) }
        description = "\(date.joined(separator: "-"))T\(time.joined(separator: ":"))Z"
    }

    private static func digits(_ number: Int32, _ count: Int = 2) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}
