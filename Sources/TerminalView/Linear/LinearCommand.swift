/// What can be asked for in linear mode, one a line.
package enum LinearCommand: Equatable, Sendable {
    case search(String)
    /// Counts the rows on the screen from 1.
    case select(Int)
    case press(String)
    case more, back, quit, help

    package static let summary = """
        search TEXT   search for TEXT
        select N      open row N
        press NAME    press the button NAME; next and previous turn pages
        more          ask for more rows
        back          go back
        quit          end
        help          show this
        """

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
            guard let number = Int(argument), number > 0 else {
                throw ParseError(reason: "a row's number is wanted, such as: select 1")
            }
            self = .select(number)
        case "press":
            let name = Self.unquoted(argument)
            guard !name.isEmpty else { throw ParseError(reason: "a button's name is wanted, such as: press OK") }
            self = .press(name)
        case "more": self = .more
        case "back": self = .back
        case "quit": self = .quit
        case "help": self = .help
        default:
            throw ParseError(reason: "no such command; there are search, select, press, more, back, quit and help")
        }
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
