import ScreenModel
import ViewMessages

/// A text whose marked pieces have styles of their own.
struct MarkedText {
    private let text: String
    private let style: CellStyle
    /// The marked pieces, in their order.
    private let pieces: [(range: Range<String.Index>, style: CellStyle)]

    init(_ text: String, _ style: CellStyle, marks: [Mark]?) {
        self.text = text
        self.style = style
        pieces = MarkedPieces.find(marks, in: text).map { ($0.range, style.toned($0.tone)) }
    }

    /// Gives lines that the text was broken into their styles.
    /// - Parameter lines: the characters of the text in their order, without some of its spaces.
    func styled(_ lines: [String]) -> [StyledText] {
        guard !pieces.isEmpty else { return lines.map { StyledText($0, style) } }
        var at = text.startIndex
        var piece = 0
        return lines.map { line in
            var styled = StyledText()
            var run = ("", style)
            for character in line {
                while at < text.endIndex, text[at] != character { at = text.index(after: at) }
                while piece < pieces.count, pieces[piece].range.upperBound <= at { piece += 1 }
                let isMarked = piece < pieces.count && pieces[piece].range.contains(at)
                let style = isMarked ? pieces[piece].style : style
                if style != run.1 {
                    styled.append(run.0, run.1)
                    run = ("", style)
                }
                run.0.append(character)
                if at < text.endIndex { at = text.index(after: at) }
            }
            styled.append(run.0, run.1)
            return styled
        }
    }
}
