import ViewMessages

/// True if a screen permits an intent: the one place that decides it, for all views.
///
/// The screen that a user has seen may be old, and a request may come from no page at all. So what is not on the newest screen is
/// not reported, and a question is answered before anything else is done.
enum Permission {
    /// - Parameters:
    ///   - screen: the newest, with the view's own question in front of it.
    ///   - isAtRoot: whether it is the screen of the first scene.
    ///   - leaving: the view's own question, if it is about a form with changes.
    /// - Returns: nil where the screen permits it.
    static func refusal(
        of intent: Intent, on screen: Screen, marks: Marks, isAtRoot: Bool, leaving: Leaving?
    ) -> IntentRefusal? {
        // The form that the question is about can still be submitted.
        if let leaving, case .submit(leaving.form, _) = intent { return nil }
        if let alert = screen.alert { return refusal(of: intent, with: alert, on: screen) }
        switch intent {
        case .search: return screen.prompt == nil ? .nothingToSearch : nil
        case .select(let row): return offered(screen.hasRow(row))
        case .press(let control, let target): return refusal(of: control, on: target, screen, marks)
        case .turnPage(let control): return offered(screen.controls.contains(control))
        case .sort(let sort): return offered(screen.sortableColumns.contains { $0.id == sort.column })
        case .toggle(let row, _):
            guard let found = screen.treeRow(row) else { return screen.hasRow(row) ? .nothingBelow : .notOffered }
            return found.isExpanded == nil ? .nothingBelow : nil
        case .mark(let row):
            // The mark of a row that is elsewhere can be taken away.
            if screen.hasMarkableRows, marks.contains(row) { return nil }
            guard screen.hasRow(row) else { return .notOffered }
            return screen.hasMarkableRow(row) ? nil : .chosenOneByOne
        case .filter: return screen.isFilterable ? nil : screen.hasOnlyPieces ? .onlyPieces : .notOffered
        case .scroll: return offered(screen.section != nil)
        case .more: return screen.hasMore == true ? nil : .nothingMore
        case .follow(let address): return offered(screen.links.contains(address))
        case .highlight(let row): return screen.reportsHighlight == true ? offered(screen.hasRow(row)) : .noPreviews
        case .enter(_, let name):
            return offered(name == FieldName.prompt ? screen.prompt != nil : screen.formField(name) != nil)
        case .submit(let form, _): return offered(screen.forms.contains { $0.id == form })
        // Where a row is picked, the session is there for nothing else.
        case .back: return !isAtRoot || screen.picksRows || screen.mayCancel == true ? nil : .firstScene
        case .cancel: return .notOffered
        case .clearMarks, .leave: return nil
        }
    }

    private static func refusal(of intent: Intent, with alert: Alert, on screen: Screen) -> IntentRefusal? {
        switch intent {
        case .press(let control, .screen) where alert.buttons.contains { $0.control == control }: nil
        // Without a button, going back is the only way out, also from the first scene.
        case .back where alert.buttons.isEmpty: nil
        case .cancel where alert.cancelButton != nil: nil
        case .leave: nil
        // Searching again is allowed: after a failed search, a better query is the remedy.
        case .search where screen.prompt != nil: nil
        default: .questionInFront
        }
    }

    private static func refusal(
        of control: String, on target: PressTarget, _ screen: Screen, _ marks: Marks
    ) -> IntentRefusal? {
        let isForRow = target != .screen
        let keys = (screen.keys ?? []).filter { $0.control == control }
        // The steps of a prompt's key are done to rows, if there are any.
        guard keys.contains(where: { ($0.isForRow == true) == isForRow || $0.does != nil }) else {
            return offered(!isForRow && screen.controls.contains(control))
        }
        switch target {
        case .screen, .rows(or: nil): return nil
        case .row(let row): return refusal(of: control, onRow: row, screen)
        case .rows(or: let row?):
            // A marked row that is not here may have the key.
            return screen.hasRow(row) || !marks.contains(row) ? refusal(of: control, onRow: row, screen) : nil
        }
    }

    private static func refusal(of control: String, onRow row: String, _ screen: Screen) -> IntentRefusal? {
        guard screen.hasRow(row) else { return .notOffered }
        return screen.rows(without: control).contains(row) ? .notForRow : nil
    }

    private static func offered(_ isThere: Bool) -> IntentRefusal? { isThere ? nil : .notOffered }
}
