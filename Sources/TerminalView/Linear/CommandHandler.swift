import TerminalText
import ViewMessages
import Wire

/// Carries out linear commands: what a person would do with keys, and what can be read about the screen.
struct CommandHandler {
    private let screen: Screen

    /// - Throws: when there is no screen.
    init(_ state: ViewState) throws(CommandError) {
        guard let screen = state.top?.screen else { throw CommandError(reason: "there is no screen") }
        self.screen = screen
    }

    /// - Returns: the event that reports it.
    func carryOut(_ command: LinearCommand, in state: inout ViewState) throws(CommandError) -> Event {
        if let alert = screen.alert {
            switch command {
            case .press(let name): return try press(name, of: alert.buttons, in: &state)
            case .back:
                guard let cancel = AlertView(alert: alert).cancelButton else { break }
                return try press(cancel, in: &state)
            // A new search answers an alert: a better one is what mends a search that was refused.
            case .search where screen.prompt != nil: break
            default: throw CommandError(reason: "an alert is in front; press one of its buttons first")
            }
        }
        switch command {
        case .search(let query):
            guard screen.prompt != nil else { throw CommandError(reason: "there is nothing to search here") }
            return try sent(state.report(ViewOutput.DidSearch.type, ViewOutput.DidSearch(query: query)))
        case .select(let number):
            let report = ViewOutput.DidSelect(row: try row(number).id)
            return try sent(state.report(ViewOutput.DidSelect.type, report))
        case .press(let name): return try press(name, of: LinearPage(screen).buttons, in: &state)
        case .preview(let number):
            guard screen.reportsHighlight == true else { throw CommandError(reason: "there are no previews here") }
            let report = ViewOutput.DidHighlight(row: try row(number).id)
            return try sent(state.report(ViewOutput.DidHighlight.type, report))
        case .toggle(let number, let isExpanded):
            let row = try row(number)
            guard row.isExpanded != nil else { throw CommandError(reason: "there is nothing below row \(number)") }
            let report = ViewOutput.DidToggle(row: row.id, isExpanded: isExpanded)
            return try sent(state.report(ViewOutput.DidToggle.type, report))
        case .sort(let name, let isDescending):
            let sort = try sort(name, isDescending)
            let report = ViewOutput.DidSort(column: sort.column, isDescending: sort.isDescending)
            return try sent(state.report(ViewOutput.DidSort.type, report))
        case .more:
            guard screen.hasMore == true else { throw CommandError(reason: "there is nothing more") }
            return try sent(state.report(ViewOutput.DidReachEnd.type, ViewOutput.DidReachEnd()))
        case .back where state.isAtRoot: throw CommandError(reason: "this is the first screen; quit ends the session")
        case .back, .quit, .help, .list, .again, .whereAmI:
            return try sent(state.report(ViewOutput.DidGoBack.type, ViewOutput.DidGoBack()))
        }
    }

    /// What `list`, `again` and `where` print.
    func lines(for command: LinearCommand, titles: [String]) throws(CommandError) -> [String] {
        let page = LinearPage(screen)
        switch command {
        case .list(let range):
            guard page.rowCount > 0, (range?.lowerBound ?? 1) <= page.rowCount else {
                throw CommandError(reason: Self.only(page.rowCount))
            }
            return page.rows.filter { range?.contains($0.number) ?? true }.map(\.line)
        case .whereAmI:
            let way = titles.count > 1 ? [titles.joined(separator: " › ")] : []
            let count = page.rowCount
            let rows = count == 0 ? [] : ["\(count) \(count == 1 ? "row" : "rows")"]
            return page.head + way + rows + page.foot
        default: return page.lines
        }
    }

    /// The rows that a command wants to read and that are not here; nil where all are.
    func missingRows(for command: LinearCommand) -> Range<Int>? {
        guard case .list(let range?) = command, screen.alert == nil else { return nil }
        return LinearPage(screen).window?.missing(range)
    }

    /// - Returns: the event that asks for them.
    func ask(for rows: Range<Int>, in state: inout ViewState) throws(CommandError) -> Event {
        let report = ViewOutput.DidScroll(first: rows.lowerBound, count: rows.count)
        return try sent(state.report(ViewOutput.DidScroll.type, report))
    }

    private func row(_ number: Int) throws(CommandError) -> LinearPage.Row {
        let page = LinearPage(screen)
        if let row = page.row(number) { return row }
        let isElsewhere = 1...max(page.rowCount, 1) ~= number && page.rowCount > 0
        throw CommandError(
            reason: isElsewhere ? "row \(number) is not here; list \(number) brings it" : Self.only(page.rowCount))
    }

    private static func only(_ rows: Int) -> String {
        switch rows {
        case 0: "there are no rows"
        case 1: "there is only one row"
        default: "there are only \(rows) rows"
        }
    }

    /// - Parameter name: a title, else a control, else a number.
    private func press(_ name: String, of buttons: [Button], in state: inout ViewState) throws(CommandError) -> Event {
        let name = name.lowercased()
        let numbered = LinearCommand.number(name[...]).flatMap { $0 <= buttons.count ? buttons[$0 - 1] : nil }
        let button =
            buttons.first { $0.title.lowercased() == name } ?? buttons.first { $0.control.lowercased() == name }
            ?? numbered
        guard let button else {
            let titles = buttons.map(\.title).joined(separator: ", ")
            throw CommandError(
                reason: buttons.isEmpty ? "there are no buttons" : "no such button; there are: \(titles)")
        }
        return try press(button, in: &state)
    }

    /// - Parameter name: a column's title, else its key.
    private func sort(_ name: String, _ isDescending: Bool?) throws(CommandError) -> Sort {
        let sorts = LinearPage(screen).sorts
        let name = name.lowercased()
        let found = sorts.first { $0.title.lowercased() == name } ?? sorts.first { $0.key.lowercased() == name }
        guard let found else {
            let titles = sorts.map(\.title).joined(separator: ", ")
            throw CommandError(
                reason: sorts.isEmpty ? "there is nothing to sort here" : "no such column; there are: \(titles)")
        }
        return Sort(column: found.sort.column, isDescending: isDescending ?? found.sort.isDescending)
    }

    private func press(_ button: Button, in state: inout ViewState) throws(CommandError) -> Event {
        try sent(state.report(ViewOutput.DidPress.type, ViewOutput.DidPress(control: button.control)))
    }

    private func sent(_ event: Event?) throws(CommandError) -> Event {
        guard let event else { throw CommandError(reason: "there is no screen") }
        return event
    }
}
