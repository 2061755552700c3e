/// The moment of an RFC 3339 timestamp, such as `2026-03-03T14:04:30Z` or `2026-03-03T15:04:30.5+01:00`.
struct Timestamp {
    /// Whole seconds since 1970.
    let seconds: Int
    private let hasFraction: Bool

    /// Nil for a text that is no timestamp, and for a day that does not exist.
    init?(_ text: String) {
        var rest = text.utf8[...]
        guard let year = Self.number(4, &rest), Self.take("-", &rest), let month = Self.number(2, &rest),
            Self.take("-", &rest), let day = Self.number(2, &rest), Self.take("T", &rest) || Self.take("t", &rest),
            let hour = Self.number(2, &rest), Self.take(":", &rest), let minute = Self.number(2, &rest),
            Self.take(":", &rest), let second = Self.number(2, &rest), let fraction = Self.fraction(&rest),
            let offset = Self.offset(&rest), rest.isEmpty, 1...12 ~= month,
            1...Self.days(in: month, year) ~= day, hour < 24, minute < 60, second <= 60
        else { return nil }
        let days = Self.days(before: year, month) + day - 1
        seconds = ((days * 24 + hour) * 60 + minute) * 60 + second - offset
        hasFraction = fraction
    }

    /// Minutes since 1970, rounded up.
    var minuteNotBefore: Int {
        let (minute, rest) = (seconds / 60, seconds % 60)
        return rest > 0 || rest == 0 && hasFraction ? minute + 1 : minute
    }

    private typealias Bytes = Substring.UTF8View.SubSequence

    private static func take(_ character: Unicode.Scalar, _ rest: inout Bytes) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest = rest.dropFirst()
        return true
    }

    private static func number(_ digits: Int, _ rest: inout Bytes) -> Int? {
        let text = rest.prefix(digits)
        guard text.count == digits, text.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return nil }
        rest = rest.dropFirst(digits)
        return Int(Substring(text))
    }

    /// Whether there is a fraction other than 0; nil for a point without digits.
    private static func fraction(_ rest: inout Bytes) -> Bool? {
        guard take(".", &rest) else { return false }
        let digits = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        rest = rest[digits.endIndex...]
        return digits.isEmpty ? nil : digits.contains { $0 != UInt8(ascii: "0") }
    }

    /// Seconds east of UTC.
    private static func offset(_ rest: inout Bytes) -> Int? {
        if take("Z", &rest) || take("z", &rest) { return 0 }
        let sign = take("+", &rest) ? 1 : take("-", &rest) ? -1 : 0
        guard sign != 0, let hours = number(2, &rest), take(":", &rest), let minutes = number(2, &rest), hours < 24,
            minutes < 60
        else { return nil }
        return sign * (hours * 60 + minutes) * 60
    }

    private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    private static func days(in month: Int, _ year: Int) -> Int {
        [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }

    /// Days from 1970 to the first of a month of the Gregorian calendar.
    private static func days(before year: Int, _ month: Int) -> Int {
        // 477 is the number of leap days before 1970.
        let past = year - 1
        let leapDays = (past / 4 - past / 100 + past / 400) - 477
        return (year - 1970) * 365 + leapDays + (1..<month).reduce(0) { $0 + days(in: $1, year) }
    }
}
