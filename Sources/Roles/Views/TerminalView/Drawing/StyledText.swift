import Markdown
import ScreenModel
import TerminalText
import ViewMessages

/// A line of text, in runs of one style each.
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

    /// A text whose marked pieces have the styles of their tones.
    init(_ text: String, _ style: CellStyle, marks: [Mark]?) {
        var end = text.startIndex
        for piece in MarkedPieces.find(marks, in: text) {
            append(String(text[end..<piece.range.lowerBound]), style)
            append(String(text[piece.range]), style.toned(piece.tone))
            end = piece.range.upperBound
        }
        append(String(text[end...]), style)
    }

    /// A text whose pieces have the styles that a program gave them.
    init(_ text: String, _ style: CellStyle, paint: [Paint]) {
        var rest = text.unicodeScalars[...]
        for piece in paint {
            let own = piece.style.flatMap { try? ThemeFile.style($0[...]) }
            append(String(rest.prefix(max(piece.length, 0))), own ?? style)
            rest = rest.dropFirst(max(piece.length, 0))
        }
        append(String(rest), style)
    }

    static func blanks(_ count: Int) -> StyledText { StyledText(String(repeating: " ", count: max(count, 0))) }

    package mutating func append(_ text: String, _ style: CellStyle = .plain, link: Hyperlink? = nil) {
        guard !text.isEmpty else { return }
        runs.append(Run(text: text, style: style, link: link))
    }

    package static func + (left: StyledText, right: StyledText) -> StyledText {
        var sum = left
        sum.runs += right.runs
        return sum
    }

    static func += (left: inout StyledText, right: StyledText) { left.runs += right.runs }

    /// The text without its styles.
    package var plain: String { runs.map(\.text).joined() }

    package var isEmpty: Bool { runs.isEmpty }
    package var cells: Int { runs.reduce(0) { $0 + CellWidth.of($1.text) } }

    /// True when it takes no more than `width` cells. Of a long text only the beginning is measured.
    package func fits(in width: Int) -> Bool {
        var room = width
        return runs.allSatisfy { run in
            guard room >= 0, CellWidth.fits(run.text, in: room) else { return false }
            room -= CellWidth.of(run.text)
            return true
        } && room >= 0
    }

    /// The rest of a text from one of its cells on, cut at the width; signs at both ends stand for what is left out.
    func piece(from start: Int, width: Int = .max, ellipsis: String = "…") -> StyledText {
        guard start > 0, !isEmpty else { return truncated(to: width, ellipsis: ellipsis) }
        var cell = 0
        var isIndented = true
        var rests = StyledText()
        for run in runs {
            let rest = run.text.drop { character in
                guard cell < start else { return false }
                cell += CellWidth.of(character)
                isIndented = isIndented && character == " "
                return true
            }
            // A wide character begins before the cell.
            if cell > start, rests.isEmpty { rests = .blanks(cell - start) }
            rests.append(String(rest), run.style, link: run.link)
        }
        return (StyledText(isIndented ? " " : "…", .quiet) + rests).truncated(to: width, ellipsis: ellipsis)
    }

    /// The text cut to `width` cells; a run that is cut ends with an ellipsis.
    package func truncated(to width: Int, ellipsis: String = "…") -> StyledText {
        guard !fits(in: width) else { return self }
        var result = StyledText()
        var room = width
        let sign = CellWidth.of(ellipsis)
        for run in runs where room > 0 {
            // A run that fills the room exactly still has to show that something follows.
            let isWhole = CellWidth.fits(run.text, in: room - sign)
            let text = isWhole ? run.text : String(run.text.prefix(cells: max(room - sign, 0))) + ellipsis
            result.append(text, run.style, link: run.link)
            room -= isWhole ? CellWidth.of(run.text) : room
        }
        return result
    }

    /// The text in exactly `width` cells: cut, or with blanks beside it.
    /// - Parameter endsLine: nothing follows, so no blanks do.
    func fitted(to width: Int, _ alignment: Column.Alignment = .start, endsLine: Bool = false) -> StyledText {
        let text = truncated(to: width)
        let free = max(width - text.cells, 0)
        let before =
            switch alignment {
            case .start: 0
            case .center: free / 2
            case .end: free
            }
        return .blanks(before) + text + .blanks(endsLine ? 0 : free - before)
    }

    /// Places of the links, in their order, with their cells. A link may have several runs, as where a word of it is emphasised.
    var links: [(link: Hyperlink, cells: Range<Int>)] {
        var links: [(link: Hyperlink, cells: Range<Int>)] = []
        var cell = 0
        for run in runs {
            let end = cell + CellWidth.of(run.text)
            if let link = run.link {
                if let last = links.last, last.link == link, last.cells.upperBound == cell {
                    links[links.count - 1].cells = last.cells.lowerBound..<end
                } else {
                    links.append((link, cell..<end))
                }
            }
            cell = end
        }
        return links
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
