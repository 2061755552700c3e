import TerminalText

/// One line of text in runs of a style.
package struct StyledText: Equatable, Sendable {
    package struct Run: Equatable, Sendable {
        package var text: String
        package var style: CellStyle
    }

    package private(set) var runs: [Run] = []

    package init() {}

    package init(_ text: String, _ style: CellStyle = .plain) {
        append(text, style)
    }

    package mutating func append(_ text: String, _ style: CellStyle = .plain) {
        guard !text.isEmpty else { return }
        runs.append(Run(text: text, style: style))
    }

    package static func + (left: StyledText, right: StyledText) -> StyledText {
        var sum = left
        sum.runs += right.runs
        return sum
    }

    package var isEmpty: Bool { runs.isEmpty }
    package var cells: Int { runs.reduce(0) { $0 + CellWidth.of($1.text) } }

    /// With every run's style replaced.
    package func styled(_ style: (CellStyle) -> CellStyle) -> StyledText {
        var copy = self
        for index in copy.runs.indices { copy.runs[index].style = style(copy.runs[index].style) }
        return copy
    }

    /// At most `width` cells; the run that is cut ends with an ellipsis.
    package func truncated(to width: Int) -> StyledText {
        guard cells > width else { return self }
        var result = StyledText()
        var room = width
        for run in runs where room > 0 {
            let cells = CellWidth.of(run.text)
            // A run that fills the room exactly must still tell that something follows.
            let text = cells < room ? run.text : (String(run.text.prefix(cells: room - 1)) + "…")
            result.append(text, run.style)
            room -= cells < room ? cells : room
        }
        return result
    }
}
