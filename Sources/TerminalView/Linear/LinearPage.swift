import TerminalText
package import ViewMessages

/// A screen as plain text: for scripts, tests and screen readers. Nothing is cut and nothing is wrapped.
package struct LinearPage: Equatable, Sendable {
    /// What the screen is called and what was searched there.
    private(set) var head: [String]
    private(set) var body: [String] = []
    /// The lines of ``body`` that are rows, in order.
    private(set) var rows: [String] = []
    /// What can be done about it: more rows, an alert.
    private(set) var foot: [String] = []

    /// - Parameter screen: sanitised.
    package init(_ screen: Screen) {
        head = ["== \(screen.title) =="]
        if let prompt = screen.prompt {
            head.append("search: \(prompt.text.isEmpty ? "(\(prompt.placeholder))" : prompt.text)")
        }
        var button = 0
        for part in screen.parts { add(part, button: &button) }
        if screen.hasMore == true { foot.append("more rows: type more") }
        if let alert = screen.alert { foot.append(Self.line(of: alert)) }
    }

    /// - Returns: the whole page: lines, each ended by LF, and an empty one.
    package static func text(of screen: Screen) -> String { Self(screen).text }

    package var text: String { Self.text(head + body + foot) }

    static func text(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() + "\n" }

    private mutating func add(_ part: Part, button: inout Int) {
        switch part {
        case .label(let label): body.append(label.text)
        case .text(let text):
            body += Self.heading(text.heading, caption: text.caption)
            body += text.body.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        case .button(let pressed):
            button += 1
            body.append(Self.line(of: pressed.title, number: button))
        case .list(let list):
            if list.rows.isEmpty { body += list.empty.map { [$0] } ?? [] }
            for row in list.rows { addRow(Self.line(of: row)) }
        case .gallery(let gallery):
            body += Self.heading(gallery.heading, caption: nil)
            for item in gallery.items { addRow(item.caption) }
        case .picture(let picture): body.append(Self.line(of: picture))
        case .pager(let pager):
            let turns = pager.turns.enumerated().map { " " + Self.line(of: $1, number: button + $0 + 1) }.joined()
            body += [Self.line(of: pager.page), "\(pager.position) of \(pager.count)" + turns]
        }
    }

    private mutating func addRow(_ text: String) {
        let number = rows.count + 1
        rows.append((number < 10 ? " " : "") + "\(number). \(text)")
        body += rows.suffix(1)
    }

    /// The number is what `press` takes.
    private static func line(of button: String, number: Int) -> String { "[\(number) \(button)]" }

    private static func line(of row: Row) -> String {
        (row.symbol.map { "\($0) " } ?? "") + row.title + (row.subtitle.map { " — \($0)" } ?? "")
            + (row.accessory.map { "  \($0)" } ?? "")
    }

    private static func line(of picture: Picture) -> String { "[picture: \(picture.caption)]" }

    private static func heading(_ heading: String?, caption: String?) -> [String] {
        guard let heading else { return caption.map { [$0] } ?? [] }
        return ["-- \(heading) --" + (caption.map { " \($0)" } ?? "")]
    }

    private static func line(of alert: Alert) -> String {
        let buttons = alert.buttons.enumerated().map { line(of: $1.title, number: $0 + 1) }.joined(separator: " ")
        return "! \(alert.title): \(Sanitizer.line(alert.message))" + (buttons.isEmpty ? "" : "  \(buttons)")
    }
}
