package import Languages
import ScreenModel
import ViewMessages

/// A command of the linear mode, one a line.
package enum LinearCommand: Equatable, Sendable {
    case search(String)
    /// A row's number, from 1.
    case select(Int)
    /// A row's number, for a screen with a preview.
    case preview(Int)
    /// A button's name or number.
    case press(String)
    /// A column's title, and whether from the largest on; nil for the column's own way.
    case sort(String, isDescending: Bool?)
    /// A row's number, and whether to open or to close it.
    case toggle(Int, isExpanded: Bool)
    /// The rows of these numbers, from 1; nil for all.
    case list(ClosedRange<Int>?)
    /// Marks the row with that number, from 1, or takes its mark away.
    case mark(Int)
    /// The rows that match a text.
    case filter(String)
    case again, whereAmI
    /// A link's number, from 1.
    case follow(Int)
    /// A field's name, and what to enter there.
    case set(String)
    /// The form's heading or id; empty for the only one.
    case submit(String)
    /// Answers the question about a form with changes, by the control of its button (``Leaving``).
    case answer(String)
    case more, back, quit, help

    /// The commands, and what they do.
    private static let explanations: KeyValuePairs = [
        "search TEXT": "search for TEXT",
        "select N": "open row N",
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
        "filter TEXT": "print the rows that match TEXT, the best first",
        "again": "print the whole screen again",
        "where": "say which screen this is, and what is on it",
        "quit": "end",
        "help": "show this",
    ]

    package static func summary(in words: Words = Words()) -> String {
        explanations.map { command, text in
            command + String(repeating: " ", count: max(14 - command.count, 1)) + words[text]
        }.joined(separator: "\n")
    }

    /// The longest command, in bytes.
    package static let limit = 1 << 16

    /// - Returns: nil for an empty line or a comment.
    package init?(_ line: some StringProtocol) throws(CommandError) {
        let words = line.split(maxSplits: 1, whereSeparator: \.isWhitespace)
        guard let verb = words.first, !verb.hasPrefix("#") else { return nil }
        let argument = words.count > 1 ? Self.trimmed(words[1]) : ""
        switch verb.lowercased() {
        case "search": self = .search(argument)
        case "select":
            self = .select(try Self.row(argument, of: "select"))
        case "preview": self = .preview(try Self.row(argument, of: "preview"))
        case "press":
            let name = Self.unquoted(argument)
            guard !name.isEmpty else { throw CommandError(reason: "give a button's name or number, such as: press OK") }
            self = .press(name)
        case "follow":
            guard let number = Self.number(argument[...]) else {
                throw CommandError(reason: "give a link's number, such as: follow 1")
            }
            self = .follow(number)
        case "set":
            guard !argument.isEmpty else { throw CommandError(reason: "give a field's name, such as: set name Ada") }
            self = .set(argument)
        case Leaving.save, Leaving.discard, Leaving.stay: self = .answer(verb.lowercased())
        case "submit": self = .submit(Self.unquoted(argument))
        case "expand": self = .toggle(try Self.row(argument, of: "expand"), isExpanded: true)
        case "collapse": self = .toggle(try Self.row(argument, of: "collapse"), isExpanded: false)
        case "sort":
            guard !argument.isEmpty else { throw CommandError(reason: "give a column's title, such as: sort Name") }
            self = Self.sort(argument)
        case "list": self = .list(try Self.range(argument))
        case "mark":
            guard let number = Self.number(argument[...]) else {
                throw CommandError(reason: "give a row's number, such as: mark 1")
            }
            self = .mark(number)
        case "filter":
            guard !argument.isEmpty else { throw CommandError(reason: "give a text, such as: filter music") }
            self = .filter(argument)
        case "again": self = .again
        case "where": self = .whereAmI
        case "more": self = .more
        case "back": self = .back
        case "quit": self = .quit
        case "help": self = .help
        default:
            throw CommandError(
                reason:
                    "no such command; there are search, select, preview, press, follow, set, submit, save, discard, stay, sort, expand, collapse, more, back, list, filter, mark, again, where, quit and help"
            )
        }
    }

    /// - Returns: a number from 1, `Int.max` where it overflows; nil for anything else.
    static func number(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        let number = Int(text) ?? Int.max
        return number > 0 ? number : nil
    }

    /// `10-20`, `10-`, `10`; an empty text for all.
    private static func range(_ text: String) throws(CommandError) -> ClosedRange<Int>? {
        if text.isEmpty { return nil }
        let ends = text.split(separator: "-", omittingEmptySubsequences: false)
        let first = number(ends[0])
        let last = ends.count == 1 ? first : ends.count > 2 ? nil : ends[1].isEmpty ? Int.max : number(ends[1])
        guard let first, let last, first <= last else {
            throw CommandError(reason: "give the rows' numbers, such as: list 10-20")
        }
        return first...last
    }

    /// What follows `set`; nil for another command.
    static func argument(ofSet line: String) -> String? {
        let words = line.split(maxSplits: 1, whereSeparator: \.isWhitespace)
        guard words.first?.lowercased() == "set" else { return nil }
        return words.count > 1 ? trimmed(words[1]) : ""
    }

    private static func row(_ argument: String, of verb: String) throws(CommandError) -> Int {
        guard let number = number(argument[...]) else {
            throw CommandError(reason: "give a row's number, such as: % 1", verb)
        }
        return number
    }

    private static func sort(_ argument: String) -> LinearCommand {
        for (word, isDescending) in [(" up", false), (" down", true)] where argument.lowercased().hasSuffix(word) {
            return .sort(unquoted(trimmed(argument.dropLast(word.count))), isDescending: isDescending)
        }
        return .sort(unquoted(argument), isDescending: nil)
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        let head = text.drop(while: \.isWhitespace)
        return String(head.reversed().drop(while: \.isWhitespace).reversed())
    }

    private static func unquoted(_ text: String) -> String {
        guard text.count >= 2, text.first == "\"", text.last == "\"" else { return text }
        return String(text.dropFirst().dropLast())
    }
}

/// Why a line is not a command, or cannot be carried out, as the user reads it.
package struct CommandError: Error, Equatable, Sendable {
    /// In English, with `%` in the place of each value.
    private let word: String
    private let values: [String]

    /// - Parameters:
    ///   - reason: a word of the tables.
    ///   - values: what the user named, and numbers.
    package init(reason: String, _ values: String...) {
        word = reason
        self.values = values
    }

    /// In English.
    package var reason: String { Words.fill(word, values) }

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
