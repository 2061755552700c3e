/// A language in which programs have words of their own. The English words are in the code, and are the keys of the other tables.
package enum Language: String, CaseIterable, Sendable {
    case english = "en"
    case german = "de"

    /// The locale's language: the first of LC_ALL, LC_MESSAGES and LANG that is set (POSIX). English if there is no table for it.
    /// - Parameter variable: the value of an environment variable, nil when it is unset or empty.
    package init(variable: (String) -> String?) {
        let locale = variable("LC_ALL") ?? variable("LC_MESSAGES") ?? variable("LANG") ?? ""
        let name = locale.prefix { $0 != "_" && $0 != "." && $0 != "@" }
        self = Language(rawValue: name.lowercased()) ?? .english
    }

    /// By the English ones; empty for English.
    package var table: [String: String] {
        switch self {
        case .english: [:]
        case .german: Self.germanTable
        }
    }

    private static let germanTable = germanOfViews.merging(germanOfRoles) { $1 }.merging(germanOfLines) { $1 }
}
