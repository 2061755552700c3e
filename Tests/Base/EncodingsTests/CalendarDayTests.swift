import TestSupport
import Testing

@testable import Encodings

@Suite struct CalendarDayTests {
    @Test(arguments: [
        ("1970-01-01", 0), ("1969-12-31", -1), ("2000-02-29", 11_016), ("2000-03-01", 11_017), ("1900-03-01", -25_508),
        ("2026-11-23", 20_780), ("2100-03-01", 47_541), ("9999-12-31", 2_932_896), ("0000-01-01", -719_528),
        ("0000-02-29", -719_469), ("0001-01-01", -719_162),
    ])
    func numbers(_ text: String, _ number: Int) throws {
        let day = try require(CalendarDay(text))
        expect(day.number, equals: number)
        expect(CalendarDay(number: number), equals: day)
    }

    @Test(arguments: [
        "", "2026", "2026-11", "2026-11-31", "2025-02-29", "1900-02-29", "2026-13-01", "2026-00-01", "2026-01-00",
        "2026-1-1", "26-11-22", "20261122", "2026-11-22 ", " 2026-11-22", "2026-11-22T00:00:00Z", "-026-11-22",
        "+026-11-22", "10000-01-01", "２026-11-22", "2026–11–22",
    ])
    func whatIsNone(_ text: String) {
        expect(CalendarDay(text), equals: nil)
    }

    /// Each day of 400 years follows the one before it, and a sample of the others is a day of those in a later round.
    @Test func everyDayHasItsNumber() {
        var (year, month, day) = (0, 1, 1)
        var wrong = 0
        let first = -719_528, last = 2_932_896, round = 146_097
        for number in first..<first + round {
            let found = CalendarDay(number: number)
            if (found.year, found.month, found.day) != (year, month, day) || found.number != number { wrong += 1 }
            day += 1
            if CalendarDay(year, month, day) == nil { (month, day) = (month + 1, 1) }
            if month > 12 { (year, month) = (year + 1, 1) }
        }
        expect(wrong == 0 && year == 400)
        for number in [last] + stride(from: first + round, to: last, by: 97) {
            let found = CalendarDay(number: number), before = CalendarDay(number: number - round)
            if (found.year, found.month, found.day) != (before.year + 400, before.month, before.day) { wrong += 1 }
            if found.number != number { wrong += 1 }
        }
        expect(wrong, equals: 0)
        expect(CalendarDay(number: last), equals: CalendarDay(9999, 12, 31))
    }

    @Test(arguments: [(Int.min, 0), (-719_529, 0), (2_932_897, 9999), (.max, 9999)])
    func numbersAreLimited(_ number: Int, _ year: Int) {
        expect(CalendarDay(number: number).year, equals: year)
    }
}
