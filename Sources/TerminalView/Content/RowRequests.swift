/// Asks for the rows of a long list that are in sight, or soon will be, and are not here.
struct RowRequests: Sendable {
    private struct Question: Equatable {
        let missing: Range<Int>
        /// Counts the screens.
        let screen: Int
    }

    /// How many screens the scene has shown.
    private var screens = 0
    private var asked: Question?

    /// Other rows are here now, so the same ones may be asked for again.
    mutating func partsHaveChanged() { screens += 1 }

    /// - Parameter lines: those in sight.
    /// - Returns: the missing rows, unless they were asked for while these were here: whoever answers has no others.
    mutating func take(_ window: RowWindow, seen lines: Range<Int>) -> Range<Int>? {
        guard let missing = Self.missing(from: window, seen: lines) else { return nil }
        let question = Question(missing: missing, screen: screens)
        guard question != asked else { return nil }
        asked = question
        return missing
    }

    /// The rows in sight, with a page to both sides, where one of them is not here; nil where all are.
    /// - Returns: twice as much to both sides, so that the next rows are here when they come in sight.
    static func missing(from window: RowWindow, seen lines: Range<Int>) -> Range<Int>? {
        let seen = window.rows(on: lines)
        let page = seen.count
        func around(_ pages: Int) -> Range<Int> {
            max(seen.lowerBound - pages * page, 0)..<min(seen.upperBound + pages * page, window.total)
        }
        let near = around(1)
        guard page > 0, near.lowerBound < window.rows.lowerBound || near.upperBound > window.rows.upperBound else {
            return nil
        }
        return around(2)
    }
}
