/// A stretch of cells that can be clicked, and what it stands for.
package struct Target: Equatable, Sendable {
    package enum Meaning: Equatable, Sendable {
        /// A choice of the content.
        /// - Parameter index: where it stands among the choices, as long as the screen stays.
        case choice(Choice.ID, index: Int)
        case action(Action)
    }

    let rows: Range<Int>
    let columns: Range<Int>
    package let meaning: Meaning
}

/// What can be clicked on a frame. It is made while the frame is drawn, so a click means what the person saw.
package struct Targets: Equatable, Sendable {
    private var targets: [Target] = []

    package init() {}

    /// A later one stands in front of those before.
    mutating func add(rows: Range<Int>, columns: Range<Int>, _ meaning: Target.Meaning) {
        targets.append(Target(rows: rows, columns: columns, meaning: meaning))
    }

    mutating func add(row: Int, columns: Range<Int>, _ action: Action) {
        add(rows: row..<row + 1, columns: columns, .action(action))
    }

    /// Something stands in front of these rows.
    mutating func cover(_ rows: Range<Int>) {
        targets = targets.flatMap { target in
            let parts = [
                target.rows.lowerBound..<min(target.rows.upperBound, max(rows.lowerBound, target.rows.lowerBound)),
                max(target.rows.lowerBound, min(rows.upperBound, target.rows.upperBound))..<target.rows.upperBound,
            ]
            return parts.filter { !$0.isEmpty }.map {
                Target(rows: $0, columns: target.columns, meaning: target.meaning)
            }
        }
    }

    package subscript(position: Position) -> Target.Meaning? {
        targets.last { $0.rows.contains(position.row) && $0.columns.contains(position.column) }?.meaning
    }
}
