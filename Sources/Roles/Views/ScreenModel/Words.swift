import TerminalText
package import ViewMessages

/// The view's own words: those of the application where it has them, else those of the user's language (``ViewedSession``).
package struct Words {
    private let words: [String: String]

    /// All are English.
    package var isEmpty: Bool { words.isEmpty }

    /// More are left out: the view has fewer.
    private static let most = 500

    /// - Parameter language: where there is no screen yet.
    package init(_ screen: Screen?, _ language: Language = .english) {
        words = screen.map { $0.words ?? [:] } ?? language.words
    }

    package subscript(word: String) -> String { words[word] ?? word }

    /// - Parameters:
    ///   - word: with `%` instead of each number, or of a name, which is the last.
    ///   - values: the numbers, the name.
    package func callAsFunction(_ word: String, _ values: String...) -> String {
        values.reduce(self[word], Self.fill)
    }

    /// Puts a value in the place of the first `%`.
    package static func fill(_ text: String, _ value: String) -> String {
        guard let place = text.firstIndex(of: "%") else { return text }
        return text[..<place] + value + text[text.index(after: place)...]
    }

    package var sanitized: [String: String]? {
        guard !words.isEmpty else { return nil }
        let bounded = words.sorted { $0.key < $1.key }.prefix(Self.most).map { ($0, Bounded.line($1)) }
        return Dictionary(bounded) { first, _ in first }
    }
}
