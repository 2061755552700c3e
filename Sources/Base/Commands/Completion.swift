import Platform

/// The shells that complete command lines by a script.
enum Shell: String, CaseIterable {
    case bash, zsh, fish

    func script(for root: any Command.Type) -> String {
        let commands = CommandPath(root).withAllBelow
        switch self {
        case .bash: return BashCompletion(commands).script
        case .zsh: return ZshCompletion(commands).script
        case .fish: return FishCompletion(commands).script
        }
    }
}

extension CommandPath {
    fileprivate var withAllBelow: [CommandPath] {
        [self] + subcommands.flatMap { $0.withAllBelow }
    }

    fileprivate var subcommands: [CommandPath] {
        last.configuration.subcommands().map { $0.configuration }.filter { !$0.isHidden }.map { subcommand in
            var below = self
            _ = below.descend(to: "\(subcommand.name)")
            return below
        }
    }

    fileprivate var ownName: String { "\(last.configuration.name)" }
    fileprivate var options: [ShownOption] { last.shownOptions.filter { !$0.isArgument } }
}

extension ShownOption {
    /// `-f`, `--file`
    fileprivate var words: [String] {
        (shape.letter.map { ["-\($0)"] } ?? []) + ["--\(shape.name)"]
    }
}

extension String {
    /// The text as one word of a shell.
    fileprivate var quoted: String {
        "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }
}

private struct BashCompletion {
    private let commands: [CommandPath]

    init(_ commands: [CommandPath]) { self.commands = commands }

    /// The words before the cursor name the command; where nothing matches, readline completes files.
    var script: String {
        let name = commands[0].name
        return """
            _\(name)() {
                local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} place=\(name) word
                COMPREPLY=()
                for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
                    [[ $word != -- ]] || return
                    case "$place $word" in
                    \(rows(commands.dropFirst()) { "\($0.name.quoted)) place+=\" $word\" ;;" })
                    esac
                done
                case "$place $previous" in
                \(rows(commands.flatMap(values)) { $0 })
                esac
                case $place in
                \(rows(commands[...]) { "\($0.name.quoted)) word=\(words(of: $0).joined(separator: " ").quoted) ;;" })
                esac
                [[ -z $current && $place != \(name) ]] || mapfile -t COMPREPLY < <(compgen -W "$word" -- "$current")
            }
            complete -o default -F _\(name) \(name)

            """
    }

    private func rows<Rows: Sequence>(_ rows: Rows, _ text: (Rows.Element) -> String) -> String {
        rows.map(text).joined(separator: "\n        ")
    }

    private func words(of command: CommandPath) -> [String] {
        command.subcommands.map(\.ownName) + command.options.flatMap(\.words)
    }

    /// Completes the value of an option that takes one.
    private func values(of command: CommandPath) -> [String] {
        command.options.filter { $0.shape.kind == .option }.map { option in
            let places = option.words.map { "\(command.name) \($0)".quoted }.joined(separator: " | ")
            let choices = option.shape.choices()
            guard !choices.isEmpty else { return "\(places)) return ;;" }
            let list = choices.joined(separator: " ").quoted
            return "\(places)) mapfile -t COMPREPLY < <(compgen -W \(list) -- \"$current\"); return ;;"
        }
    }
}

private struct ZshCompletion {
    private let commands: [CommandPath]

    init(_ commands: [CommandPath]) { self.commands = commands }

    /// A function for each command; that of a command with subcommands calls theirs.
    var script: String {
        let name = commands[0].name
        return "#compdef \(name)\n\n" + commands.map(function).joined(separator: "\n")
            + "\nif [[ $funcstack[1] = _\(name) ]]; then _\(name) \"$@\"; else compdef _\(name) \(name); fi\n"
    }

    private func function(of command: CommandPath) -> String {
        let options = command.options.flatMap(specifications).joined(separator: " \\\n        ")
        let function = Self.function(command)
        let subcommands = command.subcommands
        guard !subcommands.isEmpty else {
            return "\(function)() {\n    _arguments -s : \(options) \\\n        '*:file:_files'\n}\n"
        }
        let names = subcommands.map {
            "\($0.ownName):\(Self.escaped($0.last.configuration.abstract()))".quoted
        }
        let calls = subcommands.map { "\($0.ownName)) \(Self.function($0)) ;;" }
        return """
            \(function)() {
                local state line
                local -a subcommands=(
                    \(names.joined(separator: "\n        "))
                )
                _arguments -C -s : \(options) \\
                    '1:subcommand:->subcommand' '*::argument:->rest'
                case $state in
                subcommand) _describe subcommand subcommands ;;
                rest)
                    case $line[1] in
                    \(calls.joined(separator: "\n        "))
                    esac ;;
                esac
            }

            """
    }

    private static func function(_ command: CommandPath) -> String {
        command.commands.map { "_\($0.configuration.name)" }.joined()
    }

    private func specifications(of option: ShownOption) -> [String] {
        let help = "[\(Self.escaped(option.shape.help()))]"
        let choices = option.shape.choices()
        let action = choices.isEmpty ? "_files" : "(\(choices.joined(separator: " ")))"
        let value =
            option.shape.kind == .option
            ? ":\(Self.escaped(option.shape.value ?? "\(option.shape.name)")):\(action)" : ""
        let prefix = option.shape.isRepeated ? "*" : ""
        return option.words.map { "\(prefix)\($0)\(help)\(value)".quoted }
    }

    /// Escapes a text where colons and brackets have a meaning.
    private static func escaped(_ text: String) -> String {
        text.map { #"\[]:"#.contains($0) ? "\\\($0)" : "\($0)" }.joined()
    }
}

private struct FishCompletion {
    private let commands: [CommandPath]

    init(_ commands: [CommandPath]) { self.commands = commands }

    var script: String { commands.flatMap(lines).map { "\($0)\n" }.joined() }

    private func lines(of command: CommandPath) -> [String] {
        let begin = "complete -c \(commands[0].name) -n \(condition(of: command).quoted)"
        let subcommands = command.subcommands.map {
            "\(begin) -f -a \($0.ownName) -d \(Self.quoted($0.last.configuration.abstract()))"
        }
        let options = command.options.map { option in
            let letter = option.shape.letter.map { " -s \($0)" } ?? ""
            let choices = option.shape.choices()
            let value =
                option.shape.kind == .flag
                ? "" : choices.isEmpty ? " -r" : " -x -a \(choices.joined(separator: " ").quoted)"
            return "\(begin)\(letter) -l \(option.shape.name)\(value) -d \(Self.quoted(option.shape.help()))"
        }
        return subcommands + options
    }

    /// All names of the path are there, and none of a subcommand.
    private func condition(of command: CommandPath) -> String {
        let seen = command.commands.dropFirst().map { "__fish_seen_subcommand_from \($0.configuration.name)" }
        let below = command.subcommands.map(\.ownName)
        let unseen = below.isEmpty ? [] : ["not __fish_seen_subcommand_from \(below.joined(separator: " "))"]
        let conditions = seen + unseen
        return conditions.isEmpty ? "true" : conditions.joined(separator: "; and ")
    }

    /// fish has escapes in single quotes.
    private static func quoted(_ text: String) -> String {
        "'\(text.map { #"\'"#.contains($0) ? "\\\($0)" : "\($0)" }.joined())'"
    }
}
