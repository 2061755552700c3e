package import Scenes
package import ViewMessages

extension Screen {
    /// The part of the screen that fits into a line.
    package func fitted(_ fitting: Fitting) -> Screen {
        guard let kept = fitting.kept else { return self }
        var screen = self
        // More rows would not fit either.
        screen.hasMore = nil
        guard kept > 0 else { return Screen(title: title, prompt: prompt, activity: activity, alert: alert) }
        screen.parts = parts.map { $0.shortened(to: fitting) }
        screen.head = head?.map { $0.shortened(to: fitting) }
        // The preview beside the rows is the first thing to go.
        screen.preview = nil
        return screen
    }
}

extension Part {
    /// The part with as many rows as fit. The first rows of a tree are a tree as well.
    fileprivate func shortened(to fitting: Fitting) -> Part {
        switch self {
        case .list(var list):
            list.rows = fitting.shortened(list.rows)
            return .list(list)
        case .table(var table):
            table.rows = fitting.shortened(table.rows)
            return .table(table)
        case .tree(var tree):
            tree.rows = fitting.shortened(tree.rows)
            return .tree(tree)
        default: return self
        }
    }
}
