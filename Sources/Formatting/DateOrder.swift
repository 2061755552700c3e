/// In which order a reader expects day, month and year.
package enum DateOrder: Equatable, Sendable {
    case dayMonthYear, monthDayYear, yearMonthDay

    /// The order that the environment asks for: by the first of LC_ALL, LC_TIME and LANG that is set (POSIX).
    package init(variable: (String) -> String?) {
        self.init(locale: variable("LC_ALL") ?? variable("LC_TIME") ?? variable("LANG"))
    }

    /// - Parameter locale: a POSIX name such as `en_US.UTF-8`. Only its territory counts, since the words of the screens
    ///   are English in any case; without one, as in `C`, the day comes first.
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
