import TerminalText
package import ViewMessages

/// A screen as plain text: for scripts, tests and screen readers. Nothing is cut and nothing is wrapped.
package enum LinearPage {
    /// - Parameter screen: sanitised.
    /// - Returns: lines, each ended by LF, and an empty one.
    package static func text(of screen: Screen) -> String {
        var lines = ["== \(screen.title) =="]
        if let prompt = screen.prompt {
            lines.append("search: \(prompt.text.isEmpty ? "(\(prompt.placeholder))" : prompt.text)")
        }
        var number = 0
        for part in screen.parts { lines += self.lines(of: part, number: &number) }
        if screen.hasMore == true { lines.append("more rows: type more") }
        if let alert = screen.alert { lines.append(line(of: alert)) }
        return lines.map { $0 + "\n" }.joined() + "\n"
    }

    private static func lines(of part: Part, number: inout Int) -> [String] {
        func numbered(_ text: String) -> String {
            number += 1
            return (number < 10 ? " " : "") + "\(number). \(text)"
        }
        switch part {
        case .label(let label): return [label.text]
        case .text(let text):
            return heading(text.heading, caption: text.caption)
                + text.body.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        case .button(let button): return ["[\(button.title)]"]
        case .list(let list):
            if list.rows.isEmpty { return list.empty.map { [$0] } ?? [] }
            return list.rows.map { numbered(line(of: $0)) }
        case .gallery(let gallery):
            return heading(gallery.heading, caption: nil) + gallery.items.map { numbered($0.caption) }
        case .picture(let picture): return [line(of: picture)]
        case .pager(let pager):
            let turns = pager.turns.map { " [\($0)]" }.joined()
            return [line(of: pager.page), "\(pager.position) of \(pager.count)" + turns]
        }
    }

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
        let buttons = alert.buttons.map { "[\($0.title)]" }.joined(separator: " ")
        return "! \(alert.title): \(Sanitizer.line(alert.message))" + (buttons.isEmpty ? "" : "  \(buttons)")
    }
}
