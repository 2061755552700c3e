import Platform
import JSON

extension SecretForm {
    /// Secrets in command lines.
    static let commands = [
        SecretForm(
            "program", at: .words(CommandProgram.names),
            ["mysql -u root -p§ d", "sshpass -p § ssh h", "mysqldump -p'§' d"],
            not: ["mysql -p", "ssh -p 2222 h", "mysqlx -p§"], rule: CommandRules.program),
        SecretForm(
            "end of a command", at: .byte(";|&\n"), [], not: ["sshpass x; ssh -p 2222 h"], rule: CommandRules.separator),
        SecretForm(
            "option", at: .byte("-"),
            [
                "tool --token § --verbose", "tool --password '§'", "curl -u me:§ https://h", "curl -ume:§ https://h",
                "tool --password «-PW1x9»", "mysql -hh -uroot «-p»§", "redis-cli -h h -a §", "docker login -u u -p § r",
                "7z a -p§ x.7z", "ldapsearch -D cn=x -w § y", "openssl rsa -passin pass:§", "zip -P § x.zip f",
                "Connect -Password \"§\"", "wget --http-password § u", "sqlcmd -S h -U sa -P §", "tool -token §",
                "curl --user 'me:§' h", "curl --proxy-user me:§ h", "sudo sshpass -p§ ssh h",
                "smbclient -U 'u%§' //h/s",
                "smbclient //h/s -U u%§", "mosquitto_pub -u u -P § -t x", "mongosh -u u -p § d", "curl -b 'a=§' h",
                "cmd; mysql -p§", "/usr/bin/mysql -p§",
            ],
            not: [
                "a - b --token", "tool --password --verbose", "tool -p 8080:80", "a -u is b", "--password -v",
                "docker run -p 80:80 x",
                "tool --token $TOKEN", "grep -P x f", "mkdir -p a/b", "mysql -u root; mkdir -p a/b2",
            ], rule: CommandRules.option),
        SecretForm(
            "named argument", at: .words(["setenv ", "setx ", "env ", "arg ", "set "]),
            ["setenv API_KEY §", "setx DB_PASSWORD §", "FROM x\nENV API_TOKEN §\n", "set -gx API_TOKEN §"],
            not: ["set the token please", "env TOKEN", "ARG TOKEN\nRUN x1y2z3"], rule: CommandRules.namedArgument),
        SecretForm(
            "quoted argument",
            at: .words([
                "identified by", "password '", "password \"", "password('", "password(\"", "convertto-securestring",
            ]),
            [
                "CREATE USER u IDENTIFIED BY '§'", "ALTER ROLE r WITH PASSWORD '§'",
                "ConvertTo-SecureString '§' -AsPlainText",
                "ConvertTo-SecureString -String \"§\" -Force",
            ],
            not: ["identified by its number", "the password 'is' secret", "ConvertTo-SecureString $x"],
            rule: CommandRules.quotedArgument),
    ]
}

/// Programs with short options for secrets, which elsewhere mean other things.
package struct CommandProgram: Sendable, Equatable {
    let name: StaticString
    /// Options whose value is a secret, attached or as the next word.
    var secrets: [UInt8] = []
    /// Whether the value may only be attached: `mysql -p` asks.
    var isAttached = false
    /// Options with `name%password`.
    var users: [UInt8] = []
    /// Whether another program with options of its own follows.
    var runsAnother = false

    private static func program(_ name: StaticString, _ secrets: String, attached: Bool = false) -> Self {
        Self(name: name, secrets: Array(secrets.utf8), isAttached: attached)
    }

    static let all: [Self] = [
        program("mysqldump", "p", attached: true), program("mysqladmin", "p", attached: true),
        program("mysqlimport", "p", attached: true), program("mysqlsh", "p", attached: true),
        program("mysql", "p", attached: true), program("mariadb-dump", "p", attached: true),
        program("mariadb", "p", attached: true), Self(name: "sshpass", secrets: Array("p".utf8), runsAnother: true),
        program("redis-cli", "a"),
        program("docker login", "p"), program("podman login", "p"), program("helm registry login", "p"),
        program("mongosh", "p"), program("mongodump", "p"), program("mongorestore", "p"), program("mongoexport", "p"),
        program("mongo", "p"), program("ldapsearch", "w"), program("ldapadd", "w"), program("ldapmodify", "w"),
        program("ldapwhoami", "w"), program("ldapdelete", "w"), program("zip", "P"),
        program("7za", "p", attached: true), program("7zz", "p", attached: true), program("7z", "p", attached: true),
        program("unrar", "p", attached: true), program("rar", "p", attached: true), program("unzip", "P"),
        program("sqlcmd", "P"), program("bcp", "P"), program("mosquitto_pub", "P"), program("mosquitto_sub", "P"),
        program("ipmitool", "P"), program("az login", "p"), program("oc login", "p"), program("psexec", "p"),
        program("cf login", "p"), program("openssl enc", "kK"), program("ssh-keygen", "NP"), program("snmpwalk", "AXc"),
        program("snmpget", "AXc"),
        Self(name: "smbclient", users: Array("U".utf8)), Self(name: "rpcclient", users: Array("U".utf8)),
    ]
    static let names = all.map(\.name)

    /// Which part of the word after an option is a secret.
    func part(of option: String, _ value: String) -> NamedValues.Part? {
        guard option.utf8.count == 2, option.hasPrefix("-"), let letter = option.utf8.last,
            !SecretValue.isVariable(value)
        else { return nil }
        if users.contains(letter), value.contains("%") { return .behindPercent }
        return secrets.contains(letter) && !isAttached ? .all : nil
    }

    package static func == (one: Self, other: Self) -> Bool { one.name.description == other.name.description }

    /// By the words of a command.
    static func of(_ words: [String]) -> Self? {
        for word in words.prefix(3) {
            let name = word.split(separator: "/").last.map { $0.lowercased() } ?? ""
            let rest = words.drop { $0 != word }.dropFirst().first.map { " " + $0.lowercased() } ?? ""
            if let found = all.first(where: { [name, name + rest].contains($0.name.description) }) { return found }
        }
        return nil
    }
}

/// Rules for command lines.
enum CommandRules {
    static func program(_ reader: inout TextReader, _ start: Int) -> Range<Int>? {
        for program in CommandProgram.all where reader.has(program.name, at: start) {
            let end = start + program.name.utf8CodeUnitCount
            guard reader[end].map({ $0 <= 0x20 || TextReader.isQuote($0) }) ?? false else { continue }
            reader.context.program = program
            reader.context.programLine = reader.end(.line, from: end)
            break
        }
        return nil
    }

    /// `--token value`, `-u name:value`.
    static func option(_ reader: inout TextReader, _ dash: Int) -> Range<Int>? {
        guard let before = dash == 0 ? 0x20 : reader[dash - 1], before <= 0x20 || TextReader.isQuote(before),
            let first = reader[dash + 1], first > 0x20
        else { return nil }
        if let attached = attached(&reader, dash) { return attached }
        let word = reader.name(from: dash)
        let rest = reader.skip(" ", from: word.upperBound)
        guard rest > word.upperBound, let head = reader[rest], head > 0x20 else { return nil }
        let value = reader.argument(at: rest)
        let name = reader.bytes[word]
        if CommandOption.isUser(name) {
            let beginning = value.clamped(to: value.lowerBound..<value.lowerBound + 256)
            reader.step(beginning.count)
            if let password = CommandOption.password(in: reader.bytes, beginning) {
                return password.lowerBound..<value.upperBound
            }
        }
        if let password = ofProgram(&reader, name, value) { return password }
        guard CommandOption.isSecret(name, withValue: reader.text(value)) else { return nil }
        let text = reader.text(value)
        if head == UInt8(ascii: "-"), !SecretValue.isDashed(text) { return nil }
        return SecretValue.isVariable(text) || head == UInt8(ascii: "(") ? nil : value
    }

    /// `-uname:password`, and `-pPASSWORD` where the program takes it.
    private static func attached(_ reader: inout TextReader, _ dash: Int) -> Range<Int>? {
        guard let letter = reader[dash + 1], let next = reader[dash + 2], next > 0x20, letter != UInt8(ascii: "-")
        else {
            return nil
        }
        if let program = program(&reader, at: dash), program.secrets.contains(letter) {
            let value = reader.argument(at: dash + 2)
            if !SecretValue.isVariable(reader.text(value)) { return value }
        }
        guard letter == UInt8(ascii: "u") else { return nil }
        let value = reader.argument(at: dash + 2)
        let text = reader.text(value)
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), !text.contains("://"), !text.hasPrefix("ser"),
            !SecretValue.isVariable(String(text[colon...].dropFirst()))
        else { return nil }
        let offset = text.utf8.distance(from: text.startIndex, to: colon)
        return offset > 0 ? value.lowerBound + offset + 1..<value.upperBound : nil
    }

    private static func ofProgram(
        _ reader: inout TextReader, _ name: ArraySlice<UInt8>, _ value: Range<Int>
    ) -> Range<Int>? {
        guard name.count == 2, let letter = name.last, let program = program(&reader, at: value.lowerBound) else {
            return nil
        }
        if program.users.contains(letter) {
            let text = reader.text(value)
            guard let percent = text.utf8.firstIndex(of: UInt8(ascii: "%")) else { return nil }
            return value.lowerBound + text.utf8.distance(from: text.startIndex, to: percent) + 1..<value.upperBound
        }
        guard program.secrets.contains(letter), !program.isAttached else { return nil }
        return SecretValue.isVariable(reader.text(value)) ? nil : value
    }

    /// The program of this line, before the next command.
    private static func program(_ reader: inout TextReader, at place: Int) -> CommandProgram? {
        guard let line = reader.context.programLine, place <= line, let program = reader.context.program else {
            return nil
        }
        // It runs another program, whose options follow.
        if program.runsAnother { reader.context.programLine = nil }
        return program
    }

    /// The next command of a line is another program.
    static func separator(_ reader: inout TextReader, _ at: Int) -> Range<Int>? {
        reader.context.programLine = nil
        return nil
    }

    private static let setters: Set = ["setenv", "setx", "env", "arg", "set"]

    /// `setenv NAME value`.
    static func namedArgument(_ reader: inout TextReader, _ start: Int) -> Range<Int>? {
        let word = reader.name(from: start)
        var next = reader.skip(" ", from: word.upperBound)
        guard next > word.upperBound, setters.contains(reader.text(word).lowercased()) else { return nil }
        if reader[next] == UInt8(ascii: "-") { next = reader.skip(" ", from: reader.name(from: next).upperBound) }
        let name = reader.name(from: next)
        let value = reader.skip(" ", from: name.upperBound)
        guard value > name.upperBound, reader.verdict(name).isSecret else { return nil }
        let argument = reader.argument(at: value)
        return SecretValue.looksChosen(reader.text(argument)) ? argument : nil
    }

    /// `IDENTIFIED BY 'value'`.
    static func quotedArgument(_ reader: inout TextReader, _ start: Int) -> Range<Int>? {
        for word: StaticString in [
            "identified by", "password(", "password", "convertto-securestring -string", "convertto-securestring",
        ]
        where reader.has(word, at: start) {
            let next = reader.skip(" ", from: start + word.utf8CodeUnitCount)
            guard let value = reader.quoted(at: next) else { continue }
            return SecretValue.looksChosen(reader.text(value)) ? value : nil
        }
        return nil
    }
}

/// Command-line options that are followed by a secret.
enum CommandOption {
    /// Whether a secret follows the option, as after `--token`.
    static func isSecret(_ word: ArraySlice<UInt8>, withValue value: String) -> Bool {
        let name = word.drop { $0 == UInt8(ascii: "-") }
        guard word.first == UInt8(ascii: "-"), !name.isEmpty else { return false }
        // curl's and wget's `-b name=value`.
        if word.elementsEqual("-b".utf8) { return value.utf8.contains(UInt8(ascii: "=")) }
        // openssl's `-passin pass:…`.
        if name.elementsEqual("passin".utf8) || name.elementsEqual("passout".utf8) { return true }
        return name.count > 1
            && SecretName.isSecretParameter(String(decoding: name, as: UTF8.self), withValue: value)
    }

    /// Whether `name:password` follows.
    static func isUser(_ word: ArraySlice<UInt8>) -> Bool {
        ["-u", "--user", "--proxy-user", "-U", "-a", "--auth"].contains { word.elementsEqual($0.utf8) }
    }

    /// The password of `name:password`; nil for another form.
    static func password(in text: [UInt8], _ value: Range<Int>) -> Range<Int>? {
        guard let colon = text[value].firstIndex(of: UInt8(ascii: ":")), colon > value.lowerBound,
            !text[colon...].starts(with: "://".utf8)
        else { return nil }
        return colon + 1..<value.upperBound
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
