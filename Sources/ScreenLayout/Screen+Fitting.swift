package import Scenes
package import ViewMessages

extension Screen {
    /// As much of the screen as fits into a line.
    package func fitted(_ fitting: Fitting) -> Screen {
        guard let kept = fitting.kept else { return self }
        var screen = self
        // More rows would not fit either.
        screen.hasMore = nil
        // What is beside the rows is the first thing to go.
        screen.preview = nil
        screen.preview = nil
        screen.parts = kept == 0 ? [] : parts.map { Self.shortened($0, to: fitting) }
        return screen
    }

    private static func shortened(_ part: Part, to fitting: Fitting) -> Part {
        switch part {
        case .list(var list):
            list.rows = fitting.shortened(list.rows)
            return .list(list)
        case .table(var table):
            table.rows = fitting.shortened(table.rows)
            return .table(table)
        default:
            return part
        }
    }
}
