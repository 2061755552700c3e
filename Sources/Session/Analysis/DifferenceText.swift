import Recording
import TerminalText

/// Prints a comparison in the manner of `diff`: a few events around each difference, `-` for removed, `+` for added,
/// `!` for changed events with their differing members.
package struct DifferenceText: Sendable {
    private var counts: [CassetteComparison.Finding.Kind: Int] = [:]

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

    package func count(_ kind: CassetteComparison.Finding.Kind) -> Int { counts[kind] ?? 0 }
    package var different: Int { counts.values.reduce(0, +) - count(.same) }

    package mutating func lines(for finding: CassetteComparison.Finding) -> [String] {
        let isListed = different < limit
        counts[finding.kind, default: 0] += 1
        if finding.kind == .same { return same(finding.event) }
        return isListed ? lines(ofDifferent: finding) : []
    }

    private mutating func same(_ event: ComparedEvent) -> [String] {
        let line = Self.line(.same, event)
        if after > 0 {
            after -= 1
            return [line]
        }
        before.append(line)
        if before.count > context { before.removeFirst() }
        return []
    }

    private mutating func lines(ofDifferent finding: CassetteComparison.Finding) -> [String] {
        // Begins another part, unless the printed one continues.
        let heading = after > 0 ? [] : ["@@ event \(count(.same) + different - before.count) @@"] + before
        before = []
        after = context
        let places = finding.differences.prefix(Self.mostPlaces).map {
            Self.shortened("      " + Sanitizer.line($0.description))
        }
        let rest = finding.differences.count - places.count
        return heading + [Self.line(finding.kind, finding.event)] + places
            + (rest > 0 ? ["      and \(rest) more places"] : [])
    }

    private static func line(_ kind: CassetteComparison.Finding.Kind, _ event: ComparedEvent) -> String {
        shortened("\(kind.rawValue) \(TimeText.moment(event.time)) \(Sanitizer.line(event.description))")
    }

    private static func shortened(_ text: String) -> String { text.truncated(to: longestLine) }
}
