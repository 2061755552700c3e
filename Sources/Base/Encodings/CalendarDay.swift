/// A day of the Gregorian calendar, in the years that RFC 3339 can write: 0 to 9999.
package struct CalendarDay: Equatable, Sendable {
    package let year: Int
    package let month: Int
    package let day: Int

    /// - Returns: nil for a day that does not exist.
    package init?(_ year: Int, _ month: Int, _ day: Int) {
        guard 0...9999 ~= year, 1...12 ~= month, 1...Self.length(month, year) ~= day else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// - Parameter text: a `full-date` (RFC 3339 §5.6), such as `2026-03-03`.
    package init?(_ text: String) {
        var rest = text.utf8[...]
        self.init(&rest)
        guard rest.isEmpty else { return nil }
    }

    /// Takes a `full-date` from the beginning of a text.
    init?(_ rest: inout Substring.UTF8View) {
        guard let year = rest.number(4), rest.take("-"), let month = rest.number(2), rest.take("-"),
            let day = rest.number(2)
        else { return nil }
        self.init(year, month, day)
    }

    /// - Parameter number: days since 1970, limited to the years above.
    package init(number: Int) {
        let number = min(max(number, -Self.daysBefore1970), 2_932_896)
        // The mean length of a year gives the year, or the one after it.
        var year = min(9999, (number + Self.daysBefore1970) * 400 / 146_097 + 1)
        while Self.beginning(of: year) > number { year -= 1 }
        var day = number - Self.beginning(of: year)
        var month = 1
        while day >= Self.length(month, year) {
            day -= Self.length(month, year)
            month += 1
        }
        (self.year, self.month, self.day) = (year, month, day + 1)
    }

    /// Days since 1970.
    package var number: Int {
        Self.beginning(of: year) + (1..<month).reduce(0) { $0 + Self.length($1, year) } + day - 1
    }

    /// Days from the first day of the year 0 to 1970.
    private static let daysBefore1970 = 719_528

    /// The number of the first day of a year.
    private static func beginning(of year: Int) -> Int {
        // 400 years later, so that the divisions round down for the year 0, too. 574 leap days are before 2370.
        let before = year + 399
        return (year - 1970) * 365 + before / 4 - before / 100 + before / 400 - 574
    }

    private static func length(_ month: Int, _ year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

/// The pieces of dates and times: digits of a fixed number, and single characters.
extension Substring.UTF8View {
    mutating func number(_ width: Int) -> Int? {
        let digits = prefix(width)
        guard digits.count == width, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        self = dropFirst(width)
        return Int(Substring(digits))
    }

    /// - Returns: whether it was there.
    mutating func take(_ sign: Unicode.Scalar) -> Bool {
        guard let first, first == UInt8(ascii: sign) else { return false }
        removeFirst()
        return true
    }
}
