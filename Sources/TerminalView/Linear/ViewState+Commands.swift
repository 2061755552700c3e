import JSON
import TerminalText
import ViewMessages
import Wire

extension ViewState {
    /// Does what a person would do with keys.
    /// - Throws: why it cannot be done on this screen.
    mutating func carryOut(_ command: LinearCommand) throws(LinearCommand.ParseError) -> Event {
        guard let screen = top?.screen else { throw .init(reason: "there is no screen") }
        switch (command, screen.alert) {
        case (.press(let name), let alert?): return try press(name, of: alert.buttons)
        case (.back, let alert?):
            guard let cancel = alert.cancelButton else { break }
            return try report(ViewOutput.DidPress.type, ViewOutput.DidPress(control: cancel.control))
        // Who searches anew has read the alert: a refused search is mended by a better one.
        case (.search, _?) where screen.prompt != nil: break
        case (_, _?): throw .init(reason: "an alert is in front; press one of its buttons first")
        default: break
        }
        switch command {
        case .search(let query):
            guard screen.prompt != nil else { throw .init(reason: "there is nothing to search here") }
            return try report(ViewOutput.DidSearch.type, ViewOutput.DidSearch(query: query))
        case .select(let number):
            let rows = screen.rows
            guard rows.indices.contains(number - 1) else { throw .init(reason: Self.only(rows.count)) }
            return try report(ViewOutput.DidSelect.type, ViewOutput.DidSelect(row: rows[number - 1]))
        case .press(let name):
            // The ways to turn a page have no other name than what they report.
            let turns = screen.pager?.turns.map { Button(control: $0, title: $0) } ?? []
            return try press(name, of: screen.buttons + turns)
        case .more:
            guard screen.hasMore == true else { throw .init(reason: "there is nothing more") }
            return try report(ViewOutput.DidReachEnd.type, ViewOutput.DidReachEnd())
        case .back where isAtRoot: throw .init(reason: "this is the first screen; quit ends the session")
        case .back, .quit, .help, .list, .again, .whereAmI:
            return try report(ViewOutput.DidGoBack.type, ViewOutput.DidGoBack())
        }
    }

    /// What is to be read about the screen, without asking anybody.
    /// - Throws: why there is nothing.
    func lines(for command: LinearCommand) throws(LinearCommand.ParseError) -> [String] {
        guard let screen = top?.screen else { throw .init(reason: "there is no screen") }
        let page = LinearPage(screen)
        switch command {
        case .list(let range):
            let rows = page.rows
            guard !rows.isEmpty, (range?.lowerBound ?? 1) <= rows.count else {
                throw .init(reason: Self.only(rows.count))
            }
            guard let range else { return rows }
            return Array(rows[(range.lowerBound - 1)..<min(range.upperBound, rows.count)])
        case .whereAmI:
            let way = titles.count > 1 ? [titles.joined(separator: " › ")] : []
            let count = page.rows.count
            let rows = count == 0 ? [] : ["\(count) \(count == 1 ? "row" : "rows")"]
            return page.head + way + rows + page.foot
        default: return page.head + page.body + page.foot
        }
    }

    private static func only(_ rows: Int) -> String {
        switch rows {
        case 0: "there are no rows"
        case 1: "there is only one row"
        default: "there are only \(rows) rows"
        }
    }

    private mutating func press(_ name: String, of buttons: [Button]) throws(LinearCommand.ParseError) -> Event {
        let name = name.lowercased()
        let numbered = LinearCommand.number(name[...]).flatMap { $0 <= buttons.count ? buttons[$0 - 1] : nil }
        let named =
            buttons.first { $0.title.lowercased() == name } ?? buttons.first { $0.control.lowercased() == name }
            ?? numbered
        guard let named else {
            let titles = buttons.map(\.title).joined(separator: ", ")
            throw .init(reason: buttons.isEmpty ? "there are no buttons" : "no such button; there are: \(titles)")
        }
        return try report(ViewOutput.DidPress.type, ViewOutput.DidPress(control: named.control))
    }

    private mutating func report(
        _ type: String, _ message: some JSONWritable
    ) throws(LinearCommand.ParseError) -> Event {
        let event: Event? = report(type, message)
        guard let event else { throw .init(reason: "there is no screen") }
        return event
    }
}

extension Screen {
    /// What an alert says that tells of a failure.
    var failureText: String? {
        guard let alert, alert.isFailure == true else { return nil }
        return Sanitizer.line("\(alert.title): \(alert.message)")
    }
}
