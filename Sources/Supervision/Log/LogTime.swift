import Composition

/// A time as a person gives it to `--since`: a duration before now (`5m`, `1h30m`), or a point in time (RFC 3339), in UTC unless it
/// says otherwise: `2026-11-22T10:05:00Z`, `2026-11-22T12:05+02:00`, `2026-11-22`.
package enum LogTime {
    /// - Parameter now: milliseconds since 1970.
    /// - Returns: the time as it stands in a log, such as `2026-11-22T10:05:00.000Z`; nil for a text that is neither, and before 1970.
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
        guard let year = number(&rest, 4), take("-", &rest), let month = number(&rest, 2), take("-", &rest),
            let day = number(&rest, 2), let days = days(year, month, day)
        else { return nil }
        guard !rest.isEmpty else { return days * 86_400_000 }
        guard take("T", &rest) || take("t", &rest) || take(" ", &rest), let hour = number(&rest, 2), hour < 24,
            take(":", &rest), let minute = number(&rest, 2), minute < 60
        else { return nil }
        var milliseconds = 0
        if take(":", &rest) {
            guard let second = number(&rest, 2), second <= 60 else { return nil }
            milliseconds = second * 1000
            if take(".", &rest) {
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
        if rest.isEmpty || take("Z", &rest) || take("z", &rest) { return 0 }
        let isWest = rest.first == UInt8(ascii: "-")
        guard take("+", &rest) || take("-", &rest), let hours = number(&rest, 2), hours < 24, take(":", &rest),
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

    private static func take(_ character: Character, _ rest: inout Substring.UTF8View) -> Bool {
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
