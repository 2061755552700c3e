package import ViewMessages

extension Screen {
    /// Whether several of its rows can be chosen together.
    package var hasMarkableRows: Bool { parts.contains(where: \.isMarkable) }

    /// What is typed picks a row, by the letters of the text that the screen shows.
    package var picksRows: Bool { prompt?.picksRows == true }

    /// Equal but for what is under way.
    package func hasSameContent(as other: Screen) -> Bool {
        var (mine, its) = (self, other)
        mine.activity = nil
        its.activity = nil
        return mine == its
    }
}

extension Part {
    /// Whether several of its rows can be chosen together.
    package var isMarkable: Bool {
        switch self {
        case .list(let list): list.isMultiple == true
        case .table(let table): table.isMultiple == true
        case .tree(let tree): tree.isMultiple == true
        default: false
        }
    }
}
