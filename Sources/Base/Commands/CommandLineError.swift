/// The reason why words are not the command line of a command.
package enum CommandLineError: Error {
    case unknownOption(String, likely: String?)
    case superfluousValue(String, of: String)
    /// The word after the option, if that looks like another option.
    case missingValue(of: OptionText, next: String?)
    case badValue(String, of: OptionText, reason: String?)
    case missingArgument(OptionText)
    case unexpected([String])
    case unknownCommand(String, likely: String?)
}

/// An option or an argument in a message.
package struct OptionText {
    /// `--file <file>`
    let spelled: String
    /// `--file` or `-f`; empty for an argument.
    private let name: String
    /// The help of the option, without the remarks that its kind adds.
    let help: String
    let choices: [String]

    /// - Parameter spelled: `--file` or `-f`.
    init(_ shape: OptionShape, spelled: String) {
        name = spelled
        self.spelled = "\(spelled) \(shape.valueText)"
        help = "\(self.spelled)  \(shape.help())"
        choices = shape.choices()
    }

    init(argument shape: OptionShape) {
        name = ""
        spelled = shape.synopsis(isOptional: false)
        help = "\(shape.valueText)  \(shape.help())"
        choices = []
    }

    /// The option and its value as one word.
    func joined(with value: String) -> String { name + (name.hasPrefix("--") ? "=" : "") + value }
}

extension CommandLineError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unknownOption(let name, let likely): "Unknown option \(Self.quoted(name))" + Self.question(likely)
        case .unknownCommand(let name, let likely): "Unknown command \(Self.quoted(name))" + Self.question(likely)
        case .superfluousValue(let value, let name):
            "The option '\(name)' does not take any value, but \(Self.quoted(value)) was specified."
        case .missingValue(let option, let next):
            "Missing value for '\(option.spelled)'"
                + (next.map { ". If '\($0)' is the value, write '\(option.joined(with: $0))'" } ?? "")
        case .badValue(let value, let option, let reason):
            "The value \(Self.quoted(value)) is invalid for '\(option.spelled)'"
                + (reason.map { ": \($0)" } ?? Self.list(option.choices))
        case .missingArgument(let argument): "Missing expected argument '\(argument.spelled)'"
        case .unexpected(let words):
            words.count == 1
                ? "Unexpected argument \(Self.quoted(words[0]))"
                : "\(words.count) unexpected arguments: \(words.prefix(Self.mostWords).map(Self.quoted).joined(separator: ", "))"
        }
    }

    var help: String? {
        switch self {
        case .missingValue(let option, _), .badValue(_, let option, _), .missingArgument(let option): option.help
        case .unknownOption, .superfluousValue, .unexpected, .unknownCommand: nil
        }
    }

    /// Characters of a word, and words, that a message quotes.
    private static let longestWord = 200
    private static let mostWords = 20

    private static func quoted(_ word: String) -> String {
        word.count > longestWord ? "'\(word.prefix(longestWord))…'" : "'\(word)'"
    }

    private static func question(_ likely: String?) -> String { likely.map { ". Did you mean '\($0)'?" } ?? "" }

    private static func list(_ choices: [String]) -> String {
        guard let last = choices.last, choices.count > 1 else { return "" }
        let others = choices.dropLast().map { "'\($0)'" }.joined(separator: ", ")
        return ". Please provide one of \(others) or '\(last)'."
    }
}
