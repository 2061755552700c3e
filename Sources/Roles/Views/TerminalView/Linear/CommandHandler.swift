import ScreenModel
import FuzzySearch
import TerminalText
import ViewMessages
import Wire

/// Carries out linear commands: what a user would do with keys, and what can be read about the screen.
struct CommandHandler {
    private let screen: Screen

    /// - Throws: when there is no screen.
    init(_ state: ViewState) throws(CommandError) {
        guard let screen = state.top?.screen else { throw CommandError(reason: "there is no screen") }
        self.screen = screen
    }

    /// - Returns: the event that reports it; nil where the view itself has the answer, such as a question.
    func carryOut(_ command: LinearCommand, in state: inout ViewState) throws(CommandError) -> Event? {
        if let alert = screen.alert {
            switch command {
            case .press(let name): return try press(name, of: alert.buttons, in: &state)
            case .back:
                guard let cancel = alert.cancelButton else { break }
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
            let report = ViewOutput.DidSelect(row: try row(number).id, rows: marked(in: state))
            return try sent(state.report(ViewOutput.DidSelect.type, report))
        case .press(let name): return try press(name, on: LinearPage(screen), in: &state)
        case .preview(let number):
            guard screen.reportsHighlight == true else {
                let isThere = screen.preview?.isEmpty == false
                throw CommandError(
                    reason: isThere
                        ? "the preview here is the same for all rows; again prints it" : "there are no previews here")
            }
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
        case .follow(let number):
            let links = LinearPage(screen).links
            guard links.indices.contains(number - 1) else {
                throw CommandError(reason: links.isEmpty ? "there are no links" : "there are only \(links.count) links")
            }
            return try sent(state.report(ViewOutput.DidFollow.type, ViewOutput.DidFollow(url: links[number - 1])))
        case .submit(let name): return try submit(name, in: &state)
        case .back, .quit, .help, .list, .filter, .mark, .again, .whereAmI, .set:
            return try sent(state.report(ViewOutput.DidGoBack.type, ViewOutput.DidGoBack()))
        }
    }

    private func submit(_ name: String, in state: inout ViewState) throws(CommandError) -> Event? {
        let lower = name.lowercased()
        let forms = screen.forms.filter {
            name.isEmpty || $0.id.lowercased() == lower || $0.heading?.lowercased() == lower
        }
        guard let form = forms.first, forms.count == 1 || !name.isEmpty else {
            throw CommandError(
                reason: screen.forms.isEmpty
                    ? "there is no form"
                    : "which form? there are: \(screen.forms.map { $0.heading ?? $0.id }.joined(separator: ", "))")
        }
        guard let submission = FieldHandler.submission(of: form.id, in: &state) else {
            let errors = state.top?.fields.errors ?? [:]
            let wrong = form.fields.compactMap { field in
                errors[FieldName.of(field, in: form)].map { "\(field.label): \($0)" }
            }
            throw CommandError(reason: wrong.joined(separator: "; "))
        }
        return try sent(state.report(ViewOutput.DidSubmit.type, submission))
    }

    /// Enters a text in a field.
    /// - Returns: what to print, and the report of a live field.
    func set(_ command: FieldCommand, in state: inout ViewState) throws(CommandError) -> (line: String, event: Event?) {
        guard screen.alert == nil else {
            throw CommandError(reason: "an alert is in front; press one of its buttons first")
        }
        FieldHandler.enter(try command.entry(), in: command.name, of: &state)
        let line = FieldView(field: command.field, name: command.name).line(state.top?.fields ?? InputFields())
        state.changes.cancel()
        let change = state.top?.change(of: command.name)
        return (line, change.flatMap { state.report(ViewOutput.DidChange.type, $0) })
    }

    /// - Parameter argument: a field's name, and behind it the text.
    func field(_ argument: String) throws(CommandError) -> FieldCommand {
        if let command = FieldCommand(argument, on: screen) { return command }
        let labels = screen.formFields.map(\.field.label)
        throw CommandError(
            reason: labels.isEmpty
                ? "there are no fields" : "no such field; there are: \(labels.joined(separator: ", "))")
    }

    /// Marks a row, or takes its mark away.
    /// - Returns: the row as it is then.
    func mark(_ number: Int, in state: inout ViewState) throws(CommandError) -> String {
        let row = try row(number)
        guard row.isMarkable else { throw CommandError(reason: "the rows here are chosen one by one") }
        var hasRoom = true
        state.updateTop { hasRoom = $0.toggleMark(row: row.id) }
        guard hasRoom else { throw CommandError(reason: "no more rows can be marked") }
        return row.line + (state.top?.marks.contains(row.id) == true ? " (marked)" : " (not marked)")
    }

    /// The ids of the marked rows, those of this screen in their order.
    private func marked(in state: ViewState) -> [String]? {
        var top = state.top
        return top?.markedRows(in: state.size)
    }

    /// What `list`, `again` and `where` print.
    func lines(for command: LinearCommand, of state: ViewState) throws(CommandError) -> [String] {
        let titles = state.titles
        let page = LinearPage(screen, fields: state.top?.fields ?? InputFields())
        switch command {
        case .list(let range):
            guard page.rowCount > 0, (range?.lowerBound ?? 1) <= page.rowCount else {
                throw CommandError(reason: Self.only(page.rowCount))
            }
            return page.rows.filter { range?.contains($0.number) ?? true }.map(\.line)
        case .filter(let text):
            let rows = FuzzyQuery(text).best(of: page.rows.map(\.text)).map { page.rows[$0].line }
            return (rows.isEmpty ? ["no row matches"] : rows) + (page.window.map { [Self.onlyPiece($0)] } ?? [])
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

    /// Said of what was looked for in a piece of a list.
    private static func onlyPiece(_ window: LinearWindow) -> String {
        "only \(window.rows.rows.count) of \(window.rows.total) rows are here; the others were not looked at"
    }

    private static func only(_ rows: Int) -> String {
        switch rows {
        case 0: "there are no rows"
        case 1: "there is only one row"
        default: "there are only \(rows) rows"
        }
    }

    /// - Parameter name: a button, or a key of the screen; behind a key for rows the row's number,
    ///   without which it is done to the marked rows.
    private func press(_ name: String, on page: LinearPage, in state: inout ViewState) throws(CommandError) -> Event? {
        let keys = ScreenKeys(screen)
        if let button = Self.button(name, of: page.buttons) { return try press(button, in: &state) }
        if let key = keys.find(name, isForRow: false) { return try press(key.control, in: &state) }
        let words = name.split(separator: " ")
        if let number = words.last.flatMap(LinearCommand.number),
            let key = keys.find(words.dropLast().joined(separator: " "), isForRow: true)
        {
            let row = try row(number)
            guard row.keys?.contains(key.control) != false else {
                throw CommandError(reason: "\(key.title) cannot be done to row \(number)")
            }
            return try press(key.control, row: row.id, in: &state)
        }
        if let key = keys.find(name, isForRow: true) { return try pressOnMarked(key, in: &state) }
        let names = page.buttons.map(\.title) + (screen.keys ?? []).map(\.title)
        throw CommandError(
            reason: names.isEmpty
                ? "there are no buttons" : "no such button; there are: \(names.joined(separator: ", "))")
    }

    /// Does to the marked rows what a key does.
    private func pressOnMarked(_ key: ScreenKey, in state: inout ViewState) throws(CommandError) -> Event? {
        var top = state.top
        guard let rows = top?.markedRows(for: key.control, in: state.size) else {
            throw CommandError(reason: "give the row's number, such as: press \(key.title) 1")
        }
        guard let first = rows.first else {
            throw CommandError(reason: "\(key.title) cannot be done to the marked rows")
        }
        return try press(key.control, row: first, rows: rows, in: &state)
    }

    private func press(
        _ name: String, of buttons: [Button], in state: inout ViewState
    ) throws(CommandError) -> Event? {
        guard let button = Self.button(name, of: buttons) else {
            throw CommandError(reason: "no such button; there are: \(buttons.map(\.title).joined(separator: ", "))")
        }
        return try press(button, in: &state)
    }

    /// - Parameter name: a title, else a control, else a number.
    private static func button(_ name: String, of buttons: [Button]) -> Button? {
        let name = name.lowercased()
        let numbered = LinearCommand.number(name[...]).flatMap { $0 <= buttons.count ? buttons[$0 - 1] : nil }
        return buttons.first { $0.title.lowercased() == name } ?? buttons.first { $0.control.lowercased() == name }
            ?? numbered
    }

    private func press(_ button: Button, in state: inout ViewState) throws(CommandError) -> Event? {
        try press(button.control, in: &state)
    }

    private func press(
        _ control: String, row: String? = nil, rows: [String]? = nil, in state: inout ViewState
    ) throws(CommandError) -> Event? {
        guard let press = state.confirmed(.init(control: control, row: row, rows: rows)) else { return nil }
        return try sent(state.report(ViewOutput.DidPress.type, press))
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

    private func sent(_ event: Event?) throws(CommandError) -> Event {
        guard let event else { throw CommandError(reason: "there is no screen") }
        return event
    }
}
