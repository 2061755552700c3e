import CBaseFiles

/// A language in which programs have words of their own. The English words are in the code, and are the keys of the other tables,
/// which are files in `Assets`.
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

    /// The words by the English ones; empty for English.
    package var table: [String: String] {
        switch self {
        case .english: [:]
        case .german: Self.germanTable
        }
    }

    private static let germanTable: [String: String] = {
        let lines = germanLines
        let pairs = zip(lines, lines.dropFirst()).filter { $1.hasPrefix("  ") }
        return Dictionary(pairs.map { (String($0), String($1.dropFirst(2))) }, uniquingKeysWith: { $1 })
    }()

    /// Lines of the file `de.txt` without comments: an English word, then the German one behind blanks.
    static var germanLines: [String] {
        let file = table_of_german()
        return UnsafeBufferPointer(start: file.bytes, count: file.count).split(separator: UInt8(ascii: "\n"))
            .filter { $0.first != UInt8(ascii: "#") }.map { String(decoding: $0, as: UTF8.self) }
    }
}
