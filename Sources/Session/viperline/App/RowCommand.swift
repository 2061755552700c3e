import Commands
import Composition
import Platform
import SafeText
import Wire

/// A command for rows that a user has chosen, split once into words. Rows only ever become words or pieces of words.
struct RowCommand {
    private let words: [String]
    private static let place = "{}"

    struct Refusal: Error, Equatable, CustomStringConvertible {
        let description: String
    }

    /// - Parameter text: with `{}` where the row belongs; without it, the row is the last word. It is refused where a
    ///   well-known program would run the row as code.
    init(_ text: String) throws {
        let split = try ShellWords.split(text)
        guard !split.isEmpty else { throw Refusal(description: "there is no command") }
        words = split.contains { $0.contains(Self.place) } ? split : split + [Self.place]
        guard let code = CodeWords(words).first(with: Self.place) else { return }
        throw Refusal(
            description:
                "\"\(code.word.prefix(100).description.printable)\" is code for \(code.program), so a row in it would be run; "
                + "give the row as an argument, as in: sh -c '… \"$1\" …' sh {}")
    }

    /// The command for these rows: a word with `{}` is repeated for each.
    /// - Returns: arguments as bytes, since a row need not be UTF-8.
    func words(for rows: [[UInt8]]) throws(Refusal) -> [[UInt8]] {
        var arguments: [[UInt8]] = []
        var (hasSeparator, runsPlus) = (false, false)
        for word in words {
            guard word.contains(Self.place) else {
                // In `env -- sh {}`, the separator is not the shell's.
                hasSeparator = word == "--" || hasSeparator && !CodeWords.isProgram(word)
                runsPlus = runsPlus || CodeWords.runsPlus(word)
                arguments.append(Array(word.utf8))
                continue
            }
            for row in rows {
                let name = String(decoding: row.prefix(100), as: UTF8.self).printable
                guard !row.contains(0) else {
                    throw Refusal(description: "\"\(name)\" has the character NUL, which no argument can have")
                }
                let argument = Self.fill(Array(word.utf8), with: row)
                let first = argument.first.map { Character(UnicodeScalar($0)) }
                if let first, first == "-" && !word.hasPrefix("-") || first == "+" && runsPlus, !hasSeparator {
                    throw Refusal(
                        description:
                            "\"\(name)\" begins with \(first), which \(words[0]) may take for an option; write --open '\(words[0]) -- {}'"
                    )
                }
                arguments.append(argument)
            }
        }
        return arguments
    }

    private static func fill(_ word: [UInt8], with row: [UInt8]) -> [UInt8] {
        var filled: [UInt8] = []
        var rest = word[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "{"), rest.first == UInt8(ascii: "}") {
                rest.removeFirst()
                filled += row
            } else {
                filled.append(byte)
            }
        }
        return filled
    }
}

/// Which words of a command its program runs as code, as `sh -c` does: a row in them would run, too. Only for
/// well-known programs; what other programs do with their arguments is not known here.
struct CodeWords {
    /// How a program takes code.
    private struct Rule {
        /// The options whose value is code.
        var letters = ""
        var names: [String] = []
        /// Other options with a value, which may be the next word.
        var valued = ""
        var valuedNames: [String] = []
        /// Whether that option is a flag, and the code the first operand after it.
        var isShell = false
        /// Whether a word that begins with + is code.
        var plusIsCode = false
        /// Whether options may follow operands.
        var permutes = false
        /// The operands that are code.
        var operands = 0..<0
    }

    private static let shell = Rule(
        letters: "c", valued: "oO", valuedNames: ["--rcfile", "--init-file", "--emulate"], isShell: true)

    private static let rules: [String: Rule] = {
        var rules: [String: Rule] = [
            "python": Rule(letters: "c", valued: "mWX", valuedNames: ["--check-hash-based-pycs"]),
            "perl": Rule(letters: "eE", valued: "I"),
            "ruby": Rule(letters: "e", valued: "rICEW"),
            "node": Rule(
                letters: "ep", names: ["--eval", "--print"], valued: "rC", valuedNames: ["--require", "--import"]),
            "php": Rule(letters: "rBRE", names: ["--run"], valued: "dcfzS"),
            "lua": Rule(letters: "e", valued: "l"),
            "Rscript": Rule(letters: "e"),
            "awk": Rule(letters: "e", names: ["--source"], valued: "fFv", operands: 0..<1),
            "sed": Rule(letters: "e", names: ["--expression"], valued: "fl", permutes: true, operands: 0..<1),
            "su": Rule(letters: "c", names: ["--command", "--session-command"], valued: "gGswW", permutes: true),
            "script": Rule(letters: "c", names: ["--command"], valued: "IOBTEmot", permutes: true),
            "flock": Rule(letters: "c", names: ["--command"], valued: "wE", permutes: true),
            "env": Rule(letters: "S", names: ["--split-string"], valued: "uC", valuedNames: ["--unset", "--chdir"]),
            "watch": Rule(valued: "nqd", valuedNames: ["--interval"], operands: 0..<Int.max),
            "parallel": Rule(operands: 0..<Int.max),
            // The words after the host are joined for the shell there.
            "ssh": Rule(letters: "o", valued: "BbcDEeFIiJLlmOpQRSWw", operands: 1..<Int.max),
            "vim": Rule(letters: "cS", names: ["--cmd"], valued: "iTuUW", plusIsCode: true, permutes: true),
            "less": Rule(valued: "bcDhjkoOpPtTxyz", plusIsCode: true, permutes: true),
            "fish": Rule(letters: "cC", names: ["--command", "--init-command"], valued: "dDfo"),
        ]
        for name in ["sh", "bash", "rbash", "dash", "zsh", "ksh", "mksh", "ash", "csh", "tcsh"] { rules[name] = shell }
        for name in ["gawk", "mawk", "nawk"] { rules[name] = rules["awk"] }
        for name in ["vi", "nvim", "view", "ex"] { rules[name] = rules["vim"] }
        rules["runuser"] = rules["su"]
        return rules
    }()

    private let words: [String]

    init(_ words: [String]) { self.words = words }

    /// The first word with `place` in it that is code, and the program that runs it.
    func first(with place: String) -> (program: String, word: String)? {
        for index in words.indices {
            guard let rule = Self.rule(for: words[index]) else { continue }
            if let found = code(of: rule, behind: index).first(where: { words[$0].contains(place) }) {
                return (words[index], words[found])
            }
        }
        return nil
    }

    /// Whether a program has rules of its own for words that begin with `-`. The words before such a program start it, as `env` does.
    static func isProgram(_ word: String) -> Bool { rule(for: word) != nil }

    /// Whether the program runs a word that begins with `+`.
    static func runsPlus(_ word: String) -> Bool { rule(for: word)?.plusIsCode == true }

    /// By its name without a folder, and without a version such as `3.12`.
    private static func rule(for word: String) -> Rule? {
        let name = word.split(separator: "/").last.map(String.init) ?? word
        let plain = name.reversed().drop { $0.isNumber || $0 == "." || $0 == "-" }.reversed()
        return rules[name] ?? rules[String(plain)]
    }

    private func code(of rule: Rule, behind program: Int) -> [Int] {
        var found: [Int] = []
        var (next, operands, endsOptions, awaitsCode) = (program + 1, 0, false, false)
        while next < words.count {
            let word = words[next]
            if !endsOptions, word == "--" {
                endsOptions = true
            } else if !endsOptions, word.hasPrefix("+"), rule.plusIsCode {
                found.append(next)
            } else if !endsOptions, word.count > 1, word.hasPrefix("-") || rule.isShell && word.hasPrefix("+") {
                let option = Option(word, rule)
                // A row among a shell's flags could be the flag that makes the next word code.
                if option.isCode || rule.isShell { found.append(next) }
                awaitsCode = awaitsCode || option.isCode
                if option.takesNextWord {
                    next += 1
                    if option.isCode, !rule.isShell { found.append(next) }
                }
            } else if rule.isShell {
                return awaitsCode ? found + [next] : found
            } else {
                if rule.operands.contains(operands) { found.append(next) }
                if rule.operands.isEmpty, !rule.permutes { break }
                operands += 1
            }
            next += 1
        }
        return found.filter { $0 < words.count }
    }

    /// What a word that begins with `-` means to a program.
    private struct Option {
        /// Its value is code; of a shell, the next operand is.
        var isCode = false
        var takesNextWord = false

        init(_ word: String, _ rule: Rule) {
            if word.hasPrefix("--") {
                let name = word.prefix { $0 != "=" }
                // A name may be cut short.
                isCode = rule.names.contains { $0.hasPrefix(name) }
                takesNextWord = !word.contains("=") && (isCode || rule.valuedNames.contains { $0.hasPrefix(name) })
                return
            }
            var letters = word.dropFirst()
            while let letter = letters.popFirst() {
                let takesValue = rule.valued.contains(letter) || rule.letters.contains(letter) && !rule.isShell
                isCode = isCode || rule.letters.contains(letter)
                guard takesValue else { continue }
                takesNextWord = letters.isEmpty
                return
            }
        }
    }
}

/// A program in this one's place: it gets the terminal, the exit code is its own.
enum ForegroundProgram {
    /// Returns only if the program cannot be started.
    /// - Parameters:
    ///   - words: searched for in PATH.
    ///   - readsTerminal: whether its input is the terminal, where there is one, since the rows have come from ours.
    static func run(_ words: [[UInt8]], readsTerminal: Bool) -> Int32 {
        let terminal = readsTerminal ? open("/dev/tty", O_RDONLY | O_CLOEXEC) : -1
        if terminal >= 0 { dup2(terminal, 0) }
        var arguments = words.map { word in strdup((word + [0]).map { CChar(bitPattern: $0) }) }
        arguments.append(nil)
        if let program = arguments[0] { execvp(program, arguments) }
        let name = words.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
        StandardStream.diagnose("viperline", "--open: start \(name): \(String(cString: strerror(errno)))")
        arguments.forEach { free($0) }
        return ExitStatus.unavailable.rawValue
    }
}
