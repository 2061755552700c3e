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
            guard let last = alert.buttons.last else { break }
            return try report(ViewOutput.DidPress.type, ViewOutput.DidPress(control: last.control))
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
            guard rows.indices.contains(number - 1) else {
                throw .init(reason: rows.isEmpty ? "there are no rows" : "there are only \(rows.count) rows")
            }
            return try report(ViewOutput.DidSelect.type, ViewOutput.DidSelect(row: rows[number - 1]))
        case .press(let name):
            // The ways to turn a page have no other name than what they report.
            let turns = screen.pager?.turns.map { Button(control: $0, title: $0) } ?? []
            return try press(name, of: screen.buttons + turns)
        case .more:
            guard screen.hasMore == true else { throw .init(reason: "there is nothing more") }
            return try report(ViewOutput.DidReachEnd.type, ViewOutput.DidReachEnd())
        case .back, .quit, .help: return try report(ViewOutput.DidGoBack.type, ViewOutput.DidGoBack())
        }
    }

    private mutating func press(_ name: String, of buttons: [Button]) throws(LinearCommand.ParseError) -> Event {
        let name = name.lowercased()
        let named = buttons.first { $0.title.lowercased() == name } ?? buttons.first { $0.control.lowercased() == name }
        guard let named else {
            let titles = buttons.map(\.title).joined(separator: ", ")
            throw .init(reason: buttons.isEmpty ? "there are no buttons" : "no such button; there are: \(titles)")
        }
        return try report(ViewOutput.DidPress.type, ViewOutput.DidPress(control: named.control))
    }

    private mutating func report(
        _ type: String, _ message: some Encodable
    ) throws(LinearCommand.ParseError) -> Event {
        let event: Event? = report(type, message)
        guard let event else { throw .init(reason: "there is no screen") }
        return event
    }
}
