import Composition
import Platform

/// A time as a user gives it to `--since`: a duration before now (`5m`, `1h30m`), or a point in time (RFC 3339), in UTC
/// unless it names an offset: `2026-11-22T10:05:00Z`, `2026-11-22T12:05+02:00`, `2026-11-22`.
package enum LogTime {
    /// - Parameter now: milliseconds since 1970.
    /// - Returns: the time as a log has it, such as `2026-11-22T10:05:00.000Z`; nil for a text that is neither, and
    ///   before 1970.
    package static func parse(_ text: String, now: Int) -> String? {
        if let duration = ComposeDuration.parse(text) {
            let (seconds, attoseconds) = duration.components
            let milliseconds = Int(seconds).multipliedReportingOverflow(by: 1000)
            guard !milliseconds.overflow else { return nil }
            return LogClock.text(
                milliseconds: max(0, now - milliseconds.partialValue - Int(attoseconds / 1_000_000_000_000_000)))
        }
        return point(text).flatMap { $0 >= 0 ? LogClock.text(milliseconds: $0) : nil }
    }

    /// Milliseconds since 1970.
    private static func point(_ text: String) -> Int? {
        var rest = text.utf8[...]
        guard let year = number(&rest, 4), consume("-", &rest), let month = number(&rest, 2), consume("-", &rest),
            let day = number(&rest, 2), let days = days(year, month, day)
        else { return nil }
        guard !rest.isEmpty else { return days * 86_400_000 }
        guard consume("T", &rest) || consume("t", &rest) || consume(" ", &rest), let hour = number(&rest, 2), hour < 24,
            consume(":", &rest), let minute = number(&rest, 2), minute < 60
        else { return nil }
        var milliseconds = 0
        if consume(":", &rest) {
            guard let second = number(&rest, 2), second <= 60 else { return nil }
            milliseconds = second * 1000
            if consume(".", &rest) {
                let digits = rest.prefix { 0x30...0x39 ~= $0 }
                guard !digits.isEmpty else { return nil }
                rest = rest.dropFirst(digits.count)
                let padded =
                    String(Substring(digits.prefix(3))) + String(repeating: "0", count: max(0, 3 - digits.count))
                milliseconds += Int(padded) ?? 0
            }
        }
        guard let offset = offset(&rest), rest.isEmpty else { return nil }
        return days * 86_400_000 + (hour * 60 + minute - offset) * 60_000 + milliseconds
    }

    /// Minutes east of Greenwich; 0 where there is none.
    private static func offset(_ rest: inout Substring.UTF8View) -> Int? {
        if rest.isEmpty || consume("Z", &rest) || consume("z", &rest) { return 0 }
        let isWest = rest.first == UInt8(ascii: "-")
        guard consume("+", &rest) || consume("-", &rest), let hours = number(&rest, 2), hours < 24, consume(":", &rest),
            let minutes = number(&rest, 2), minutes < 60
        else { return nil }
        return (hours * 60 + minutes) * (isWest ? -1 : 1)
    }

    private static func number(_ rest: inout Substring.UTF8View, _ width: Int) -> Int? {
        let digits = rest.prefix(width)
        guard digits.count == width, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        rest = rest.dropFirst(width)
        return Int(Substring(digits))
    }

    private static func consume(_ character: Character, _ rest: inout Substring.UTF8View) -> Bool {
        guard let first = rest.first, character.asciiValue == first else { return false }
        rest.removeFirst()
        return true
    }

    /// Days since 1970; nil for a date that there is not.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int? {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard 1970...9999 ~= year, 1...12 ~= month, day >= 1, day <= lengths[month - 1] else { return nil }
        let before = year - 1
        let leaps = before / 4 - before / 100 + before / 400 - 477
        return (year - 1970) * 365 + leaps + lengths[..<(month - 1)].reduce(0, +) + day - 1
    }
}

/// The time of a line in the log: UTC in milliseconds (RFC 3339). The text of a second is kept, since many lines share
/// it.
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
