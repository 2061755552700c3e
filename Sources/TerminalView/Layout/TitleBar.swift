import ScreenModel
import TerminalText
import ViewMessages

/// The way to the scene on screen, and what is under way.
enum TitleBar {
    static func draw(_ state: ViewState, row: Int, on frame: inout Frame) {
        let close = StyledText(state.isModal ? "✕" : "", .quiet)
        let gap = StyledText(state.isModal && state.isActive ? "  " : "")
        let activity = self.activity(of: state).truncated(to: state.size.columns / 2) + gap + close
        let start = state.size.columns - activity.cells - 1
        let room = activity.isEmpty ? state.size.columns - 2 : start - 2
        let path = path(state.titles, room: room)
        frame.buffer.write(path, row: row, column: 1)
        frame.buffer.write(activity, row: row, column: max(start, 0))
        guard !state.isAtRoot else { return }
        // The way back: the titles before the last, and the sign that closes.
        let title = path.runs.last.map { CellWidth.of($0.text) } ?? 0
        frame.targets.add(row: row, columns: 1..<1 + max(path.cells - title, 0), .goBack)
        frame.targets.add(row: row, columns: state.size.columns - 1 - close.cells..<state.size.columns, .goBack)
    }

    private static func activity(of state: ViewState) -> StyledText {
        guard let label = state.top?.screen.activity else { return StyledText() }
        return StyledText(Throbber.frame(state.ticks) + " ", .accent) + StyledText(label, .quiet)
    }

    /// The titles of the scenes. Where there is no room for all, the first ones are left out.
    private static func path(_ titles: [String], room: Int) -> StyledText {
        guard let title = titles.last else { return StyledText() }
        var path = StyledText(title, .accent).truncated(to: room)
        for (index, parent) in titles.dropLast().enumerated().reversed() {
            let step = StyledText("\(parent) › ", .quiet)
            guard step.cells + path.cells <= room - (index > 0 ? 4 : 0) else {
                let more = StyledText("… › ", .quiet)
                return more.cells + path.cells <= room ? more + path : path
            }
            path = step + path
        }
        return path
    }
}

/// The sign that something is under way.
package enum Throbber {
    /// Milliseconds from one frame to the next.
    package static let interval = 80
    private static let frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]

    static func frame(_ ticks: Int) -> String { frames[ticks % frames.count] }
}
