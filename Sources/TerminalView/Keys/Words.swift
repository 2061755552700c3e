import TerminalText
import ViewMessages

/// The view's own words, in the language of the application where it has them.
struct Words {
    private let words: [String: String]

    /// More are left out: the view has fewer.
    private static let most = 500

    init(_ screen: Screen?) {
        words = screen?.words ?? [:]
    }

    subscript(word: String) -> String { words[word] ?? word }

    /// - Parameter word: with `%` where the number stands.
    func callAsFunction(_ word: String, _ number: String) -> String {
        let text = self[word]
        guard let place = text.firstIndex(of: "%") else { return text }
        return text[..<place] + number + text[text.index(after: place)...]
    }

    var sanitized: [String: String]? {
        guard !words.isEmpty else { return nil }
        let bounded = words.sorted { $0.key < $1.key }.prefix(Self.most).map { ($0, Bounded.line($1)) }
        return Dictionary(bounded) { first, _ in first }
    }

    /// What an application calls its own things is left as it is.
    func translated(_ bindings: [KeyBinding]) -> [KeyBinding] {
        words.isEmpty ? bindings : bindings.map(translated)
    }

    private func translated(_ binding: KeyBinding) -> KeyBinding {
        if case .press = binding.action { return binding }
        let hint = binding.hint.map { hint in
            let parts = hint.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
            return parts.count > 1 ? "\(parts[0]) \(self[String(parts[1])])" : hint
        }
        return KeyBinding(binding.keys, binding.action, binding.name, self[binding.label], hint: hint)
    }
}
