import Platform

/// The time of a line in the log: UTC in milliseconds (RFC 3339). The text of a second is kept, since many lines share it.
package struct LogClock {
    private var second = time_t.min
    /// The text of ``second``.
    private var text = ""

    mutating func now() -> String {
        var moment = timespec()
        clock_gettime(CLOCK_REALTIME, &moment)
        return text(seconds: moment.tv_sec, milliseconds: moment.tv_nsec / 1_000_000)
    }

    mutating func text(seconds: time_t, milliseconds: Int) -> String {
        if seconds != second {
            second = seconds
            text = Self.text(of: seconds)
        }
        return "\(text).\(Self.padded(milliseconds, 3))Z"
    }

    /// - Parameter milliseconds: since 1970.
    package static func text(milliseconds: Int) -> String {
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        return "\(text(of: seconds)).\(padded(rest, 3))Z"
    }

    /// Without the zone.
    static func text(of second: time_t) -> String {
        var (second, parts) = (second, tm())
        gmtime_r(&second, &parts)
        let date = [Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)]
        let time = [parts.tm_hour, parts.tm_min, parts.tm_sec]
        return date.map { padded($0, 2) }.joined(separator: "-") + "T"
            + time.map { padded(Int($0), 2) }.joined(separator: ":")
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = "\(number)"
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
