import JSON
import Platform

/// A program with short options for secrets, which elsewhere mean other things.
struct CommandProgram: Sendable {
    enum Use: String {
        case plain = ""
        /// The value may only be attached: `mysql -p` asks.
        case attached
        /// The value is `name%password`.
        case user
        /// Another program with options of its own follows.
        case runs
    }

    let name: String
    let use: Use
    /// Letters of options whose value is a secret.
    let options: [UInt8]

    static let all: [Self] = SecretTable.rows("programs").flatMap { row in
        let words = row.key.split(separator: " ").map(String.init)
        let use = words.count > 1 ? Use(rawValue: words[0]) : .plain
        return row.words.map { Self(name: $0, use: use ?? .plain, options: Array((words.last ?? "").utf8)) }
    }
}

enum CommandRules {
    /// A program whose options follow on this line.
    static func begin(_ program: CommandProgram, _ reader: inout TextReader, _ start: Int) -> Range<Int>? {
        let end = start + program.name.utf8.count
        guard let next = reader[end], next <= 0x20 || TextReader.isQuote(next) else { return nil }
        (reader.program, reader.programEnd) = (program, reader.end(.line, from: end))
        return nil
    }

    /// The next command of a line is another program.
    static func separator(_ reader: inout TextReader, _ at: Int) -> Range<Int>? {
        reader.program = nil
        return nil
    }

    /// `--token value`, `-u name:value`, `-pvalue`.
    static func option(_ reader: inout TextReader, _ dash: Int) -> Range<Int>? {
        guard let before = dash == 0 ? 0x20 : reader[dash - 1], before <= 0x20 || TextReader.isQuote(before),
            let letter = reader[dash + 1], letter > 0x20
        else { return nil }
        if let next = reader[dash + 2], next > 0x20, letter != UInt8(ascii: "-"),
            let attached = attached(&reader, letter, reader.argument(at: dash + 2))
        {
            return attached
        }
        let word = reader.name(from: dash)
        let start = reader.skip(" ", from: word.upperBound)
        guard start > word.upperBound, let head = reader[start], head > 0x20 else { return nil }
        let value = reader.argument(at: start)
        let (name, text) = (reader.text(word), reader.text(value))
        if users.contains(name), let password = password(&reader, in: value) { return password }
        guard !SecretValue.isVariable(text) else { return nil }
        if word.count == 2, let program = program(&reader, at: start, letter), program.use != .attached {
            guard program.use == .user else { return value }
            return reader.place(of: UInt8(ascii: "%"), in: value).map { $0 + 1..<value.upperBound }
        }
        if head == UInt8(ascii: "-"), !SecretValue.isDashed(text) { return nil }
        return isSecret(name, withValue: text) && head != UInt8(ascii: "(") ? value : nil
    }

    /// `-uname:password`, and `-pPASSWORD` where the program takes it.
    private static func attached(_ reader: inout TextReader, _ letter: UInt8, _ value: Range<Int>) -> Range<Int>? {
        let text = reader.text(value)
        if let program = program(&reader, at: value.lowerBound, letter), program.use != .user,
            !SecretValue.isVariable(text)
        {
            return value
        }
        guard letter == UInt8(ascii: "u"), !text.contains("://"), !text.hasPrefix("ser"),
            let password = password(&reader, in: value), !SecretValue.isVariable(reader.text(password))
        else { return nil }
        return password
    }

    /// The program of this line, before the next command, if this option of it has a secret.
    private static func program(_ reader: inout TextReader, at place: Int, _ letter: UInt8) -> CommandProgram? {
        guard place <= reader.programEnd, let program = reader.program else { return nil }
        if program.use == .runs { reader.program = nil }
        return program.options.contains(letter) ? program : nil
    }

    /// Options that `name:password` follows.
    private static let users: Set = ["-u", "--user", "--proxy-user", "-U", "-a", "--auth"]

    /// The bytes behind the name and its colon.
    private static func password(_ reader: inout TextReader, in value: Range<Int>) -> Range<Int>? {
        guard let colon = reader.place(of: UInt8(ascii: ":"), in: value.prefix(TextReader.decisive)),
            colon > value.lowerBound, !reader.has("://", at: colon)
        else { return nil }
        return colon + 1..<value.upperBound
    }

    /// True if a secret follows the option, as after `--token`.
    private static func isSecret(_ option: String, withValue value: String) -> Bool {
        // curl's and wget's `-b name=value`.
        if option == "-b" { return value.utf8.contains(UInt8(ascii: "=")) }
        let name = String(option.drop { $0 == "-" })
        // openssl's `-passin pass:…`.
        if name == "passin" || name == "passout" { return true }
        return name.utf8.count > 1 && SecretName(name).isSecretParameter(withValue: value)
    }

    // MARK: - Words of a command

    /// Where the secrets begin in the words of a command. Nil words are none or too long.
    static func secrets(in words: [String?]) -> [Int: Int] {
        guard words.contains(where: { $0?.hasPrefix("-") ?? false }) else { return [:] }
        var (line, starts) = ([UInt8](), [Int]())
        for word in words {
            starts.append(line.count)
            line += (word ?? "").utf8.isEmpty ? [0x7F] : (word ?? "").utf8.map(inWord)
            line.append(0x20)
        }
        var (reader, found) = (TextReader(line), [Int: Int]())
        for start in starts.prefix(3) {
            let name = line[start...].prefix { $0 != 0x20 }.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? start
            for program in CommandProgram.all where reader.has(program.name, at: name) {
                _ = begin(program, &reader, name)
            }
        }
        for (index, start) in starts.enumerated() where line[start] == UInt8(ascii: "-") && found[index] == nil {
            guard let secret = option(&reader, start) else { continue }
            let place = index + 1 < starts.count && starts[index + 1] <= secret.lowerBound ? index + 1 : index
            found[place] = secret.lowerBound - starts[place]
        }
        return found
    }

    /// The byte, or another in its place: no blank and no quote ends a word, and nothing is code or a variable.
    private static func inWord(_ byte: UInt8) -> UInt8 {
        if byte <= 0x20 { return 0x7F }
        return TextReader.isQuote(byte) || "$({<".utf8.contains(byte) ? UInt8(ascii: "_") : byte
    }
}

/// Removes secrets from a command: `--token X`, `-H 'Authorization: …'`.
package enum SecretArguments {
    package static let placeholder = "withheld"

    package static func withheld(from command: [String]) -> [String] {
        var json: [UInt8] = [UInt8(ascii: "[")]
        for (index, word) in command.enumerated() {
            if index > 0 { json.append(UInt8(ascii: ",")) }
            JSONText.append(word, to: &json)
        }
        var redactor = Redactor(placeholder: placeholder)
        let redacted = redactor.redact(json + [UInt8(ascii: "]")])
        return JSONSlices.elements(ofArray: redacted.span)?.compactMap { JSONText.decode(redacted.span.extracting($0)) }
            ?? command.map { _ in placeholder }
    }
}
