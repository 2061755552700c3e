import JSON

/// A long text that can be folded and unfolded.
package struct Fold: Equatable, Sendable {
    /// Identifies one of the screen's foldable texts.
    package struct ID: JSONCodable, Hashable, Sendable {
        package var heading: String
        /// Tells texts with the same heading apart, from 0.
        package var occurrence: Int
    }

    package var id: ID
    package var isFolded: Bool
    /// Its lines in ``Content/lines``.
    package var lines: Range<Int>

    /// The text that a person means who folds or unfolds one: the first in sight that is folded, else the first in sight, else
    /// the nearest.
    /// - Parameter seen: the lines in sight.
    static func meant(of folds: [Fold], seen: Range<Int>) -> Fold? {
        let inSight = folds.filter { $0.lines.overlaps(seen) }
        func distance(_ fold: Fold) -> Int {
            max(fold.lines.lowerBound - seen.upperBound, seen.lowerBound - fold.lines.upperBound)
        }
        return inSight.first { $0.isFolded } ?? inSight.first ?? folds.min { distance($0) < distance($1) }
    }
}
