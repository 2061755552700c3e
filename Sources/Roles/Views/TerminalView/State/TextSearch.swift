import FuzzySearch
import TerminalText

/// Looks for a text in the lines of a content.
struct TextSearch {
    struct Place: Equatable {
        let line: Int
        /// True for a line that was found behind the end, from the top again, or the other way round.
        let hasWrapped: Bool
    }

    let sought: FuzzyTerm

    /// - Parameters:
    ///   - step: 1 forward, -1 backward, 0 to begin with the line itself.
    ///   - start: a line of these.
    /// - Returns: nil where no line has the text.
    func next(_ step: Int, from start: Int, in lines: ContentLines) -> Place? {
        let count = lines.count
        guard count > 0 else { return nil }
        var scorer = FuzzyScorer()
        for distance in (step == 0 ? 0 : 1)...count {
            let line = start + distance * (step < 0 ? -1 : 1)
            let wrapped = ((line % count) + count) % count
            scorer.read(lines[wrapped].all + " " + lines[wrapped].accessory.plain)
            if scorer.score(sought) != nil { return Place(line: wrapped, hasWrapped: wrapped != line) }
        }
        return nil
    }

    /// - Parameter room: the cells of a line.
    /// - Returns: the steps by which a line has to be scrolled sideways for the text to come into sight; nil where it is in sight.
    func left(for line: ContentLine, room: Int) -> Int? {
        guard let whole = line.whole, sought.places(in: line.text.plain).isEmpty,
            let first = sought.places(in: whole).min()
        else { return nil }
        let before = whole.unicodeScalars.prefix(first)
        return CodeLines.left(toShow: CellWidth.of(String(before)), room: room)
    }
}
