/// Two numbers, or a word and a number, in a header: `word.number`.
struct Place: Equatable, Sendable {
    let word: Substring
    let number: Int

    private static let longest = 64

    init?(_ text: String?) {
        guard let text, text.utf8.count <= Self.longest, let dot = text.lastIndex(of: "."), dot > text.startIndex,
            let number = Int(text[text.index(after: dot)...]), number >= 0
        else { return nil }
        word = text[..<dot]
        self.number = number
    }
}
