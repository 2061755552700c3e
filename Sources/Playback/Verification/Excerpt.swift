/// Excerpts of long texts.
enum Excerpt {
    private static let length = 200
    /// Characters shown before the first difference.
    private static let lead = 40

    static func beginning(of text: String) -> String {
        let beginning = text.prefix(length)
        return beginning.endIndex < text.endIndex ? "\(beginning)…" : text
    }

    /// The same stretch of two texts, around their first difference.
    static func ofDifference(_ one: String, _ other: String) -> (String, String) {
        let common = zip(one, other).prefix { $0 == $1 }.count
        let start = max(0, common - lead)
        return (stretch(of: one, from: start), stretch(of: other, from: start))
    }

    private static func stretch(of text: String, from start: Int) -> String {
        guard text.count > length else { return text }
        return (start > 0 ? "…" : "") + beginning(of: String(text.dropFirst(start)))
    }
}
