package import Languages
package import ViewMessages

extension Words {
    /// The view's own words on a screen: those of the application where it has them, else those of the user's language
    /// (``ViewedSession`` has put them there).
    /// - Parameter language: the language where there is no screen yet.
    package init(_ screen: Screen?, _ language: Language = .english) {
        self = screen.map { Words(table: $0.words ?? [:]) } ?? Words(language)
    }

    /// All are English.
    package var isEmpty: Bool { table.isEmpty }
}

extension Screen {
    /// More are left out: the view has fewer.
    private static let mostWords = 500

    var sanitizedWords: [String: String]? {
        guard let words, !words.isEmpty else { return nil }
        let bounded = words.sorted { $0.key < $1.key }.prefix(Self.mostWords).map { ($0, Bounded.line($1)) }
        return Dictionary(bounded) { first, _ in first }
    }

    /// - Parameter language: for the words that the application does not have.
    func worded(in language: Language) -> Screen {
        guard language != .english else { return self }
        var screen = self
        screen.words = words.map { language.table.merging($0) { $1 } } ?? language.table
        return screen
    }
}
