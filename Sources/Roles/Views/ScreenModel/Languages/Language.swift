/// A language that the views' own words have. English ones are in the code, and are the keys of the other tables.
package enum Language: String, CaseIterable, Sendable {
    case english = "en"
    case german = "de"

    /// The locale's: the first of LC_ALL, LC_MESSAGES and LANG that is set (POSIX). English where the views have no words in its
    /// language.
    package init(variable: (String) -> String?) {
        let locale = variable("LC_ALL") ?? variable("LC_MESSAGES") ?? variable("LANG") ?? ""
        let name = locale.prefix { $0 != "_" && $0 != "." && $0 != "@" }
        self = Language(rawValue: name.lowercased()) ?? .english
    }

    /// By the English ones; empty for English.
    package var words: [String: String] {
        switch self {
        case .english: [:]
        case .german: Self.germanWords
        }
    }

    /// - Parameter own: those of the application, which go before.
    /// - Returns: nil where all are English.
    func words(below own: [String: String]?) -> [String: String]? {
        guard self != .english else { return own }
        return own.map { words.merging($0) { $1 } } ?? words
    }
}
