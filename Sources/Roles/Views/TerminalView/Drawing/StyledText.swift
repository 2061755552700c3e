import Markdown
import TerminalText

/// One line of text, in runs of one style each.
package struct StyledText: Equatable, Sendable {
    package struct Run: Equatable, Sendable {
        package var text: String
        package var style: CellStyle
        package var link: Hyperlink?
    }

    package private(set) var runs: [Run] = []

    package init() {}

    package init(_ text: String, _ style: CellStyle = .plain, link: Hyperlink? = nil) {
        append(text, style, link: link)
    }

    package mutating func append(_ text: String, _ style: CellStyle = .plain, link: Hyperlink? = nil) {
        guard !text.isEmpty else { return }
        runs.append(Run(text: text, style: style, link: link))
    }

    package static func + (left: StyledText, right: StyledText) -> StyledText {
        var sum = left
        sum.runs += right.runs
        return sum
    }

    /// Without its styles.
    package var plain: String { runs.map(\.text).joined() }

    package var isEmpty: Bool { runs.isEmpty }
    package var cells: Int { runs.reduce(0) { $0 + CellWidth.of($1.text) } }

    /// Whether it takes no more than `width` cells. Of a long text only the beginning is measured.
    package func fits(in width: Int) -> Bool {
        var room = width
        return runs.allSatisfy { run in
            guard room >= 0, CellWidth.fits(run.text, in: room) else { return false }
            room -= CellWidth.of(run.text)
            return true
        } && room >= 0
    }

    /// The same text in other styles.
    package func styled(_ style: (CellStyle) -> CellStyle) -> StyledText {
        var copy = self
        for index in copy.runs.indices { copy.runs[index].style = style(copy.runs[index].style) }
        return copy
    }

    /// What is seen of a text that is too long, from one of its cells on; ellipses take the place of what is left out.
    func piece(from start: Int, width: Int) -> StyledText {
        guard start > 0 else { return truncated(to: width) }
        var piece = StyledText("…", runs.first?.style ?? .plain)
        var cell = 0
        for run in runs {
            let rest = run.text.drop { character in
                guard cell < start else { return false }
                cell += CellWidth.of(character)
                return true
            }
            // A wide character begins before the cell.
            if cell > start, piece.runs.count == 1 {
                piece.append(String(repeating: " ", count: cell - start), run.style)
            }
            piece.append(String(rest), run.style, link: run.link)
        }
        return piece.truncated(to: width)
    }

    /// Cut to `width` cells; a run that is cut ends with an ellipsis.
    package func truncated(to width: Int) -> StyledText {
        guard !fits(in: width) else { return self }
        var result = StyledText()
        var room = width
        for run in runs where room > 0 {
            // A run that fills the room exactly still has to show that something follows.
            let isWhole = CellWidth.fits(run.text, in: room - 1)
            let text = isWhole ? run.text : String(run.text.prefix(cells: room - 1)) + "…"
            result.append(text, run.style, link: run.link)
            room -= isWhole ? CellWidth.of(run.text) : room
        }
        return result
    }
}

/// An address that the terminal itself opens when its text is clicked (OSC 8).
package struct Hyperlink: Hashable, Sendable {
    package let address: String
    /// The pieces of one link have the same, so that the terminal takes them for one although lines or a repaint divide them.
    package let number: Int

    /// - Returns: nil for an address that no link may lead to.
    package init?(_ address: String, number: Int = 0) {
        guard LinkAddress.isSafe(address) else { return nil }
        self.address = address
        self.number = number
    }
}
