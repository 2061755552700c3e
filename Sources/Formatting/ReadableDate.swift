/// The date of an RFC 3339 timestamp for people to read: "3 Mar 2026". It is the day as written, whatever the offset:
/// a release date is a day in the store, not a moment in the reader's zone.
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
