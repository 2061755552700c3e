import ScreenModel
import ViewMessages

/// Whether a screen offers an action. A page may be old, and a request may come from no page at all: what is not on the screen is
/// not reported, and a question is answered before anything else is done.
enum Permission {
    /// - Parameters:
    ///   - screen: the newest, with the view's own question in front of it.
    ///   - asksToQuit: whether the view asks the user to confirm the end of the session.
    static func allows(
        _ action: PageAction, on screen: Screen, isAtRoot: Bool, asksToQuit: Bool, marks: Marks
    ) -> Bool {
        // Where a question is open, that answers it (``WebState``).
        if case .backTo = action { return true }
        if asksToQuit {
            guard case .press(let control, nil) = action else { return false }
            return [Confirming.yes, Confirming.no].contains(control)
        }
        if let alert = screen.alert { return allows(action, with: alert, on: screen) }
        switch action {
        case .search: return screen.prompt != nil
        case .select(let row): return screen.hasRow(row)
        case .press(let control, nil):
            return screen.controls.contains(control)
                || (screen.keys ?? []).contains { $0.control == control && $0.isForRow != true }
        case .press(let control, let row?):
            let key = (screen.keys ?? []).contains { $0.control == control && $0.isForRow == true }
            return key && (screen.hasRow(row) && !screen.rows(without: control).contains(row) || marks.contains(row))
        case .sort(let column, _):
            return screen.parts.contains { part in
                guard case .table(let table) = part else { return false }
                return table.columns.contains { $0.id == column && $0.canBeSorted }
            }
        case .toggle(let row, _):
            return screen.parts.contains { part in
                guard case .tree(let tree) = part else { return false }
                return tree.rows.contains { $0.id == row && $0.isExpanded != nil }
            }
        case .mark(let row): return screen.hasMarkableRows && (screen.hasRow(row) || marks.contains(row))
        case .scroll: return screen.parts.contains(where: \.isPiece)
        case .more: return screen.hasMore == true
        case .follow(let url): return screen.links.contains(url)
        case .submit(let form, _): return screen.forms.contains { $0.id == form }
        case .change(let form, let field, _):
            guard let form, let field else { return screen.isLive(FieldName.prompt) }
            let found = screen.formFields.first { $0.form.id == form && $0.field.id == field }
            return found.map { screen.isLive($0.name) } ?? false
        case .highlight(let row): return screen.reportsHighlight == true && screen.hasRow(row)
        case .back: return !isAtRoot || screen.picksRows
        case .filter, .openFirst: return screen.isFilterable
        case .clearMarks, .palette, .backTo, .closeFailure, .resize, .quit: return true
        }
    }

    private static func allows(_ action: PageAction, with alert: Alert, on screen: Screen) -> Bool {
        switch action {
        case .press(let control, nil): alert.buttons.contains { $0.control == control }
        // Without a button, going back is the only way out.
        case .back: alert.buttons.isEmpty
        case .closeFailure: true
        // A new search answers an alert: a better one is what mends a search that was refused.
        case .search: screen.prompt != nil
        default: false
        }
    }
}

extension Part {
    /// Whether it has only some of its rows.
    var isPiece: Bool {
        switch self {
        case .list(let list): (list.total ?? 0) > list.rows.count
        case .table(let table): (table.total ?? 0) > table.rows.count
        default: false
        }
    }
}
