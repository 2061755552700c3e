import Languages
import ScreenModel
import FuzzySearch
import ViewMessages

/// Translates linear commands on a screen to intents, and prints what can be read there.
struct CommandReader {
    private let scene: SceneState
    private let screen: Screen
    private let filter: String?

    /// - Parameter filter: the text that rows have to match; nil for all.
    /// - Throws: when there is no screen.
    init(_ scene: SceneState?, filter: String? = nil) throws(CommandError) {
        guard let scene else { throw CommandError(.noScreen) }
        self.scene = scene
        self.filter = filter
        screen = scene.screen
    }

    /// The user's wish with a command: it names by number or title what the intent names by id.
    /// - Returns: nil for a command that only reads.
    func intent(of command: LinearCommand) throws(CommandError) -> Intent? {
        switch command.verb {
        case .search: return .search(command.text)
        case .select: return .select(row: try row(command).id)
        case .press: return try press(command.text)
        case .preview:
            guard screen.alert != nil || screen.reportsHighlight == true else {
                throw error(.noPreviews, of: .highlight(row: ""))
            }
            return .highlight(row: try row(command).id)
        case .expand, .collapse: return .toggle(row: try row(command).id, isExpanded: command.verb == .expand)
        case .sort: return .sort(try sort(command.text))
        case .more: return .more
        case .follow:
            let links = try page().links
            guard links.indices.contains(command.number - 1) else {
                throw links.isEmpty
                    ? CommandError(reason: "there are no links")
                    : CommandError(reason: "there are only % links", "\(links.count)")
            }
            return .follow(links[command.number - 1])
        case .submit: return .submit(form: try form(command.text).id, texts: scene.formTexts)
        case .mark: return .mark(row: try row(command).id)
        case .save, .discard, .stay:
            guard scene.shared.leaving != nil else {
                throw CommandError(reason: "no question about the changes of a form is open")
            }
            return .press(control: command.verb.rawValue)
        case .quit: return .leave(.quit)
        case .back: return screen.alert?.buttons.isEmpty == false ? .cancel : .back
        case .list:
            // Rows that are not here.
            guard let rows = command.rows, screen.alert == nil else { return nil }
            return LinearPage(screen).window?.missing(rows).map { .scroll(first: $0.lowerBound, count: $0.count) }
        case .filter, .again, .where, .set, .help: return nil
        }
    }

    /// The error of a refused intent. A command names keys and rows, so its answer does too.
    func error(_ refusal: IntentRefusal, of intent: Intent) -> CommandError {
        var (key, row) = ("that", "")
        switch intent {
        case .press(let control, let target):
            key = screen.keys?.first { $0.control == control && $0.isForRow == true }?.title ?? key
            if case .row(let id) = target { row = number(of: id) }
        case .toggle(let id, _): row = number(of: id)
        default: break
        }
        switch refusal {
        case .firstScene: return CommandError(reason: "this is the first screen; quit ends the session")
        case .noRow: return CommandError(reason: "give the row's number, such as: press % 1", key)
        case .notForMarkedRows: return CommandError(reason: "% cannot be done to the marked rows", key)
        case .notForRow: return CommandError(reason: "% cannot be done to row %", key, row)
        case .nothingBelow: return CommandError(reason: "there is nothing below row %", row)
        case .noPreviews where screen.preview?.isEmpty == false:
            return CommandError(reason: "the preview here is the same for all rows; again prints it")
        default: return CommandError(refusal)
        }
    }

    /// The screen with the numbers of what is on it, where nothing is in front of it.
    private func page() throws(CommandError) -> LinearPage {
        guard screen.alert == nil else { throw CommandError(.questionInFront) }
        return LinearPage(screen)
    }

    private func form(_ name: String) throws(CommandError) -> Form {
        _ = try page()
        let forms = screen.forms
        let form = name.isEmpty ? (forms.count == 1 ? forms[0] : nil) : forms.first(named: name, \.heading, \.id)
        guard let form else {
            let names = forms.map { $0.heading ?? $0.id }.joined(separator: ", ")
            throw names.isEmpty
                ? CommandError(reason: "there is no form") : CommandError(reason: "which form? there are: %", names)
        }
        return form
    }

    /// - Parameter argument: a field's name, and behind it the text.
    func field(_ argument: String) throws(CommandError) -> FieldCommand {
        if let command = FieldCommand(argument, on: screen) { return command }
        let labels = screen.formFields.map(\.field.label)
        throw labels.isEmpty
            ? CommandError(reason: "there are no fields")
            : CommandError(reason: "no such field; there are: %", labels.joined(separator: ", "))
    }

    /// Enters a text in a field.
    func entry(of command: FieldCommand) throws(CommandError) -> Intent {
        _ = try page()
        return .enter(try command.entry(), in: command.name)
    }

    /// Lines that `list`, `again`, `where`, `filter` and `mark` print.
    /// - Parameter titles: the titles of the scenes on the stack.
    func lines(for command: LinearCommand, among titles: [String]) throws(CommandError) -> [String] {
        let page = LinearPage(screen, fields: scene.fields)
        let count = page.rowCount
        switch command.verb {
        case .list:
            guard count > 0, (command.rows?.lowerBound ?? 1) <= count else { throw Self.only(count) }
            let rows = page.rows.filter { command.rows?.contains($0.number) ?? true }
            guard command.rows == nil || !rows.isEmpty else {
                throw CommandError(reason: "the application has not sent these rows")
            }
            return rows.map(\.line)
        case .mark:
            let row = try row(command)
            return [row.line + " (\(page.words[scene.marks.contains(row.id) ? "marked" : "not marked"]))"]
        case .filter where command.text.isEmpty: return page.rows.map(\.line)
        case .filter:
            let rows = FuzzyQuery(command.text).best(of: page.rows.map(\.text)).map { page.rows[$0].line }
            let rest = page.window.map {
                page.words(
                    "only % of % rows are here; the others were not looked at", "\($0.rows.rows.count)",
                    "\($0.rows.total)")
            }
            return (rows.isEmpty ? [page.words["no row matches"]] : rows) + [rest].compactMap(\.self)
        case .where:
            let way = titles.count > 1 ? [titles.joined(separator: " › ")] : []
            let rows = count == 0 ? [] : [page.words.sum(count, "% row", "% rows")]
            return page.head + way + rows + page.foot
        default: return page.lines
        }
    }

    private func row(_ command: LinearCommand) throws(CommandError) -> LinearPage.Row { try row(command.text) }

    /// - Parameter name: a row's number, or else its title or id, in quotes if need be: a number in quotes is no row's number.
    private func row(_ name: String) throws(CommandError) -> LinearPage.Row {
        let page = try page()
        guard page.rowCount > 0 else { throw Self.only(0) }
        var found: [LinearPage.Row]
        if let number = LinearCommand.number(name[...]) {
            guard number <= page.rowCount else { throw Self.only(page.rowCount) }
            guard let row = page.row(number) else {
                throw CommandError(reason: "row % is not here; list % brings it", "\(number)", "\(number)")
            }
            found = [row]
        } else {
            found = page.rows(named: name.unquoted)
            guard !found.isEmpty else { throw CommandError(reason: "there is no row %", name) }
        }
        if let filter { found.removeAll { FuzzyQuery(filter).best(of: [$0.text]).isEmpty } }
        guard let row = found.first else {
            throw CommandError(reason: "row % does not match the filter; filter alone ends it", name)
        }
        guard found.count == 1 else {
            let numbers = found.prefix(20).map { "\($0.number)" }.joined(separator: ", ")
            throw CommandError(reason: "several rows are called %; give the number of one: %", name, numbers)
        }
        return row
    }

    private func number(of row: String) -> String {
        LinearPage(screen).rows.first { $0.id == row }.map { "\($0.number)" } ?? ""
    }

    private static func only(_ rows: Int) -> CommandError {
        switch rows {
        case 0: CommandError(reason: "there are no rows")
        case 1: CommandError(reason: "there is only one row")
        default: CommandError(reason: "there are only % rows", "\(rows)")
        }
    }

    /// - Parameter name: a button, by its title, its control or its number, or a key of the screen; behind a key for rows the row, without
    ///   which it is done to the marked rows.
    private func press(_ name: String) throws(CommandError) -> Intent {
        let buttons = screen.alert?.buttons ?? LinearPage(screen).buttons
        if let button = buttons.first(named: name, \.title, \.control) { return .press(control: button.control) }
        if let number = LinearCommand.number(name[...]), number <= buttons.count {
            return .press(control: buttons[number - 1].control)
        }
        guard screen.alert == nil else {
            throw CommandError(reason: "no such button; there are: %", buttons.map(\.title).joined(separator: ", "))
        }
        let keys = ScreenKeys(screen)
        if let key = keys.find(name, isForRow: false) {
            let isForMarks = key.does != nil && !scene.marks.isEmpty
            return .press(control: key.control, on: isForMarks ? .rows(or: nil) : .screen)
        }
        if let key = keys.find(name, isForRow: true) { return .press(control: key.control, on: .rows(or: nil)) }
        if let (key, row) = keys.split(name) { return .press(control: key.control, on: .row(try self.row(row).id)) }
        let names = buttons.map(\.title) + (screen.keys ?? []).map(\.title)
        throw names.isEmpty
            ? CommandError(reason: "there are no buttons")
            : CommandError(reason: "no such button; there are: %", names.joined(separator: ", "))
    }

    /// - Parameter text: a column's title, else its key; behind it `up` or `down`, or the column's own way.
    private func sort(_ text: String) throws(CommandError) -> Sort {
        let sorts = try page().sorts
        let direction = [" up", " down"].first { text.lowercased().hasSuffix($0) }
        let name = text.dropLast(direction?.count ?? 0).withoutOuter(\.isWhitespace).unquoted
        guard let found = sorts.first(named: name, \.title, \.key) else {
            let titles = sorts.map(\.title).joined(separator: ", ")
            throw sorts.isEmpty
                ? CommandError(reason: "there is nothing to sort here")
                : CommandError(reason: "no such column; there are: %", titles)
        }
        let isDescending = direction.map { $0 == " down" } ?? found.sort.isDescending
        return Sort(column: found.sort.column, isDescending: isDescending)
    }
}

extension CommandError {
    fileprivate init(_ refusal: IntentRefusal) { self.init(reason: refusal.reason) }
}
