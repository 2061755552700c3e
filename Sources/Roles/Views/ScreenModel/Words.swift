import TerminalText
package import ViewMessages

/// The view's own words, in the language of the application where it has them.
package struct Words {
    private let words: [String: String]

    /// The application has no words of its own: the view's are English.
    package var isEmpty: Bool { words.isEmpty }

    /// More are left out: the view has fewer.
    private static let most = 500

    package init(_ screen: Screen?) {
        words = screen?.words ?? [:]
    }

    package subscript(word: String) -> String { words[word] ?? word }

    /// - Parameter word: with `%` instead of the number.
    package func callAsFunction(_ word: String, _ number: String) -> String {
        let text = self[word]
        guard let place = text.firstIndex(of: "%") else { return text }
        return text[..<place] + number + text[text.index(after: place)...]
    }

    package var sanitized: [String: String]? {
        guard !words.isEmpty else { return nil }
        let bounded = words.sorted { $0.key < $1.key }.prefix(Self.most).map { ($0, Bounded.line($1)) }
        return Dictionary(bounded) { first, _ in first }
    }
}
