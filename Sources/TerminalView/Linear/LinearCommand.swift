/// What can be asked for in linear mode, one a line.
package enum LinearCommand: Equatable, Sendable {
    case search(String)
    /// Counts the rows on the screen from 1.
    case select(Int)
    /// By name, or by number.
    case press(String)
    /// Rows from one to another, counted from 1; all of them without a range.
    case list(ClosedRange<Int>?)
    case again, whereAmI
    case more, back, quit, help

    package static let summary = """
        search TEXT   search for TEXT
        select N      open row N
        press NAME    press the button NAME, or the one with that number; next and previous turn pages
        more          ask for more rows
        back          go back
        list N-M      print rows N to M again; list N-, list N, list
        again         print the whole screen again
        where         say which screen this is, and what is on it
        quit          end
        help          show this
        """

    /// The longest command, in bytes.
    package static let limit = 1 << 16

    /// A line that is no command, with what would have been one.
    package struct ParseError: Error, Equatable, Sendable {
        package let reason: String
    }

    /// - Returns: nil for an empty line or a comment.
    package init?(_ line: some StringProtocol) throws(ParseError) {
        let words = line.split(maxSplits: 1, whereSeparator: \.isWhitespace)
        guard let verb = words.first, !verb.hasPrefix("#") else { return nil }
        let argument = words.count > 1 ? Self.trimmed(words[1]) : ""
        switch verb.lowercased() {
        case "search": self = .search(argument)
        case "select":
            guard let number = Self.number(argument[...]) else {
                throw ParseError(reason: "give a row's number, such as: select 1")
            }
            self = .select(number)
        case "press":
            let name = Self.unquoted(argument)
            guard !name.isEmpty else { throw ParseError(reason: "give a button's name or number, such as: press OK") }
            self = .press(name)
        case "list": self = .list(try Self.range(argument))
        case "again": self = .again
        case "where": self = .whereAmI
        case "more": self = .more
        case "back": self = .back
        case "quit": self = .quit
        case "help": self = .help
        default:
            throw ParseError(
                reason:
                    "no such command; there are search, select, press, more, back, list, again, where, quit and help")
        }
    }

    /// From 1; a number that is too large for any screen is the largest that there is.
    static func number(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        let number = Int(text) ?? Int.max
        return number > 0 ? number : nil
    }

    /// `10-20`, `10-`, `10`; nothing for all.
    private static func range(_ text: String) throws(ParseError) -> ClosedRange<Int>? {
        if text.isEmpty { return nil }
        let ends = text.split(separator: "-", omittingEmptySubsequences: false)
        let first = number(ends[0])
        let last = ends.count == 1 ? first : ends.count > 2 ? nil : ends[1].isEmpty ? Int.max : number(ends[1])
        guard let first, let last, first <= last else {
            throw ParseError(reason: "give the rows' numbers, such as: list 10-20")
        }
        return first...last
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
