/// The time zone by which Google counts days (America/Los_Angeles). The C library knows only that of the process.
enum PacificTime {
    private static let day = 86_400
    private static let hour = 3600

    /// The next midnight there.
    /// - Parameter moment: seconds since 1970, from that year to 9999.
    static func nextMidnight(after moment: Int) -> Int {
        let moment = min(max(moment, 0), 253_402_300_799)
        let local = moment - offset(at: moment)
        let midnight = (local / day + 1) * day
        // The clocks change at two in the night, so midnight still has the offset of the evening before.
        return midnight + offset(at: midnight + standardOffset)
    }

    private static let standardOffset = 8 * hour

    /// Seconds behind UTC. From the second Sunday in March to the first one in November, 2:00 standard time to 1:00 standard
    /// time (15 U.S.C. 260a), it is an hour less.
    private static func offset(at moment: Int) -> Int {
        let standard = moment - standardOffset
        let year = year(ofDay: standard / day)
        let start = sunday(onOrAfter: days(year, 3, 8)) * day + 2 * hour
        let end = sunday(onOrAfter: days(year, 11, 1)) * day + hour
        return start..<end ~= standard ? standardOffset - hour : standardOffset
    }

    /// Day 0, of 1970, was a Thursday.
    private static func sunday(onOrAfter day: Int) -> Int { day + (10 - day % 7) % 7 }

    private static func year(ofDay day: Int) -> Int {
        let guess = 1970 + day / 366
        return (guess...guess + 30).last { days($0, 1, 1) <= day } ?? guess
    }

    /// Days from 1970 to a date of the Gregorian calendar, of March or later or the first of January.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let before = year - 1
        let leapDays = before / 4 - before / 100 + before / 400 - 477
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let months = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]
        return (year - 1970) * 365 + leapDays + months[month - 1] + (isLeap && month > 2 ? 1 : 0) + day - 1
    }
}
