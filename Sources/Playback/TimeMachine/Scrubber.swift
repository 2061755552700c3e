import Analysis
import TerminalText

/// The time machine's status line: motion, position among the person's actions, and the passing event.
package enum Scrubber {
    private static let leastText = 24

    /// The line, at most `width` cells wide.
    package static func line(_ transport: Transport, passing: String?, width: Int) -> String {
        let state = (transport.isPlaying ? "▶" : "‖") + " \(speed(transport.speed))× "
        let moment = " \(SessionTime.text(transport.position))/\(SessionTime.text(transport.timeline.duration)) s  "
        let (timeline, stop) = (transport.timeline, transport.stop)
        let text = ["\(timeline.number(of: stop)) \(timeline.title(of: stop))", passing]
            .compactMap { $0.map(Sanitizer.line) }.joined(separator: " · ")
        let room = width - CellWidth.of(state) - CellWidth.of(moment)
        // A third for the bar, or more if there is no text.
        let bar = max(0, min(room - leastText, max(width / 3, room - CellWidth.of(text))))
        let line = state + Self.bar(transport, width: bar) + moment + text
        return line.truncated(to: max(0, width))
    }

    /// `├┼──●─┼───┤`, with a mark at each action.
    private static func bar(_ transport: Transport, width: Int) -> String {
        guard width >= 3 else { return "" }
        let duration = max(transport.timeline.duration, 0.000_001)
        func cell(_ time: Double) -> Int { min(width - 1, max(0, Int(time / duration * Double(width - 1)))) }
        var cells = Array(repeating: Character("─"), count: width)
        for action in transport.timeline.actions { cells[cell(action.time)] = "┼" }
        cells[0] = "├"
        cells[width - 1] = "┤"
        cells[cell(transport.position)] = "●"
        return String(cells)
    }

    /// `2` or `0.5`.
    private static func speed(_ speed: Double) -> String {
        Int(exactly: speed).map { "\($0)" } ?? "\(speed)"
    }
}
