import Platform

extension SecretForm {
    /// `name=value` and the like.
    static let assignments = [
        SecretForm(
            "parameter", at: .byte("="),
            [
                "https://h/?key=§", "https://h/?a=1&access_token=§&b=2", "https://h/?sig=§",
                "https://h/?code=§&state=x",
                "https://h/?X-Amz-Signature=§", "https://h/?X-Amz-Credential=§&x=1", "https://h/?X-Goog-Signature=§",
                "https://h/#access_token=§&x=1", "export API_TOKEN=§", "PGPASSWORD=§ psql", "tool --api-key=§",
                "Server=h;Password=§;Database=d", "AccountName=a;AccountKey=«Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MA==»;x=1",
                "grant_type=password&username=u&password=§", "sudo -S env DB_PASS=§ run", "java -Dpassword=§ App",
                "jdbc:postgresql://h/d?user=u&password=§", "next=https%3A%2F%2Fg%2F%3Ftoken%3D§%26x%3D1",
                "next=https%253A%252F%252Fg%252F%253Ftoken%253D§%2526x%253D1", "code_verifier=1&client_secret=§",
                "x-key=§", "MYSQL_PWD=§ mysqldump d", "redirect?otp=§", "?pin=«4821»&x=1", "session=§; Path=/",
                "{authorization=Bearer §, a=b}",
            ],
            not: [
                "https://h/?page=2&q=token&country_code=DE", "abc==", "if password == other", "token != next",
                "https://h/?pin=left", "a <= b => c",
            ], rule: AssignmentRules.parameter),
        SecretForm(
            "assignment", at: .byte("="),
            [
                "password = \"§\"", "password = §",
                "[default]\naws_secret_access_key = «wJalrXUtnFEMI/K7MDENG/bPxRfiCY»\n",
                "password=\"§\"", "token := \"§\"", "'password' => '§'", "$password = \"§\"", "$env:API_KEY = '§'",
                "config[\"apiKey\"] = \"§\"", "let password = \"§\"", "export TOKEN='§'", "password= §",
                "db_password     = «correct horse battery» # of the test", "secret_key =§", "pw = «hunter2x»",
                "x\n  auth_token = §\ny", "spring.datasource.password = §", "the password = §, then",
                "STRIPE_KEY = §", "let password: String? = \"§\"", "PASSWORD = N'§'", "{\\\"x\\\":1}\\npassword = §\\n",
            ],
            not: [
                "Token economy: a key = value story", "token = getToken()", "password = ${PASSWORD}", "password = true",
                "secret = $1", "let token = parser.next()", "the secret = of life", "password = <password>",
                "token = nil", "cookie = null;",
            ], rule: AssignmentRules.spaced),
        SecretForm(
            "pair", at: .byte(","),
            [
                "setItem(\"token\", \"§\")", "os.putenv('DB_PASSWORD','§')", "headers.set('Authorization', 'Bearer §')",
                "[\"1\", \"Password\", \"§\"] is a row",
            ],
            not: ["(\"token\", \"secrets\")", "\"password\", \"username\"", "a, b, \"c\""], rule: AssignmentRules.pair),
        SecretForm(
            "cell", at: .byte("|\t"),
            ["| Password | § |", "user\tpassword\nPassword\t§\n", "| api_key | § | x |", "|token|§|"],
            not: ["| Password | Username |", "token\tsecret\tkey", "| Password |", "a || b"], rule: AssignmentRules.cell
        ),
    ]
}

/// Rules for values after the mark of an assignment.
enum AssignmentRules {
    static func parameter(_ reader: inout TextReader, _ equals: Int) -> Range<Int>? {
        guard let start = valueStart(&reader, equals) else { return nil }
        let name = reader.name(before: nameEnd(&reader, equals))
        let verdict = reader.verdict(name)
        guard verdict.mayBeParameter else { return nil }
        let quote = reader[start] == UInt8(ascii: "\\") ? start + 1 : start
        if let quoted = reader.quoted(at: quote) { return verdict.isSecret ? quoted : nil }
        let value = start..<reader.end(.value, from: start)
        if verdict.isSecret { return withScheme(&reader, value) }
        let isSecret = SecretName.isSecretParameter(reader.text(name), withValue: reader.text(value))
        return isSecret ? value : nil
    }

    private static let schemes: Set = ["bearer", "basic", "token", "negotiate", "apikey"]

    /// `authorization=Bearer …` ends after the second word. Nil for a call or a list.
    private static func withScheme(_ reader: inout TextReader, _ value: Range<Int>) -> Range<Int>? {
        if reader[value.lowerBound] == UInt8(ascii: "(") { return nil }
        guard value.count <= 9, schemes.contains(reader.text(value).lowercased()) else { return value }
        let start = reader.skip(" ", from: value.upperBound, atMost: 2)
        let end = reader.end(.value, from: start)
        return start > value.upperBound && end > start ? value.lowerBound..<reader.skipBack(",", before: end) : value
    }

    /// Nil for a comparison.
    private static func valueStart(_ reader: inout TextReader, _ equals: Int) -> Int? {
        let next = reader[equals + 1]
        guard next != UInt8(ascii: "="), let before = reader[equals - 1], !"=!<>".utf8.contains(before) else {
            return nil
        }
        return next == UInt8(ascii: ">") ? equals + 2 : equals + 1
    }

    /// Of `name=` and of `name:=`.
    private static func nameEnd(_ reader: inout TextReader, _ equals: Int) -> Int {
        reader[equals - 1] == UInt8(ascii: ":") ? equals - 1 : equals
    }

    /// With blanks before or after the mark.
    static func spaced(_ reader: inout TextReader, _ equals: Int) -> Range<Int>? {
        guard let marked = valueStart(&reader, equals) else { return nil }
        let nameEnd = reader.skipBack(" \t", before: nameEnd(&reader, equals))
        let start = reader.skip(" \t", from: marked)
        let name = typedName(&reader, reader.unquotedName(before: reader.skipBack("?!", before: nameEnd, atMost: 1)))
        guard nameEnd < equals || start > marked || name.upperBound < nameEnd else { return nil }
        let verdict = reader.verdict(name)
        guard verdict.mayBeParameter, start < reader.count else { return nil }
        if let quoted = quotedLiteral(&reader, start) { return verdict.isSecret ? quoted : nil }
        let word = start..<reader.end(.bare, from: start)
        guard verdict.isSecret else {
            return SecretName.isSecret(reader.text(name), withValue: reader.text(word)) ? word : nil
        }
        if beginsStatement(&reader, name.lowerBound) { return statement(&reader, from: start) }
        return SecretValue.isRemarkable(reader.text(word)) ? word : nil
    }

    /// Of `name: Type = …`.
    private static func typedName(_ reader: inout TextReader, _ name: Range<Int>) -> Range<Int> {
        let colon = reader.skipBack(" ", before: name.lowerBound, atMost: 2) - 1
        guard colon < name.lowerBound - 1, reader[colon] == UInt8(ascii: ":") else { return name }
        return reader.name(before: colon)
    }

    /// In quotes, perhaps with a letter before them: `b'…'`, `N'…'`.
    private static func quotedLiteral(_ reader: inout TextReader, _ start: Int) -> Range<Int>? {
        if let quoted = reader.quoted(at: start) { return quoted }
        guard let letter = reader[start], "NnbrfuL@".utf8.contains(letter) else { return nil }
        return reader.quoted(at: start + 1)
    }

    private static func beginsStatement(_ reader: inout TextReader, _ start: Int) -> Bool {
        let start = reader.skipBack("$\"':", before: start, atMost: 2)
        if reader.beginsLine(start) { return true }
        let word = reader.name(before: reader.skipBack(" ", before: start, atMost: 2))
        return ["export", "set", "let", "var", "const", "env"].contains(reader.text(word))
            && reader.beginsLine(word.lowerBound)
    }

    /// The rest of the line, but for a comment. Nil for code and for the name of a variable.
    private static func statement(_ reader: inout TextReader, from start: Int) -> Range<Int>? {
        let line = start..<reader.end(.line, from: start)
        let text = reader.text(line)
        let comment = [" #", " ;", " //"].compactMap { text.firstRange(of: $0)?.lowerBound }.min()
        let length = text[..<(comment ?? text.endIndex)].utf8.count
        let value = comment == nil ? line : start..<start + length
        let end = reader.skipBack(" \t;,", before: value.upperBound)
        guard end > start, SecretValue.isLiteral(reader.text(start..<end)) else { return nil }
        return start..<end
    }

    /// `"name", "value"`.
    static func pair(_ reader: inout TextReader, _ comma: Int) -> Range<Int>? {
        guard let quote = reader[comma - 1], TextReader.isQuote(quote) else { return nil }
        let name = reader.name(before: comma - 1)
        let start = reader.skip(" ", from: comma + 1, atMost: 4)
        guard reader.verdict(name).isSecret, let value = reader.quoted(at: start) else { return nil }
        return SecretValue.looksChosen(lastWord(reader.text(value))) ? value : nil
    }

    private static func lastWord(_ text: String) -> String { text.split(separator: " ").last.map(String.init) ?? "" }

    /// `| name | value |`, and the same with tabulators.
    static func cell(_ reader: inout TextReader, _ bar: Int) -> Range<Int>? {
        let name = reader.name(before: reader.skipBack(" \t", before: bar, atMost: 32))
        let start = reader.skip(" \t", from: bar + 1, atMost: 32)
        guard reader.verdict(name).isSecret else { return nil }
        let end = reader.skipBack(" ", before: reader.end(.cell, from: start))
        guard end > start, SecretValue.looksChosen(reader.text(start..<end)) else { return nil }
        return start..<end
    }
}
