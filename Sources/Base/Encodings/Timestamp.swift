/// A moment as RFC 3339 §5.6 writes it: `2026-03-03T14:04:30Z`, `2026-03-03T15:04:30.5+01:00`.
package struct Timestamp: Equatable, Sendable {
    /// Whole seconds since 1970, rounded down.
    package let seconds: Int
    /// Milliseconds of the fraction; further digits are dropped.
    package let milliseconds: Int
    /// True if there is a fraction other than 0.
    private let hasFraction: Bool

    /// - Parameter isBrief: the text may be shorter, as a user writes it: a date alone, no seconds, no offset (which all mean
    ///   UTC), a blank in place of the `T`.
    /// - Returns: nil for any other text, and for a day that does not exist.
    package init?(_ text: String, isBrief: Bool = false) {
        var rest = text.utf8[...]
        guard let day = CalendarDay(&rest) else { return nil }
        var time = ClockTime()
        if !isBrief || !rest.isEmpty {
            guard rest.take("T") || rest.take("t") || isBrief && rest.take(" "),
                let read = ClockTime(&rest, isBrief: isBrief), rest.isEmpty
            else { return nil }
            time = read
        }
        seconds = day.number * 86_400 + time.seconds
        milliseconds = time.milliseconds
        hasFraction = time.hasFraction
    }

    /// Minutes since 1970, rounded up.
    package var minuteNotBefore: Int {
        let (minute, rest) = (seconds / 60, seconds % 60)
        return rest > 0 || rest == 0 && hasFraction ? minute + 1 : minute
    }

    /// The time in UTC and whole seconds: `2026-11-22T01:02:03Z`.
    /// - Parameter seconds: since 1970; limited to the years that RFC 3339 can write.
    package static func text(seconds: Int) -> String {
        let seconds = min(max(seconds, -62_167_219_200), 253_402_300_799)
        let second = (seconds % 86_400 + 86_400) % 86_400
        let day = CalendarDay(number: (seconds - second) / 86_400)
        return "\(padded(day.year, 4))-\(padded(day.month))-\(padded(day.day))"
            + "T\(padded(second / 3600)):\(padded(second / 60 % 60)):\(padded(second % 60))Z"
    }

    /// - Parameter width: the least number of digits.
    package static func padded(_ number: Int, _ width: Int = 2) -> String {
        let digits = "\(number)"
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}

/// The `full-time` of a timestamp.
private struct ClockTime {
    /// Seconds since the midnight of UTC that the date names: from -86,340 to 172,740.
    var seconds = 0
    var milliseconds = 0
    var hasFraction = false

    init() {}

    /// Takes a timestamp from the beginning of a text.
    init?(_ rest: inout Substring.UTF8View, isBrief: Bool) {
        guard let hour = rest.number(2), hour < 24, rest.take(":"), let minute = rest.number(2), minute < 60 else {
            return nil
        }
        seconds = hour * 3600 + minute * 60
        if rest.take(":") {
            // 60 is a leap second.
            guard let second = rest.number(2), second <= 60 else { return nil }
            seconds += second
            guard readFraction(&rest) else { return nil }
        } else if !isBrief {
            return nil
        }
        guard let offset = Self.offset(&rest, isBrief: isBrief) else { return nil }
        seconds -= offset
    }

    /// - Returns: false for a point without digits.
    private mutating func readFraction(_ rest: inout Substring.UTF8View) -> Bool {
        guard rest.take(".") else { return true }
        let digits = rest.prefix { 0x30...0x39 ~= $0 }
        rest = rest[digits.endIndex...]
        hasFraction = digits.contains { $0 != 0x30 }
        for place in 0..<3 { milliseconds = milliseconds * 10 + Int(digits.dropFirst(place).first ?? 0x30) - 0x30 }
        return !digits.isEmpty
    }

    /// Seconds east of UTC.
    private static func offset(_ rest: inout Substring.UTF8View, isBrief: Bool) -> Int? {
        if rest.take("Z") || rest.take("z") || isBrief && rest.isEmpty { return 0 }
        let sign = rest.take("+") ? 1 : rest.take("-") ? -1 : 0
        guard sign != 0, let hours = rest.number(2), hours < 24, rest.take(":"), let minutes = rest.number(2),
            minutes < 60
        else { return nil }
        return sign * (hours * 3600 + minutes * 60)
    }
}
