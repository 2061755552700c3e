package import ViewMessages

/// The pieces of a text that have tones of their own.
package enum MarkedPieces {
    /// Bytes of UTF-8. Longer marks are not looked for.
    private static let longestMark = 256

    /// - Parameter marks: one that is not found ends them, so the text is read once.
    /// - Returns: the ranges of the pieces, in whole characters and in their order.
    package static func find(_ marks: [Mark]?, in text: String) -> [(range: Range<String.Index>, tone: Tone)] {
        var pieces: [(Range<String.Index>, Tone)] = []
        var start = text.startIndex
        for mark in marks ?? [] {
            guard let range = range(of: mark.text, in: text, from: start) else { break }
            pieces.append((range, mark.tone))
            start = range.upperBound
        }
        return pieces
    }

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
}
