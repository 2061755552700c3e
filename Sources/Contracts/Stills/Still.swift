import JSON

/// A screen at one moment, as `viperline-view --stills` prints it: one line of JSON after each event.
package struct Still: JSONCodable, Equatable, Sendable {
    /// Neighbouring cells of one style.
    package struct Run: JSONCodable, Hashable, Sendable {
        /// The column of the run's first cell, from 0.
        package var column: Int
        package var text: String
        /// Parameters of Select Graphic Rendition from a reset, such as `1;36` (ECMA-48, 8.3.117).
        package var style: String = ""
    }

    /// A cell.
    package struct Place: JSONCodable, Equatable, Sendable {
        /// The row, from 0.
        package var row: Int
        /// The column, from 0.
        package var column: Int
    }

    /// Rows from the top. Blank cells of the plain style are in no run.
    package var rows: [[Run]]
    /// The place where text is typed; nil hides the cursor.
    package var cursor: Place?
}
