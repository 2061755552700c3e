import ViewMessages

extension Marks {
    /// Forgets the marked rows that are gone. A screen lacks a row also where it shows others: the row may be elsewhere in a long list, on
    /// another tab or page, below a collapsed row, or not match what is typed. So only a screen that shows all its rows tells that one is
    /// gone, or a screen that shows them under the same conditions as the earlier one, which had it.
    mutating func forget(goneSince old: Screen, on new: Screen) {
        guard !isEmpty, new.showsWhatMatches else { return }
        let (conditions, collapsed) = (new.conditions, new.treeRows(isExpanded: false))
        let showsAll = conditions.isEmpty && collapsed.isEmpty
        guard
            showsAll || conditions == old.conditions && collapsed.isDisjoint(with: old.treeRows(isExpanded: true))
        else { return }
        let known = showsAll ? ids : ids.intersection(old.rowParts.flatMap(\.rowIDs))
        for row in known.subtracting(new.rowParts.flatMap(\.rowIDs)) { toggle(row) }
    }
}

extension Screen {
    /// True if it has all rows that meet its ``conditions``. Where rows are picked, a list without the text for an empty one is still read.
    fileprivate var showsWhatMatches: Bool {
        activity == nil && alert == nil && hasMore != true && section == nil
            && !(picksRows && parts.contains { if case .list(let list) = $0 { list.empty == nil } else { false } })
    }

    /// The texts, tabs and pages that may decide which rows it has, by their places.
    fileprivate var conditions: [String: String] {
        var conditions = fieldTexts.filter { !$0.value.isEmpty }
        for (index, part) in rowParts.enumerated() {
            switch part {
            case .tabs(let tabs): conditions["\(index)"] = tabs.selected
            case .pager(let pager): conditions["\(index)"] = "\(pager.position)"
            default: break
            }
        }
        return conditions
    }

    fileprivate func treeRows(isExpanded: Bool) -> Set<String> {
        Set(
            rowParts.flatMap { part -> [String] in
                guard case .tree(let tree) = part else { return [] }
                return tree.rows.filter { $0.isExpanded == isExpanded }.map(\.id)
            })
    }
}
