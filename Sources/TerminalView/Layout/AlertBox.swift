import TerminalText
import ViewMessages

/// An alert in front of its screen: the message, then the buttons.
enum AlertBox {
    private static let widest = 56

    static func draw(_ alert: Alert, chosen: Int?, rows: Range<Int>, on buffer: inout CellBuffer) {
        let room = max(min(widest, buffer.size.columns - Box.border), 1)
        let buttons = lines(of: alert.buttons, chosen: chosen, room: room)
        // The buttons must be seen, however long the message.
        let space = max(rows.count - 2 - buttons.count - 1, 0)
        var message = LineWrapping.wrap(alert.message, width: room, limit: space + 1)
        if message.count > space {
            message = Array(message.prefix(space))
            if let last = message.popLast() { message.append((last + " …").truncated(to: room)) }
        }
        let text = message.map { StyledText($0) } + (space > 0 && !buttons.isEmpty ? [StyledText()] : [])
        Box.draw(text + buttons, title: alert.title, rows: rows, on: &buffer)
    }

    /// Side by side while they fit.
    private static func lines(of buttons: [Button], chosen: Int?, room: Int) -> [StyledText] {
        var lines: [StyledText] = []
        for (index, button) in buttons.enumerated() {
            let key = button.key.map { " (\($0))" } ?? ""
            let isChosen = index == chosen
            let style: CellStyle = button.role == .destructive ? .failure : .plain
            let text =
                StyledText(isChosen ? "▸" : " ", .accent)
                + StyledText("[ \(button.title)\(key) ]", isChosen ? CellStyle.strong.selected : style)
            if let last = lines.last, last.cells + 1 + text.cells <= room {
                lines[lines.count - 1] = last + StyledText(" ") + text
            } else {
                lines.append(text.truncated(to: room))
            }
        }
        return lines
    }
}
