import ViewMessages

/// A text whose marked pieces have styles of their own.
struct MarkedText {
    private let text: String
    private let style: CellStyle
    /// The marked pieces, in their order.
    private let pieces: [(range: Range<String.Index>, style: CellStyle)]

    /// In bytes of UTF-8. Longer marks are not looked for.
    private static let longestMark = 256

    /// - Parameter marks: one that is not found ends them, so the text is read once.
    init(_ text: String, _ style: CellStyle, marks: [Mark]?) {
        self.text = text
        self.style = style
        var pieces: [(Range<String.Index>, CellStyle)] = []
        var start = text.startIndex
        for mark in marks ?? [] {
            guard let range = Self.range(of: mark.text, in: text, from: start) else { break }
            pieces.append((range, style.toned(mark.tone)))
            start = range.upperBound
        }
        self.pieces = pieces
    }

    /// - Returns: where the piece stands, in whole characters.
    private static func range(of piece: String, in text: String, from start: String.Index) -> Range<String.Index>? {
        let bytes = Array(piece.utf8)
        guard let first = bytes.first, bytes.count <= longestMark else { return nil }
        var rest = text.utf8[start...]
        while let found = rest.firstIndex(of: first) {
            rest = rest[found...]
            if rest.starts(with: bytes), let lower = found.samePosition(in: text),
                let upper = text.utf8.index(found, offsetBy: bytes.count).samePosition(in: text)
            {
                return lower..<upper
            }
            rest = rest.dropFirst()
        }
        return nil
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

extension Mark {
    /// - Parameter sanitize: what makes the text harmless that the mark stands in.
    func sanitized(_ sanitize: (String) -> String) -> Mark { Mark(sanitize(text), tone) }
}
