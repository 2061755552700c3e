import ScreenModel
import TerminalText
import ViewMessages

/// An alert in front of its screen: the message, then the buttons.
struct AlertView {
    let alert: Alert

    // MARK: Full screen

    private static let widest = 56

    func draw(chosen: Int?, rows: Range<Int>, on frame: inout Frame) {
        let room = max(min(Self.widest, frame.buffer.size.columns - Box.border), 1)
        // Side by side while they fit.
        var buttons = Content([], width: room + Content.gutter + Content.margin)
        for (index, button) in alert.buttons.enumerated() {
            let style: CellStyle = button.role == .destructive ? .failure : .plain
            let isChosen = index == chosen
            let columns = buttons.appendBeside(
                StyledText(isChosen ? "▸" : " ", .accent)
                    + StyledText(button.face, isChosen ? CellStyle.strong.selected : style), gap: 1)
            buttons.addArea(line: buttons.lines.count - 1, columns: columns, .press(control: button.control))
        }
        // The buttons are always visible.
        let space = max(rows.count - 2 - buttons.lines.count - 1, 0)
        var message = LineWrapping.wrap(StyledText(alert.message), width: room, limit: space + 1)
        if message.count > space {
            message = Array(message.prefix(space))
            if let last = message.popLast() { message.append((last + StyledText(" …")).truncated(to: room)) }
        }
        if space > 0, !alert.buttons.isEmpty { message.append(StyledText()) }
        let lines = message + (0..<buttons.lines.count).map { buttons.lines[$0].text }
        let places = Box.draw(lines, title: alert.title, rows: rows, on: &frame.buffer)
        for area in buttons.areas {
            guard let place = places[message.count + area.line] else { continue }
            let start = place.column + area.columns.lowerBound - Content.gutter
            frame.targets.add(row: place.row, columns: start..<start + area.columns.count, area.action)
        }
    }

    var keys: [KeyBinding] {
        guard !alert.buttons.isEmpty else {
            // Without a button, going back is the only way out.
            return [KeyBinding([.escape, .enter], .goBack, "esc", "back", hint: "esc back")]
        }
        var keys = [KeyBinding([.enter], .pressChosenButton, "⏎", "press", hint: "⏎ press")]
        if let cancel = alert.cancelButton {
            keys.append(
                KeyBinding([.escape], .press(control: cancel.control), "Esc", cancel.title, hint: "esc \(cancel.title)")
            )
        }
        if alert.buttons.count > 1 {
            keys.append(KeyBinding([.left, .backTab], .previousButton, "←", "previous button"))
            keys.append(KeyBinding([.right, .tab], .nextButton, "→ Tab", "next button", hint: "←→ choose"))
        }
        return keys + alert.buttons.compactMap(\.binding)
    }

    // MARK: Linear

    /// Line by line: a failure may quote a program, such as a traceback, and a question names the rows that it is about.
    var linearLines: [String] {
        let buttons = alert.buttons.enumerated().map { LinearPage.face(of: $1, number: $0 + 1) }
        let face = buttons.isEmpty ? "" : "  \(buttons.joined(separator: " "))"
        let quoted = alert.message.split(separator: "\n").map { Sanitizer.line(String($0)) }
        guard quoted.count > 1 else { return ["! \(text)" + face] }
        return ["! \(alert.title): \(quoted[0])"] + quoted.dropFirst().dropLast().map { "  \($0)" }
            + ["  \(quoted[quoted.count - 1])" + face]
    }

    /// The message of an alert about a failure; nil for any other.
    var failure: String? { alert.isFailure == true ? text : nil }

    var text: String {
        alert.message.isEmpty ? alert.title : "\(alert.title): \(Sanitizer.line(alert.message))"
    }
}
