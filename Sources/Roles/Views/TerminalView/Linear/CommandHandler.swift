import Languages
import ScreenModel
import FuzzySearch
import TerminalText
import ViewMessages
import Wire

/// Translates linear commands to intents, and prints what can be read about the screen.
struct CommandHandler {
    private let screen: Screen

    /// - Throws: when there is no screen.
    init(_ state: SizedSession) throws(CommandError) {
        guard let screen = state.top?.screen else { throw CommandError(.noScreen) }
        self.screen = screen
    }

    /// - Returns: what came of it; nothing was refused.
    @discardableResult
    func carryOut(_ command: LinearCommand, in state: inout SizedSession) throws(CommandError) -> IntentOutcome {
        try perform(try intent(of: command, in: state), for: command, in: &state)
    }

    private func perform(
        _ intent: Intent, for command: LinearCommand, in state: inout SizedSession
    ) throws(CommandError) -> IntentOutcome {
        let outcome = state.perform(intent)
        if case .refused(let refusal) = outcome {
            throw CommandError(refusal, of: intent, for: command, on: screen)
        }
        return outcome
    }

    /// What the user wants with a command: it names by number or title what the intent names by id.
    private func intent(of command: LinearCommand, in state: SizedSession) throws(CommandError) -> Intent {
        switch command {
        case .search(let query): return .search(query)
        case .select(let number): return .select(row: try row(number).id)
        case .press(let name): return try press(name, in: state)
        case .preview(let number):
            guard screen.alert != nil || screen.reportsHighlight == true else {
                throw CommandError(.noPreviews, of: .highlight(row: ""), for: command, on: screen)
            }
            return .highlight(row: try row(number).id)
        case .toggle(let number, let isExpanded): return .toggle(row: try row(number).id, isExpanded: isExpanded)
        case .sort(let name, let isDescending): return .sort(try sort(name, isDescending))
        case .more: return .more
        case .follow(let number):
            let links = try page().links
            guard links.indices.contains(number - 1) else {
                throw links.isEmpty
                    ? CommandError(reason: "there are no links")
                    : CommandError(reason: "there are only % links", "\(links.count)")
            }
            return .follow(links[number - 1])
        case .submit(let name): return .submit(form: try form(name).id, texts: state.top?.formTexts ?? [:])
        case .mark(let number): return .mark(row: try row(number).id)
        case .answer(let control):
            guard state.top?.shared.leaving != nil else {
                throw CommandError(reason: "no question about the changes of a form is open")
            }
            return .press(control: control)
        case .back, .quit, .help, .list, .filter, .again, .whereAmI, .set:
            return screen.alert?.buttons.isEmpty == false ? .cancel : .back
        }
    }

    /// The screen with the numbers of what is on it, where nothing is in front of it.
    private func page() throws(CommandError) -> LinearPage {
        guard screen.alert == nil else { throw CommandError(.questionInFront) }
        return LinearPage(screen)
    }

    private func form(_ name: String) throws(CommandError) -> Form {
        _ = try page()
        let lower = name.lowercased()
        let forms = screen.forms.filter {
            name.isEmpty || $0.id.lowercased() == lower || $0.heading?.lowercased() == lower
        }
        guard let form = forms.first, forms.count == 1 || !name.isEmpty else {
            let names = screen.forms.map { $0.heading ?? $0.id }.joined(separator: ", ")
            throw names.isEmpty
                ? CommandError(reason: "there is no form") : CommandError(reason: "which form? there are: %", names)
        }
        return form
    }

    /// Enters a text in a field.
    /// - Returns: what to print, and the report of a live field.
    func set(_ command: FieldCommand, in state: inout SizedSession) throws(CommandError) -> (
        line: String, event: Event?
    ) {
        _ = try page()
        let intent = Intent.enter(try command.entry(), in: command.name)
        _ = try perform(intent, for: .set(command.name), in: &state)
        let line = FieldView(field: command.field, name: command.name).line(
            state.top?.fields ?? InputFields(), state.words)
        state.cancelChanges()
        return (line, state.reportChange(of: command.name))
    }

    /// - Parameter argument: a field's name, and behind it the text.
    func field(_ argument: String) throws(CommandError) -> FieldCommand {
        if let command = FieldCommand(argument, on: screen) { return command }
        let labels = screen.formFields.map(\.field.label)
        throw labels.isEmpty
            ? CommandError(reason: "there are no fields")
            : CommandError(reason: "no such field; there are: %", labels.joined(separator: ", "))
    }

    /// Marks a row, or takes its mark away.
    /// - Returns: the row as it is then.
    func mark(_ number: Int, in state: inout SizedSession) throws(CommandError) -> String {
        let row = try row(number)
        try carryOut(.mark(number), in: &state)
        return row.line + " (\(state.words[state.top?.marks.contains(row.id) == true ? "marked" : "not marked"]))"
    }

    /// What `list`, `again` and `where` print.
    func lines(for command: LinearCommand, of state: SizedSession) throws(CommandError) -> [String] {
        let titles = state.titles
        let page = LinearPage(screen, fields: state.top?.fields ?? InputFields())
        switch command {
        case .list(let range):
            guard page.rowCount > 0, (range?.lowerBound ?? 1) <= page.rowCount else {
                throw Self.only(page.rowCount)
            }
            return page.rows.filter { range?.contains($0.number) ?? true }.map(\.line)
        case .filter(let text):
            let rows = FuzzyQuery(text).best(of: page.rows.map(\.text)).map { page.rows[$0].line }
            return (rows.isEmpty ? [page.words["no row matches"]] : rows)
                + (page.window.map { [Self.onlyPiece($0, page.words)] } ?? [])
        case .whereAmI:
            let way = titles.count > 1 ? [titles.joined(separator: " › ")] : []
            let count = page.rowCount
            let rows = count == 0 ? [] : [page.words.sum(count, "% row", "% rows")]
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
    func ask(for rows: Range<Int>, in state: inout SizedSession) throws(CommandError) -> Event? {
        let intent = Intent.scroll(first: rows.lowerBound, count: rows.count)
        guard case .reported(let event) = try perform(intent, for: .list(nil), in: &state) else { return nil }
        return event
    }

    private func row(_ number: Int) throws(CommandError) -> LinearPage.Row {
        let page = try page()
        if let row = page.row(number) { return row }
        let isElsewhere = 1...max(page.rowCount, 1) ~= number && page.rowCount > 0
        throw isElsewhere
            ? CommandError(reason: "row % is not here; list % brings it", "\(number)", "\(number)")
            : Self.only(page.rowCount)
    }

    /// Said of what was looked for in a piece of a list.
    private static func onlyPiece(_ window: LinearWindow, _ words: Words) -> String {
        words(
            "only % of % rows are here; the others were not looked at", "\(window.rows.rows.count)",
            "\(window.rows.total)")
    }

    private static func only(_ rows: Int) -> CommandError {
        switch rows {
        case 0: CommandError(reason: "there are no rows")
        case 1: CommandError(reason: "there is only one row")
        default: CommandError(reason: "there are only % rows", "\(rows)")
        }
    }

    /// - Parameter name: a button, or a key of the screen; behind a key for rows the row's number,
    ///   without which it is done to the marked rows.
    private func press(_ name: String, in state: SizedSession) throws(CommandError) -> Intent {
        let buttons = screen.alert?.buttons ?? LinearPage(screen).buttons
        if let button = Self.button(name, of: buttons) { return .press(control: button.control) }
        guard screen.alert == nil else {
            throw CommandError(
                reason: "no such button; there are: %", buttons.map(\.title).joined(separator: ", "))
        }
        let keys = ScreenKeys(screen)
        if let key = keys.find(name, isForRow: false) {
            let isForMarks = key.does != nil && state.top?.marks.isEmpty == false
            return .press(control: key.control, on: isForMarks ? .rows(or: nil) : .screen)
        }
        let words = name.split(separator: " ")
        if let number = words.last.flatMap(LinearCommand.number),
            let key = keys.find(words.dropLast().joined(separator: " "), isForRow: true)
        {
            return .press(control: key.control, on: .row(try row(number).id))
        }
        if let key = keys.find(name, isForRow: true) { return .press(control: key.control, on: .rows(or: nil)) }
        let names = buttons.map(\.title) + (screen.keys ?? []).map(\.title)
        throw names.isEmpty
            ? CommandError(reason: "there are no buttons")
            : CommandError(reason: "no such button; there are: %", names.joined(separator: ", "))
    }

    /// - Parameter name: a title, else a control, else a number.
    private static func button(_ name: String, of buttons: [Button]) -> Button? {
        let name = name.lowercased()
        let numbered = LinearCommand.number(name[...]).flatMap { $0 <= buttons.count ? buttons[$0 - 1] : nil }
        return buttons.first { $0.title.lowercased() == name } ?? buttons.first { $0.control.lowercased() == name }
            ?? numbered
    }

    /// - Parameter name: a column's title, else its key.
    private func sort(_ name: String, _ isDescending: Bool?) throws(CommandError) -> Sort {
        let sorts = try page().sorts
        let name = name.lowercased()
        let found = sorts.first { $0.title.lowercased() == name } ?? sorts.first { $0.key.lowercased() == name }
        guard let found else {
            let titles = sorts.map(\.title).joined(separator: ", ")
            throw sorts.isEmpty
                ? CommandError(reason: "there is nothing to sort here")
                : CommandError(reason: "no such column; there are: %", titles)
        }
        return Sort(column: found.sort.column, isDescending: isDescending ?? found.sort.isDescending)
    }
}

extension CommandError {
    fileprivate init(_ refusal: IntentRefusal) { self.init(reason: refusal.reason) }

    /// A command names keys and rows, so its answer does too.
    fileprivate init(_ refusal: IntentRefusal, of intent: Intent, for command: LinearCommand, on screen: Screen) {
        var key = "that"
        if case .press(let control, _) = intent {
            key = screen.keys?.first { $0.control == control && $0.isForRow == true }?.title ?? key
        }
        switch (refusal, command) {
        case (.firstScene, _): self.init(reason: "this is the first screen; quit ends the session")
        case (.noRow, _): self.init(reason: "give the row's number, such as: press % 1", key)
        case (.notForMarkedRows, _): self.init(reason: "% cannot be done to the marked rows", key)
        case (.notForRow, .press(let name)):
            self.init(reason: "% cannot be done to row %", key, String(name.split(separator: " ").last ?? ""))
        case (.nothingBelow, .toggle(let number, _)): self.init(reason: "there is nothing below row %", "\(number)")
        case (.noPreviews, _) where screen.preview?.isEmpty == false:
            self.init(reason: "the preview here is the same for all rows; again prints it")
        default: self.init(refusal)
        }
    }
}
