/// Words of a command that its program runs as code, as `sh -c` does: a row in them would run, too. Only for
/// well-known programs; what other programs do with their arguments is not known here.
struct CodeWords {
    /// The ways in which a program takes code.
    private struct Rule {
        /// The options whose value is code.
        var letters = ""
        var names: [String] = []
        /// Other options with a value, which may be the next word.
        var valued = ""
        var valuedNames: [String] = []
        /// True if the option for code is a flag, and the code the first operand after it.
        var isShell = false
        var plusIsCode = false
        /// True if options may follow operands.
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
            "parallel": Rule(operands: 0..<Int.max), "eval": Rule(operands: 0..<Int.max),
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

    /// The first word that is code and fulfils a condition, and the program that runs it.
    func first(where isMeant: (String) -> Bool) -> (program: String, word: String)? {
        for index in words.indices {
            guard let rule = Self.rule(for: words[index]) else { continue }
            if let found = code(of: rule, behind: index).first(where: { isMeant(words[$0]) }) {
                return (words[index], words[found])
            }
        }
        return nil
    }

    /// True if a program has rules of its own for words that begin with `-`. The words before such a program start it, as `env` does.
    static func isProgram(_ word: String) -> Bool { rule(for: word) != nil }

    static func runsPlus(_ word: String) -> Bool { rule(for: word)?.plusIsCode == true }

    /// The rule of a program, by its name without a folder, and without a version such as `3.12`.
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

    /// The meaning of a word that begins with `-` to a program.
    private struct Option {
        /// The option's value is code; of a shell, the next operand is.
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
