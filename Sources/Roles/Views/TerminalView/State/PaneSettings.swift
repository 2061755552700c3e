import JSON
import ScreenModel

/// Arrangement of the parts and their preview by the user, on all screens of the session.
package struct PaneSettings: JSONCodable, Equatable, Sendable {
    /// The columns of the parts beside their preview; nil for those that they need.
    var columns: Int?
    /// The lines of the parts above their preview; nil for three fifths.
    var rows: Int?
    /// The parts have all the room.
    var isPreviewHidden: Bool = false

    /// The border moves by so many columns with a key; by one line where it is horizontal.
    private static let step = 4

    /// A memory comes from outside.
    var bounded: PaneSettings {
        PaneSettings(
            columns: columns.map(Bounded.number), rows: rows.map(Bounded.number), isPreviewHidden: isPreviewHidden)
    }

    /// - Parameter steps: towards the preview; negative towards the parts.
    mutating func moveBorder(by steps: Int, of panes: Panes) {
        switch panes.border {
        case .vertical: columns = Bounded.number(panes.parts.columns + steps * Self.step)
        case .horizontal: rows = Bounded.number(panes.parts.rows.count + steps)
        case nil: break
        }
    }

    /// Moves the border to where the mouse has dragged it.
    mutating func moveBorder(to position: Position, of panes: Panes) {
        switch panes.border {
        case .vertical: columns = Bounded.number(position.column)
        case .horizontal: rows = Bounded.number(position.row - panes.parts.rows.lowerBound)
        case nil: break
        }
    }

    mutating func resetBorder() { (columns, rows) = (nil, nil) }
}
