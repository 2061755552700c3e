/// The screen that a user sees at one moment.
package struct Frame: Equatable, Sendable {
    package var buffer: CellBuffer
    /// The place where text is typed; nil hides the cursor.
    package var cursor: Position?
    /// The pictures in pixels, whose cells are ``Cell/picture`` in the buffer.
    package internal(set) var pictures: [PlacedDrawing] = []
    /// Cells that can be clicked.
    package internal(set) var targets = Targets()

    package init(_ buffer: CellBuffer, cursor: Position? = nil) {
        self.buffer = buffer
        self.cursor = cursor
    }
}

/// A stretch of cells that can be clicked, and what a click there means.
package struct Target: Equatable, Sendable {
    package enum Meaning: Equatable, Sendable {
        /// A choice of the content.
        /// - Parameter index: its place among the choices, as long as the screen stays.
        case choice(Choice.ID, index: Int)
        case action(KeyAction)
        /// The border between parts and preview, which can be dragged.
        case border
    }

    let rows: Range<Int>
    let columns: Range<Int>
    package let meaning: Meaning
}

/// Cells of a frame that can be clicked. It is made while the frame is drawn, so a click means what the user saw.
package struct Targets: Equatable, Sendable {
    private var targets: [Target] = []

    package init() {}

    /// A later one is in front of those before.
    mutating func add(rows: Range<Int>, columns: Range<Int>, _ meaning: Target.Meaning) {
        targets.append(Target(rows: rows, columns: columns, meaning: meaning))
    }

    mutating func add(row: Int, columns: Range<Int>, _ action: KeyAction) {
        add(rows: row..<row + 1, columns: columns, .action(action))
    }

    package subscript(position: Position) -> Target.Meaning? {
        targets.last { $0.rows.contains(position.row) && $0.columns.contains(position.column) }?.meaning
    }
}
