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
}
