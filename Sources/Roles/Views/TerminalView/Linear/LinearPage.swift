import Languages
import ScreenModel
package import ViewMessages

/// A screen as plain text: for scripts, tests, screen readers and agents. Nothing is cut and nothing is wrapped.
package struct LinearPage: Equatable, Sendable {
    /// The names of rows, buttons, fields and columns in the text.
    package enum Naming: Sendable {
        /// Numbers that commands take.
        case numbers
        /// The ids that events have, in brackets; the reader knows what can be done.
        case ids
    }

    package struct Row: Equatable, Sendable {
        /// Id that `didSelect` reports.
        package let id: String
        let title: String
        package let text: String
        /// The text with its number.
        package let line: String
        /// The number from 1; rows that are not here are counted too.
        let number: Int
    }

    /// The title of the screen, and what was searched there.
    package private(set) var head: [String]
    package private(set) var body: [String] = []
    /// The beginnings of the parts in ``body``.
    package private(set) var partStarts: [Int] = []
    /// The lines of ``body`` that are headings of parts.
    private(set) var headings: Set<Int> = []
    /// The line of ``body`` of each of the ``rows``.
    private(set) var rowLines: [Int] = []
    /// The lines of ``body`` that are rows: `select` takes their numbers.
    package private(set) var rows: [Row] = []
    /// Buttons that `press` takes, in the order of their numbers.
    package private(set) var buttons: [Button] = []
    /// Addresses that `follow` takes, in the order of their numbers.
    package private(set) var links: [String] = []
    /// Number of rows, also those that are not here.
    private(set) var rowCount = 0
    /// The first list or table of which only a piece is here.
    private(set) var window: LinearWindow?
    /// Columns that `sort` takes.
    private(set) var sorts: [SortChoice] = []
    /// Lines about what can be done: more rows, an alert.
    var foot: [String] = []
    private(set) var keys: [String] = []

    /// Texts that the user has entered in the fields of forms.
    let fields: InputFields
    /// The view's own words.
    let words: Words
    let naming: Naming

    /// - Parameters:
    ///   - screen: sanitized.
    ///   - fields: the entries; else the texts that the screen has in them.
    ///   - naming: with ids, the text has no ``foot``.
    package init(_ screen: Screen, fields: InputFields = InputFields(), naming: Naming = .numbers) {
        self.fields = fields
        self.naming = naming
        words = Words(screen)
        head = ["== \(screen.title) =="]
        if let prompt = screen.prompt { head.append(PromptView(prompt: prompt).line(in: words)) }
        print((screen.head ?? []) + screen.parts)
        if let preview = screen.preview, !preview.isEmpty {
            body.append("\(words["preview"]):")
            print(preview)
        }
        guard naming == .numbers else { return }
        if screen.hasMore == true { foot.append(words["more rows: type more"]) }
        keys = ScreenKeys(screen).lines(on: self)
        foot += keys
        if let alert = screen.alert { foot += AlertView(alert: alert).linearLines }
    }

    private mutating func print(_ parts: [Part]) {
        for part in parts {
            partStarts.append(body.count)
            part.view.print(on: &self)
        }
    }

    /// - Returns: the whole page: lines, each ended by LF, and an empty one.
    package static func text(of screen: Screen) -> String { text(Self(screen).lines) }

    static func text(_ lines: [String]) -> String { (lines + ["\n"]).joined(separator: "\n") }

    var lines: [String] { head + body + foot }

    /// Gives an address its number, which `follow` takes.
    mutating func appendLink(_ address: String) {
        links.append(address)
        body.append(words("link %: %", "\(links.count)", address))
    }

    mutating func addSort(_ choice: SortChoice) { sorts.append(choice) }

    mutating func append(_ line: String) { body.append(line) }

    mutating func appendHeading(_ heading: String?, caption: String? = nil) {
        if let heading {
            headings.insert(body.count)
            body.append("-- \(heading) --" + (caption.map { " \($0)" } ?? ""))
        } else if let caption {
            body.append(caption)
        }
    }

    /// Appends rows, and a line where they are a piece of a longer list.
    /// - Parameter total: nil where all are here.
    mutating func appendRows(offset: Int?, count: Int, total: Int?, _ appendRows: (inout LinearPage) -> Void) {
        guard let total, total > 0 else { return appendRows(&self) }
        let piece = RowWindow(offset: offset ?? 0, count: count, total: total)
        let first = rowCount + 1
        rowCount += piece.rows.lowerBound
        appendRows(&self)
        rowCount += piece.total - piece.rows.upperBound
        guard piece.rows != 0..<piece.total else { return }
        let numbers =
            piece.rows.isEmpty
            ? words["no rows"]
            : words("rows % to %", "\(first + piece.rows.lowerBound)", "\(first + piece.rows.upperBound - 1)")
        // Nobody asks for rows of another one than the first.
        let bringsOthers = naming == .numbers && window == nil
        append(words(bringsOthers ? "% of %: list N-M brings others" : "% of %", numbers, "\(piece.total)"))
        if window == nil { window = LinearWindow(first: first, rows: piece) }
    }

    /// The row with that number; nil where the list has no such row, or it is not loaded.
    func row(_ number: Int) -> Row? { rows.first { $0.number == number } }

    /// The rows with that title, or else with that id, or with the title in another case.
    func rows(named name: String) -> [Row] {
        let lower = name.lowercased()
        let ways: [(Row) -> Bool] = [{ $0.title == name }, { $0.id == name }, { $0.title.lowercased() == lower }]
        return ways.lazy.map { rows.filter($0) }.first { !$0.isEmpty } ?? []
    }

    mutating func appendRow(id: String, title: String, _ text: String) {
        rowCount += 1
        let line = naming == .ids ? "[\(id)] \(text)" : "\(rowCount < 10 ? " " : "")\(rowCount). \(text)"
        rowLines.append(body.count)
        rows.append(Row(id: id, title: title, text: text, line: line, number: rowCount))
        body.append(line)
    }

    /// Gives a button its number.
    /// - Returns: the text to print for it: `[1 Open]`.
    mutating func number(_ button: Button) -> String {
        buttons.append(button)
        return naming == .ids ? "[\(button.control)] \(button.title)" : Self.face(of: button, number: buttons.count)
    }

    /// The id in front of what a reader names by it; nothing where numbers or titles are the names.
    func mark(_ id: String) -> String { naming == .ids ? "[\(id)] " : "" }

    static func face(of button: Button, number: Int) -> String { "[\(number) \(button.title)]" }
}

/// A list or a table of which a piece is here, among the rows of a page.
struct LinearWindow: Equatable, Sendable {
    /// The number of the first of all its rows.
    let first: Int
    let rows: RowWindow

    /// Rows that a command asks for at once.
    private static let most = 1000

    /// The rows with these numbers, as `didScroll` counts them; nil where they are here, or belong to something else.
    func missing(_ numbers: ClosedRange<Int>) -> Range<Int>? {
        let lower = max(numbers.lowerBound, first) - first
        let upper = min(numbers.upperBound, first + rows.total - 1) - first
        guard lower <= upper, lower < rows.rows.lowerBound || upper >= rows.rows.upperBound else { return nil }
        return lower..<min(upper, lower + Self.most - 1) + 1
    }
}
