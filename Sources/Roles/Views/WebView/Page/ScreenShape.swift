import ScreenModel
import ViewMessages

extension Screen {
    /// Bytes of the texts that stand in columns. With more, a user would scroll up to read on.
    private static let mostInColumns = 4_000

    /// True if there is little to read and nothing to choose from or to fill in, so that the parts may stand in columns.
    var isToRead: Bool {
        var length = 0
        for part in parts {
            switch part {
            case .label, .facts, .quote, .progress, .button, .picture: break
            case .text(let text): length += text.body.utf8.count
            default: return false
            }
        }
        return length <= Self.mostInColumns
    }

    /// True if the rows belong to a longer list whose total is shown.
    var showsPlaceOfRows: Bool { parts.contains { $0.filterable?.isWhole == false } }
}

extension Part {
    /// The text in place of rows where there are none.
    var emptyText: String? {
        switch self {
        case .list(let list): list.rows.isEmpty ? list.empty : nil
        case .table(let table): table.rows.isEmpty ? table.empty : nil
        case .tree(let tree): tree.rows.isEmpty ? tree.empty : nil
        default: nil
        }
    }
}
