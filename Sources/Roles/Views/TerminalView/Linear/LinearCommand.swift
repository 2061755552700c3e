import Languages
import ViewMessages

/// A command of the linear mode, one a line: a verb, and what follows it.
struct LinearCommand: Equatable, Sendable {
    enum Verb: String, Sendable {
        case search, select, preview, press, follow, set, submit, save, discard, stay, sort, expand, collapse, more
        case back, list, filter, mark, again, `where`, quit, help
    }

    let verb: Verb
    /// Text behind the verb, without blanks around it.
    let text: String
    /// Number of a link, from 1; 0 where the verb takes none.
    private(set) var number = 0
    /// Rows that `list` prints, from 1; nil for all.
    private(set) var rows: ClosedRange<Int>?

    private static let explanations: KeyValuePairs = [
        "search TEXT": "search for TEXT",
        "select N": "open row N; as in each command, a row's title or id may stand for its number",
        "preview N": "show the preview of row N, where there are previews",
        "press NAME": "press the button NAME, or the one with that number; next and previous turn pages",
        "press NAME N": "do what the key NAME does, to row N; without N to the marked rows",
        "follow N": "follow the link N",
        "set NAME TEXT": "enter TEXT in the field NAME; a secret may follow on the next line",
        "submit": "submit the form, or submit NAME of several",
        "save": "answer the question about a form with changes: submit it; or discard, or stay",
        "sort COLUMN": "sort a table by COLUMN; sort COLUMN up, sort COLUMN down",
        "expand N": "show what is below row N of a tree; collapse N",
        "more": "ask for more rows",
        "back": "go back",
        "list N-M": "print rows N to M again; list N-, list N, list",
        "mark N": "mark row N, to be chosen with others, or take its mark away",
        "filter TEXT":
            "print the rows that match TEXT, the best first; commands take no others until filter, list or again",
        "again": "print the whole screen again",
        "where": "print the name of the screen, and what is on it",
        "quit": "end",
        "help": "show this",
    ]

    static func summary(in words: Words) -> String {
        explanations.map { command, text in
            command + String(repeating: " ", count: max(14 - command.count, 1)) + words[text]
        }.joined(separator: "\n")
    }

    /// The longest command, in bytes.
    static let limit = 1 << 16

    /// - Returns: nil for an empty line or a comment.
    init?(_ line: some StringProtocol) throws(CommandError) {
        let words = line.split(maxSplits: 1, whereSeparator: \.isWhitespace)
        guard let first = words.first, !first.hasPrefix("#") else { return nil }
        guard let verb = Verb(rawValue: first.lowercased()) else {
            throw CommandError(
                reason:
                    "no such command; there are search, select, preview, press, follow, set, submit, save, discard, stay, sort, expand, collapse, more, back, list, filter, mark, again, where, quit and help"
            )
        }
        let argument = words.count > 1 ? words[1].withoutOuter(\.isWhitespace) : ""
        self.verb = verb
        text = verb == .press || verb == .submit ? argument.unquoted : argument
        switch verb {
        case .select, .preview, .expand, .collapse, .mark:
            guard !text.isEmpty else {
                throw CommandError(reason: "give a row's number or title, such as: % 1", verb.rawValue)
            }
        case .follow:
            guard let number = Self.number(text[...]) else {
                throw CommandError(reason: "give a link's number, such as: follow 1")
            }
            self.number = number
        case .list where !text.isEmpty:
            guard let rows = Self.range(text) else {
                throw CommandError(reason: "give the rows' numbers, such as: list 10-20")
            }
            self.rows = rows
        case .press where text.isEmpty:
            throw CommandError(reason: "give a button's name or number, such as: press OK")
        case .set where text.isEmpty: throw CommandError(reason: "give a field's name, such as: set name Ada")
        case .sort where text.isEmpty: throw CommandError(reason: "give a column's title, such as: sort Name")
        default: break
        }
    }

    /// - Returns: a number from 1, `Int.max` where it overflows; nil for anything else.
    static func number(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        let number = Int(text) ?? Int.max
        return number > 0 ? number : nil
    }

    /// `10-20`, `10-`, `10`.
    private static func range(_ text: String) -> ClosedRange<Int>? {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count <= 2, let first = number(ends[0]),
            let last = ends.count == 1 ? first : ends[1].isEmpty ? Int.max : number(ends[1]), first <= last
        else { return nil }
        return first...last
    }

    /// Text behind `set`; nil for another command.
    static func argument(ofSet line: String) -> String? {
        let words = line.split(maxSplits: 1, whereSeparator: \.isWhitespace)
        guard words.first?.lowercased() == Verb.set.rawValue else { return nil }
        return words.count > 1 ? words[1].withoutOuter(\.isWhitespace) : ""
    }
}

extension StringProtocol {
    func withoutOuter(_ isOuter: (Character) -> Bool) -> String {
        String(drop(while: isOuter).reversed().drop(while: isOuter).reversed())
    }
}

extension String {
    var unquoted: String {
        guard count >= 2, first == "\"", last == "\"", case let inner = dropFirst().dropLast(), !inner.contains("\"")
        else { return self }
        return String(inner)
    }
}

/// The reason why a line is not a command, or cannot be carried out, as the user reads it.
struct CommandError: Error, Equatable, Sendable {
    /// The reason in English, with `%` in the place of each value.
    private let word: String
    private let values: [String]

    /// - Parameters:
    ///   - reason: a word of the tables.
    ///   - values: the things that the user named, and numbers.
    init(reason: String, _ values: String...) {
        word = reason
        self.values = values
    }

    /// The tables have reasons as sentences of their own, or as pieces.
    func reason(in words: Words) -> String {
        let sentence = word.prefix(1).uppercased() + word.dropFirst()
        return words.table[sentence].map { Words.fill($0, values) } ?? words.filled(word, values)
    }
}

/// A column that the rows of a table can be sorted by.
struct SortChoice: Equatable, Sendable {
    let title: String
    /// The column's key.
    let key: String
    /// The sort without a direction.
    let sort: Sort
}
