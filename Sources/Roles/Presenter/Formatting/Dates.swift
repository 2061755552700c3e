import Platform

/// The formats of dates and times for the user.
package struct Reader: Sendable {
    private let dateOrder: DateOrder
    private let clock: LocalClock

    package init(dateOrder: DateOrder = .dayMonthYear, clock: LocalClock = .utc) {
        self.dateOrder = dateOrder
        self.clock = clock
    }

    /// The day of an RFC 3339 timestamp; nil for any other text.
    package func date(_ timestamp: String?) -> String? { ReadableDate(timestamp, order: dateOrder)?.description }

    /// The time of day of an RFC 3339 timestamp; nil for any other text.
    package func time(_ timestamp: String?) -> String? { timestamp.flatMap(clock.time) }
}

/// In which order a reader expects day, month and year.
package enum DateOrder: Equatable, Sendable {
    case dayMonthYear, monthDayYear, yearMonthDay

    /// The order that the environment asks for: by the first of LC_ALL, LC_TIME and LANG that is set (POSIX).
    package init(variable: (String) -> String?) {
        self.init(locale: variable("LC_ALL") ?? variable("LC_TIME") ?? variable("LANG"))
    }

    /// - Parameter locale: a POSIX name such as `en_US.UTF-8`. Only its territory counts, since the texts of the
    ///   screens are always English; without one, as in `C`, the day comes first.
    init(locale: String?) {
        let name = locale?.prefix { $0 != "." && $0 != "@" }
        let territory = name?.split(separator: "_").dropFirst().first.map(String.init) ?? ""
        self = Self.orders[territory] ?? .dayMonthYear
    }

    /// The territories in which the day does not come first. A table, because the library that knows them all (ICU) is
    /// larger than a whole role.
    private static let orders: [String: DateOrder] = {
        let monthFirst = ["AS", "FM", "GU", "MH", "MP", "PH", "PR", "PW", "UM", "US", "VI"]
        let yearFirst = ["CA", "CN", "HU", "JP", "KP", "KR", "LT", "MN", "SE", "TW", "ZA"]
        return Dictionary(
            monthFirst.map { ($0, .monthDayYear) } + yearFirst.map { ($0, .yearMonthDay) }, uniquingKeysWith: { $1 })
    }()
}

/// The user's time of day, by the C library's time zone (TZ, /etc/localtime).
package struct LocalClock: Sendable {
    /// The offset from UTC in seconds at a moment (seconds since 1970), and the zone's name.
    private let zone: @Sendable (_ moment: Int) -> (offset: Int, name: String)

    package init(zone: @escaping @Sendable (_ moment: Int) -> (offset: Int, name: String)) {
        self.zone = zone
    }

    package static let utc = LocalClock { _ in (0, "UTC") }

    package static let system = LocalClock { moment in
        var (moment, local) = (time_t(moment), tm())
        guard localtime_r(&moment, &local) != nil else { return (0, "UTC") }
        return (Int(local.tm_gmtoff), local.tm_zone.map { String(cString: $0) } ?? "")
    }

    /// The time of an RFC 3339 timestamp, rounded up to the minute: "14:05 CET". Nil for any other text.
    func time(_ timestamp: String) -> String? {
        guard let moment = Timestamp(timestamp) else { return nil }
        let minute = moment.minuteNotBefore
        let (offset, name) = zone(minute * 60)
        let time = ((minute + offset / 60) % 1440 + 1440) % 1440
        let digits = [time / 60, time % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return "\(digits.joined(separator: ":")) \(name)"
    }
}

/// The date of an RFC 3339 timestamp in a readable form: "3 Mar 2026". It is the day as written, whatever the offset: a
/// release date is a day in the store, not a moment in the user's time zone.
struct ReadableDate: CustomStringConvertible {
    let description: String

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Nil for a text that does not begin with a date (RFC 3339, `full-date`).
    init?(_ timestamp: String?, order: DateOrder) {
        guard let timestamp else { return nil }
        let date = timestamp.prefix { $0 != "T" && $0 != "t" && $0 != " " }
        let fields = date.split(separator: "-", omittingEmptySubsequences: false)
        guard fields.map(\.utf8.count) == [4, 2, 2], date.utf8.allSatisfy({ 0x30...0x39 ~= $0 || $0 == 0x2D }),
            let month = Int(fields[1]), 1...12 ~= month, let day = Int(fields[2]), 1...31 ~= day
        else { return nil }
        description =
            switch order {
            case .dayMonthYear: "\(day) \(Self.months[month - 1]) \(fields[0])"
            case .monthDayYear: "\(Self.months[month - 1]) \(day), \(fields[0])"
            case .yearMonthDay: String(date)
            }
    }
}

/// The moment of an RFC 3339 timestamp, such as `2026-03-03T14:04:30Z` or `2026-03-03T15:04:30.5+01:00`.
struct Timestamp {
    /// Whole seconds since 1970.
    let seconds: Int
    private let hasFraction: Bool

    /// Nil for a text that is not a timestamp, and for a day that does not exist.
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
