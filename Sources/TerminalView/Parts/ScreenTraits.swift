import ViewMessages

extension Screen {
    /// The part that has the screen to itself; nil on a screen of lines.
    var wholeScreenPart: (any WholeScreenPartView)? {
        parts.lazy.compactMap { $0.view as? any WholeScreenPartView }.first
    }

    var isSelectable: Bool { parts.contains { $0.view.isSelectable } }

    /// The row that is to be selected, by its id; nil for the first.
    var selectedRow: String? {
        parts.lazy.compactMap { if case .list(let list) = $0 { list.selected } else { nil } }.first
    }

    /// Whether several of its rows can be chosen together.
    var hasMarkableRows: Bool {
        parts.contains { part in
            switch part {
            case .list(let list): list.isMultiple == true
            case .table(let table): table.isMultiple == true
            case .tree(let tree): tree.isMultiple == true
            default: false
            }
        }
    }

    /// What is typed picks a row, by the letters of the text that the screen shows.
    var picksRows: Bool { prompt?.picksRows == true }

    /// Whether a part moves by itself: it has no end in sight.
    var hasMovingBars: Bool {
        ((head ?? []) + parts + (preview ?? [])).contains {
            if case .progress(let progress) = $0 { progress.fraction == nil } else { false }
        }
    }

    /// Equal but for what is under way.
    func hasSameContent(as other: Screen) -> Bool {
        var (mine, its) = (self, other)
        mine.activity = nil
        its.activity = nil
        return mine == its
    }
}
