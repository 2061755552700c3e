import Recording
import TerminalText

/// Prints a comparison in the manner of `diff`: a few events around each difference, `-` for removed, `+` for added,
/// `!` for changed events with their differing members.
package struct DifferenceText: Sendable {
    package struct Count: Equatable, Sendable {
        package var same = 0
        package var changed = 0
        package var removed = 0
        package var added = 0

        package var different: Int { changed + removed + added }
    }

    package private(set) var count = Count()

    private let context: Int
    private let limit: Int
    /// Equal events that may precede a difference.
    private var before: [String] = []
    /// Equal events still to be printed after a difference.
    private var after = 0

    /// Characters of a line, and places of an event.
    private static let longestLine = 400
    private static let mostPlaces = 12

    /// - Parameters:
    ///   - context: equal events printed around a difference.
    ///   - limit: differences printed; the others are counted.
    package init(context: Int = 3, limit: Int) {
        self.context = context
        self.limit = limit
    }

    package mutating func lines(for finding: CassetteComparison.Finding) -> [String] {
        let isListed = count.different < limit
        switch finding {
        case .same(let event):
            count.same += 1
            return same(event)
        case .changed(let event, _, let differences):
            count.changed += 1
            return isListed ? different(event, "!", differences) : []
        case .removed(let event):
            count.removed += 1
            return isListed ? different(event, "-", []) : []
        case .added(let event):
            count.added += 1
            return isListed ? different(event, "+", []) : []
        }
    }

    private mutating func same(_ event: ComparedEvent) -> [String] {
        let line = Self.line(" ", event)
        if after > 0 {
            after -= 1
            return [line]
        }
        before.append(line)
        if before.count > context { before.removeFirst() }
        return []
    }

    private mutating func different(
        _ event: ComparedEvent, _ mark: String, _ differences: [JSONTree.Difference]
    ) -> [String] {
        // Begins another part, unless the printed one continues.
        let heading = after > 0 ? [] : ["@@ event \(count.same + count.different - before.count) @@"] + before
        before = []
        after = context
        let places = differences.prefix(Self.mostPlaces).map {
            Self.shortened("      " + Sanitizer.line($0.description))
        }
        let rest = differences.count - places.count
        return heading + [Self.line(mark, event)] + places + (rest > 0 ? ["      and \(rest) more places"] : [])
    }

    private static func line(_ mark: String, _ event: ComparedEvent) -> String {
        shortened("\(mark) \(TimeText.moment(event.time)) \(Sanitizer.line(event.description))")
    }

    private static func shortened(_ text: String) -> String { text.truncated(to: longestLine) }
}
