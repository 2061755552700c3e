import SafeText

/// A command with places for rows, split once into words. Rows only ever become words or pieces of words, and no shell runs.
package struct RowCommand: Equatable, Sendable {
    private let words: [Word]
    /// The option with the command, for messages.
    private let option: String
    /// The places are parameters of a shell, which takes none of them for an option.
    private let isScript: Bool

    package struct Refusal: Error, Equatable, CustomStringConvertible {
        package let description: String

        package init(description: String) { self.description = description }
    }

    package enum Places: Sendable {
        /// `{}` for all chosen rows. Without it, the rows are the last words.
        case chosenRows
        /// `{}`, `{2}`, `{q}`, `{n}`, and `{+}` for all marked rows.
        case fields
    }

    package struct Values: Sendable {
        /// The row at the selection; nil if there is none.
        package var row: [UInt8]?
        /// The number of that row, from 0.
        package var number = 0
        /// The chosen or marked rows.
        package var rows: [[UInt8]] = []
        package var query = ""
        /// State of the session, by fzf's names.
        package var variables: [String: String] = [:]
        package var delimiter = FieldDelimiter.blanks

        package init() {}
    }

    /// - Throws: ``Refusal`` if a well-known program would run the row as code.
    package init(_ words: [String], option: String, places: Places) throws(Refusal) {
        guard !words.isEmpty else { throw Refusal(description: "there is no command") }
        (self.option, isScript) = (option, false)
        var parsed = words.map { Word($0, places) }
        if case .chosenRows = places, !parsed.contains(where: \.hasPlace) { parsed.append(Word("{}", places)) }
        self.words = parsed
        try Self.check(parsed, places)
    }

    private init(script words: [Word], option: String) {
        (self.words, self.option, isScript) = (words, option, true)
    }

    private static func check(_ words: [Word], _ places: Places) throws(Refusal) {
        // `vim +{2}` goes to a line; `vim +{}` with another text would run it.
        let code = CodeWords(words.map(\.text)).first { word in
            let word = Word(word, places)
            return word.hasPlace && !word.isLineNumber
        }
        guard let code else { return }
        throw Refusal(
            description:
                "\"\(code.word.prefix(100).description.printable)\" is code for \(code.program), so a row in it would be run; "
                + "give the row as an argument, as in: sh -c '… \"$1\" …' sh {}")
    }

    /// - Parameters:
    ///   - line: split into words as a shell does, but a sign that only a shell understands is refused.
    ///   - shell: the words of a shell that gets the line as it is, with the places as parameters; nil for none.
    package init(line: String, option: String, shell: [String]? = nil) throws(Refusal) {
        let words: [String]
        do throws(ShellWords.Failure) {
            words = try ShellWords.split(line)
        } catch {
            throw Refusal(
                description: "cannot split \"\(line.prefix(100).description.printable)\" into words: \(error)")
        }
        if let shell {
            guard !words.isEmpty else { throw Refusal(description: "there is no command") }
            try Self.check(words.map { Word($0, .fields) }, .fields)
            let script = try ShellScript(line)
            let words = (shell + [script.text, "sh"]).map { Word(literal: $0) }
            self.init(script: words + script.places.map { Word($0, .fields) }, option: option)
            return
        }
        if let sign = ShellWords.sign(in: line) {
            throw Refusal(
                description:
                    "\(sign) means something to a shell, and none runs here; put it in quotes if the program is to get it, "
                    + "or add --with-shell 'sh -c' for a shell that gets the row as a parameter")
        }
        try self.init(words, option: option, places: .fields)
    }

    /// True if the command has a place for all marked rows.
    package var takesAllRows: Bool { words.contains { $0.hasAllRows } }

    package var needsRow: Bool { words.contains { $0.needsRow } }

    /// The command for these values: a word with all rows is repeated for each.
    /// - Returns: arguments as bytes, since a row need not be UTF-8.
    package func words(for values: Values) throws(Refusal) -> [[UInt8]] {
        var arguments: [[UInt8]] = []
        var (hasSeparator, runsPlus) = (false, false)
        for word in words {
            guard word.hasPlace else {
                // The separator in `env -- sh {}` is not the shell's.
                hasSeparator = word.text == "--" || hasSeparator && !CodeWords.isProgram(word.text)
                runsPlus = runsPlus || CodeWords.runsPlus(word.text)
                arguments.append(Array(word.text.utf8))
                continue
            }
            for row in word.hasAllRows ? values.rows : [values.row ?? []] {
                let argument = word.filled(with: row, values)
                try check(argument, of: word, hasSeparator: hasSeparator, runsPlus: runsPlus)
                arguments.append(argument)
            }
        }
        return arguments
    }

    private func check(
        _ argument: [UInt8], of word: Word, hasSeparator: Bool, runsPlus: Bool
    ) throws(Refusal) {
        let name = String(decoding: argument.prefix(100), as: UTF8.self).printable
        if word.isLineNumber, runsPlus {
            guard argument.dropFirst().allSatisfy({ 0x30...0x39 ~= $0 }) else {
                throw Refusal(
                    description: "\"\(name)\" is not a line number, and \(words.first?.text ?? "") would run it")
            }
            return
        }
        guard !argument.contains(0) else {
            throw Refusal(description: "\"\(name)\" has the character NUL, which no argument can have")
        }
        let first = argument.first.map { Character(UnicodeScalar($0)) }
        guard let first, first == "-" && !word.text.hasPrefix("-") || first == "+" && runsPlus, !hasSeparator,
            !isScript
        else { return }
        let program = words.first?.text ?? ""
        throw Refusal(
            description:
                "\"\(name)\" begins with \(first), which \(program) may take for an option; write \(option) '\(program) -- {}'"
        )
    }
}

extension RowCommand {
    /// A word of the command, and the places in it.
    private struct Word: Equatable, Sendable {
        enum Piece: Equatable, Sendable {
            case text([UInt8])
            case row(FieldRanges?, all: Bool)
            case query, number
            case variable(String)
        }

        let text: String
        private let pieces: [Piece]

        init(_ text: String, _ places: Places) {
            self.text = text
            var pieces: [Piece] = []
            var (literal, rest) = (text[..<text.startIndex], text[...])
            while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
                let after = rest.index(after: close)
                if let piece = Self.piece(String(rest[rest.index(after: open)..<close]), places) {
                    pieces += [.text(Array(text[literal.startIndex..<open].utf8)), piece]
                    literal = text[after..<after]
                    rest = rest[after...]
                } else {
                    rest = rest[rest.index(after: open)...]
                }
            }
            self.pieces = pieces + [.text(Array(text[literal.startIndex...].utf8))]
        }

        init(literal text: String) { (self.text, pieces) = (text, [.text(Array(text.utf8))]) }

        private static func piece(_ name: String, _ places: Places) -> Piece? {
            guard case .fields = places else { return name.isEmpty ? .row(nil, all: true) : nil }
            switch name {
            case "": return .row(nil, all: false)
            case "+": return .row(nil, all: true)
            case "q": return .query
            case "n": return .number
            case _ where ShellScript.variables.contains(name): return .variable(name)
            default:
                let isAll = name.hasPrefix("+")
                return FieldRanges(argument: String(isAll ? name.dropFirst() : name[...])).map { .row($0, all: isAll) }
            }
        }

        var hasPlace: Bool { pieces.contains { if case .text = $0 { false } else { true } } }
        var hasAllRows: Bool { pieces.contains { if case .row(_, all: true) = $0 { true } else { false } } }
        /// A plus sign, and a field.
        var isLineNumber: Bool {
            let pieces = pieces.filter { $0 != .text([]) }
            guard pieces.count == 2, pieces[0] == .text([0x2B]), case .row(_?, all: false) = pieces[1] else {
                return false
            }
            return true
        }

        var needsRow: Bool { pieces.contains { if case .row = $0 { true } else { $0 == .number } } }

        func filled(with row: [UInt8], _ values: Values) -> [UInt8] {
            pieces.flatMap { piece -> [UInt8] in
                switch piece {
                case .text(let bytes): bytes
                case .query: Array(values.query.utf8)
                case .number: Array("\(values.number)".utf8)
                case .variable(let name): Array((values.variables[name] ?? "").utf8)
                case .row(nil, _): row
                case .row(let fields?, _): fields.trimmed(row[...], values.delimiter)
                }
            }
        }
    }
}
