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
        let buttons = buttonLines(chosen: chosen, room: room)
        // The buttons are always visible.
        let space = max(rows.count - 2 - buttons.count - 1, 0)
        var message = LineWrapping.wrap(alert.message, width: room, limit: space + 1)
        if message.count > space {
            message = Array(message.prefix(space))
            if let last = message.popLast() { message.append((last + " …").truncated(to: room)) }
        }
        let text = message.map { StyledText($0) } + (space > 0 && !buttons.isEmpty ? [StyledText()] : [])
        let places = Box.draw(text + buttons.map(\.text), title: alert.title, rows: rows, on: &frame.buffer)
        for (place, line) in zip(places.dropFirst(text.count), buttons) {
            guard let place else { continue }
            for (index, columns) in line.buttons {
                frame.targets.add(
                    row: place.row, columns: place.column + columns.lowerBound..<place.column + columns.upperBound,
                    .press(control: alert.buttons[index].control))
            }
        }
    }

    /// Buttons side by side.
    private struct ButtonLine {
        var text: StyledText
        /// The indices of its buttons, and their columns.
        var buttons: [(index: Int, columns: Range<Int>)]
    }

    /// Side by side while they fit.
    private func buttonLines(chosen: Int?, room: Int) -> [ButtonLine] {
        var lines: [ButtonLine] = []
        for (index, button) in alert.buttons.enumerated() {
            let isChosen = index == chosen
            let style: CellStyle = button.role == .destructive ? .failure : .plain
            let text =
                StyledText(isChosen ? "▸" : " ", .accent)
                + StyledText(button.face, isChosen ? CellStyle.strong.selected : style)
            if let last = lines.last?.text, last.cells + 1 + text.cells <= room {
                let start = last.cells + 1
                lines[lines.count - 1].text = last + StyledText(" ") + text
                lines[lines.count - 1].buttons.append((index, start..<start + text.cells))
            } else {
                let text = text.truncated(to: room)
                lines.append(ButtonLine(text: text, buttons: [(index, 0..<text.cells)]))
            }
        }
        return lines
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

    /// A failure may quote a program, such as a traceback, line by line.
    var linearLines: [String] {
        let buttons = alert.buttons.enumerated().map { LinearPage.face(of: $1, number: $0 + 1) }
        let face = buttons.isEmpty ? "" : "  \(buttons.joined(separator: " "))"
        let quoted = alert.message.split(separator: "\n").map { Sanitizer.line(String($0)) }
        guard alert.isFailure == true, quoted.count > 1 else { return ["! \(text)" + face] }
        return ["! \(alert.title): \(quoted[0])"] + quoted.dropFirst().dropLast().map { "  \($0)" }
            + ["  \(quoted[quoted.count - 1])" + face]
    }

    /// The message of an alert about a failure; nil for any other.
    var failure: String? { alert.isFailure == true ? text : nil }

    private var text: String { "\(alert.title): \(Sanitizer.line(alert.message))" }
}
