import Encodings
package import Languages
import Platform

/// The reader of the screens: the user's language, and the formats of dates, times and numbers.
package struct Reader: Sendable {
    private let words: Words
    private let dateOrder: DateOrder
    private let clock: LocalClock

    package init(language: Language = .english, dateOrder: DateOrder = .dayMonthYear, clock: LocalClock = .utc) {
        words = Words(language)
        self.dateOrder = dateOrder
        self.clock = clock
    }

    /// The user of this session, by the locale.
    /// - Parameter variable: the value of an environment variable, nil when it is unset or empty.
    package init(variable: (String) -> String?, clock: LocalClock = .system) {
        self.init(
            language: Language(variable: variable), dateOrder: DateOrder(variable: variable), clock: clock)
    }

    // MARK: Words

    /// - Parameter word: the English one.
    package subscript(word: String) -> String { words[word] }

    /// - Parameters:
    ///   - word: the English one, with `%` in the place of each value.
    ///   - values: already in the user's language.
    package func callAsFunction(_ word: String, _ values: String...) -> String { words.filled(word, values) }

    package func filled(_ word: String, _ values: [String]) -> String { words.filled(word, values) }

    /// "1 rating", "12,345 ratings" (``Words/count(_:_:_:_:)``).
    package func count(_ count: Int, _ one: String, _ other: String, _ values: String...) -> String {
        words.filled(PluralForm(count) == .one ? one : other, [number(count)] + values)
    }

    // MARK: Numbers

    package func number(_ number: Int) -> String { words.number(number) }

    package func localized(_ number: String) -> String { words.localized(number) }

    // MARK: Times

    /// The day of an RFC 3339 timestamp; nil for any other text.
    package func date(_ timestamp: String?) -> String? {
        ReadableDate(timestamp, order: dateOrder, words)?.description
    }

    /// The time of day of an RFC 3339 timestamp; nil for any other text.
    package func time(_ timestamp: String?) -> String? { timestamp.flatMap(clock.time) }
}

/// The order in which a reader expects day, month and year.
package enum DateOrder: Equatable, Sendable {
    case dayMonthYear, monthDayYear, yearMonthDay

    /// The order that the environment asks for: by the first of LC_ALL, LC_TIME and LANG that is set (POSIX).
    package init(variable: (String) -> String?) {
        self.init(locale: variable("LC_ALL") ?? variable("LC_TIME") ?? variable("LANG"))
    }

    /// - Parameter locale: a POSIX name such as `en_US.UTF-8`. Only its territory counts; without one, as in `C`, the day
    ///   comes first.
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
    init?(_ timestamp: String?, order: DateOrder, _ words: Words = Words()) {
        guard let timestamp else { return nil }
        let date = timestamp.prefix { $0 != "T" && $0 != "t" && $0 != " " }
        let fields = date.split(separator: "-", omittingEmptySubsequences: false)
        guard fields.map(\.utf8.count) == [4, 2, 2], date.utf8.allSatisfy({ 0x30...0x39 ~= $0 || $0 == 0x2D }),
            let month = Int(fields[1]), 1...12 ~= month, let day = Int(fields[2]), 1...31 ~= day
        else { return nil }
        description =
            switch order {
            case .dayMonthYear: words("% % %", "\(day)", words[Self.months[month - 1]], String(fields[0]))
            case .monthDayYear: words("% %, %", words[Self.months[month - 1]], "\(day)", String(fields[0]))
            case .yearMonthDay: String(date)
            }
    }
}
