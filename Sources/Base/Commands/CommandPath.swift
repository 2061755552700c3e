import Spelling

/// A command with those above it: `viperline cassette show`.
struct CommandPath {
    private(set) var commands: [any Command.Type]

    init(_ root: any Command.Type) { commands = [root] }

    var root: any Command.Type { commands[0] }
    var last: any Command.Type { commands[commands.count - 1] }
    var name: String { commands.map { "\($0.configuration.name)" }.joined(separator: " ") }

    /// Goes on to the subcommand of that name.
    /// - Returns: whether there is one.
    mutating func descend(to name: String) -> Bool {
        guard let next = last.configuration.subcommands().first(where: { $0.configuration.name.isSpelled(name) }) else {
            return false
        }
        commands.append(next)
        return true
    }

    /// Goes on to the command of a command line. Options before a subcommand's name are for the subcommand.
    /// - Returns: the words of that command.
    mutating func follow(_ words: [String]) -> [String] {
        var words = words
        while last.hasSubcommands, let place = last.firstArgument(of: words), descend(to: words[place]) {
            words.remove(at: place)
        }
        return words
    }

    /// The mistake in the command's words: an argument that the command does not take is meant to be a subcommand.
    func explained(_ error: any Error) -> any Error {
        guard last.hasSubcommands, let mistake = error as? CommandLineError, case .unexpected(let words) = mistake,
            let word = words.first
        else { return error }
        var names: [String] = []
        for command in last.configuration.subcommands() where !command.configuration.isHidden {
            names.append("\(command.configuration.name)")
        }
        return CommandLineError.unknownCommand(word, likely: Suggestion.nearest(to: word, among: names))
    }

    /// Follows names as ``follow(_:)`` does, whatever else the words are.
    mutating func followNames(in words: some Sequence<String>) {
        for word in words { _ = descend(to: word) }
    }
}

extension StaticString {
    fileprivate func isSpelled(_ text: String) -> Bool {
        text.utf8.elementsEqual(UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount))
    }
}

extension Command {
    static var hasSubcommands: Bool { !configuration.subcommands().isEmpty }

    fileprivate static func firstArgument(of words: [String]) -> Int? {
        guard let word = words.first else { return nil }
        // The usual case needs no table.
        if !word.hasPrefix("-") { return 0 }
        let findings = WordScanner(words, shapes).findings()
        let first = findings.first { if case .option = $0 { false } else { true } }
        return if case .argument(_, let place) = first { place } else { nil }
    }
}
