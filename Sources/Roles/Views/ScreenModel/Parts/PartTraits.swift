package import Languages
package import ViewMessages

extension Screen {
    /// True if several of its rows can be chosen together.
    package var hasMarkableRows: Bool { parts.contains(where: \.isMarkable) }

    /// True if typed text picks a row, by the letters of the text that the screen shows.
    package var picksRows: Bool { prompt?.picksRows == true }

    /// True if the screens are equal but for what is under way.
    package func hasSameContent(as other: Screen) -> Bool {
        var (mine, its) = (self, other)
        mine.activity = nil
        its.activity = nil
        return mine == its
    }
}

extension Part {
    /// True if several of its rows can be chosen together.
    package var isMarkable: Bool {
        switch self {
        case .list(let list): list.isMultiple == true
        case .table(let table): table.isMultiple == true
        case .tree(let tree): tree.isMultiple == true
        default: false
        }
    }
}

extension Table {
    /// The sort by that column: the other direction, if the rows are sorted by it; else the column's own first one.
    package func sort(by column: Column) -> Sort {
        guard let sort, sort.column == column.id else {
            return Sort(column: column.id, isDescending: column.alignment == .end)
        }
        return Sort(column: column.id, isDescending: !sort.isDescending)
    }
}

extension Column {
    package var canBeSorted: Bool { isSortable == true }
}

extension Pager {
    /// The controls that turn the page from here, as `didPress` reports them.
    package var turns: [String] { (position > 1 ? [Self.previous] : []) + (position < count ? [Self.next] : []) }

    package static let previous = "previous"
    package static let next = "next"
}

extension Tone {
    /// The tone in words, where it may be the only sign: ` (danger)`. Nothing for the tones that only structure a screen.
    package func note(in words: Words) -> String {
        switch self {
        case .plain, .accent, .muted: ""
        case .success, .warning, .danger: " (\(words[rawValue]))"
        }
    }
}

extension Optional<Tone> {
    package func note(in words: Words) -> String { self?.note(in: words) ?? "" }
}
