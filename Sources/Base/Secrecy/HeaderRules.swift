extension SecretForm {
    /// `name: value` and the like.
    static let headers = [
        SecretForm(
            "header", at: .byte(":"),
            [
                "Host: h\r\nAuthorization: Bearer §\r\n", "> GET /\n> Authorization: Bearer §\n",
                "< Set-Cookie: a=§; HttpOnly",
                "auth:\n  token: §\n", "curl -H 'Authorization: token §' https://h",
                "curl -H \"X-Api-Key: §\" https://h",
                "curl -H Authorization:§ h", "X-Vault-Token: §", "Password : §", "Password             : §",
                "- db_password: §", "- name: DB_PASSWORD\n  value: §\n", "- name: \"API_KEY\"\n  value: \"§\"\n",
            ],
            not: [
                "My cookie: a recipe with 3 eggs", "press the key: it opens", "time 12:30, ratio 3:4, ns::name",
                "- name: title\n  value: q7Zp2VxW9kLmT4\n",
            ], rule: HeaderRules.line),
        SecretForm(
            "header in a line", at: .byte(":"),
            [
                "sent Authorization: token § to it", "got 401 for Authorization: Negotiate §",
                "x Authorization: Basic §",
                "with Authorization: Digest username=\"u\", response=\"§\"", "x Cookie: sid=§; a=b",
                "it sends Proxy-Authorization: NTLM §", "(Authorization: ApiKey §)",
            ],
            not: ["the Authorization: header is missing", "see Cookie: below"], rule: HeaderRules.inLine),
        SecretForm(
            "member", at: .byte(":"),
            [
                "got {\"token\":\"§\"} back", "got {\\\"token\\\":\\\"§\\\"} back", "{'password': '§'}",
                "got {\"token\" : \"§\"} back", "{&quot;password&quot;:&quot;§&quot;}", "{password: \"§\"}",
                "%7B%22password%22%3A%22§%22%7D", "{\\\\\\\"token\\\\\\\":\\\\\\\"§\\\\\\\"} x",
            ], not: ["{\"token_type\": \"bearer\"} x", "{\"x\": \"password\"} x"], rule: HeaderRules.member),
        SecretForm(
            "remark", at: .byte(":"),
            ["failed, password: §, again", "the token: §", "my PIN: «4821» is old", "invalid API key: §"],
            not: ["The password: nobody knows it", "-u is an option: see below", "a token: something"],
            rule: HeaderRules.remark),
        SecretForm(
            "private key of PuTTY", at: .byte(":"),
            [
                "PuTTY-User-Key-File-3: ssh-rsa\nPrivate-Lines: 2\n«AAAAgQCoaPjW5kWcYFZq7Zp2VxW9kLmT4\nq7Zp2Vx»\nPrivate-MAC: §\n"
            ], not: ["Public-Lines: 1\nAAAA\n"], rule: HeaderRules.puttyKey),
    ]
}

/// Rules for values after a colon.
enum HeaderRules {
    /// The rest of a header line: at the beginning of a line, as tools print it, or quoted, as in a command.
    static func line(_ reader: inout TextReader, _ colon: Int) -> Range<Int>? {
        var name = reader.name(before: colon)
        if name.isEmpty {
            name = reader.name(before: reader.skipBack(" ", before: colon, atMost: 32))
            guard !name.isEmpty, reader.beginsLine(name.lowerBound) else { return nil }
        }
        if let value = followingValue(&reader, name, colon) { return value }
        guard reader.verdict(name).isSecret else { return nil }
        let before = reader[name.lowerBound - 1]
        let quote = before.flatMap { TextReader.isQuote($0) ? $0 : nil }
        guard quote != nil || reader.beginsLine(name.lowerBound) || followsOption(&reader, name.lowerBound) else {
            return nil
        }
        return rest(&reader, from: colon + 1, quote: quote)
    }

    private static func rest(_ reader: inout TextReader, from start: Int, quote: UInt8?) -> Range<Int>? {
        let start = reader.skip(" ", from: start)
        guard let quote else { return start..<reader.end(.line, from: start) }
        // `"name": "value"` is a member.
        guard let first = reader[start], !TextReader.isQuote(first) else { return nil }
        let stop: TextReader.Stop = quote == UInt8(ascii: "\"") ? .double : quote == UInt8(ascii: "'") ? .single : .tick
        return start..<min(reader.end(stop, from: start), reader.end(.line, from: start))
    }

    private static func followsOption(_ reader: inout TextReader, _ start: Int) -> Bool {
        reader.has("-h ", at: start - 3) || reader.has("-h", at: start - 2) || reader.has("--header ", at: start - 9)
            || reader.has("--header=", at: start - 9)
    }

    /// `name: PASSWORD` and, on the next line, `value: …`.
    private static func followingValue(_ reader: inout TextReader, _ name: Range<Int>, _ colon: Int) -> Range<Int>? {
        guard name.count <= 4, ["name", "key"].contains(reader.text(name)) else { return nil }
        let start = reader.skip(" \"'", from: colon + 1, atMost: 4)
        let named = reader.name(from: start)
        guard reader.verdict(named).isSecret else { return nil }
        let next = reader.skip(" \"'\r\n\t", from: named.upperBound)
        guard reader.has("value:", at: next) else { return nil }
        let value = reader.skip(" ", from: next + 6)
        if let quoted = reader.quoted(at: value) { return quoted }
        return value..<reader.end(.line, from: value)
    }

    private static let schemes: Set = [
        "basic", "bearer", "token", "negotiate", "ntlm", "apikey", "key", "kerberos", "dpop", "ssws", "splunk",
        "geniekey",
        "googlelogin", "kakaoak", "jwt", "bot",
    ]
    /// Those with several parameters.
    private static let longSchemes: Set = ["digest", "hawk", "oauth", "aws4-hmac-sha256", "hmac", "signature", "mac"]

    /// `Authorization: scheme credentials` and `Cookie: name=value` within a line.
    static func inLine(_ reader: inout TextReader, _ colon: Int) -> Range<Int>? {
        let name = reader.name(before: colon)
        guard reader.verdict(name).isSecret, SecretName.isHeader(reader.text(name)) else { return nil }
        let start = reader.skip(" ", from: colon + 1, atMost: 4)
        let word = start..<reader.end(.bare, from: start)
        let scheme = reader.text(word).lowercased()
        if longSchemes.contains(scheme) || scheme.contains("=") && reader.text(name).lowercased().hasSuffix("cookie") {
            return start..<reader.end(.line, from: start)
        }
        guard schemes.contains(scheme) else { return nil }
        let credentials = reader.skip(" ", from: word.upperBound, atMost: 4)
        let end = reader.end(.bare, from: credentials)
        guard end - credentials >= 4, SecretValue.isMixed(reader.text(credentials..<end)) else { return nil }
        return start..<end
    }

    /// `"name":"value"` in a text that is not JSON as a whole; the quotes may be escaped.
    static func member(_ reader: inout TextReader, _ colon: Int) -> Range<Int>? {
        let start = reader.skip(" \\", from: colon + 1, atMost: 8)
        guard let quote = reader[start], TextReader.isQuote(quote) else { return nil }
        let name = reader.unquotedName(before: reader.skipBack(" ", before: colon, atMost: 8))
        guard reader.verdict(name).mayBeParameter, let value = reader.quoted(at: start) else { return nil }
        return SecretName.isSecret(reader.text(name), withValue: reader.text(value)) ? value : nil
    }

    /// `the token: abc123` in the middle of a line.
    static func remark(_ reader: inout TextReader, _ colon: Int) -> Range<Int>? {
        var name = reader.name(before: colon)
        // `api key`.
        if !name.isEmpty, !reader.verdict(name).isSecret, reader[name.lowerBound - 1] == 0x20 {
            let first = reader.name(before: name.lowerBound - 1)
            if !first.isEmpty { name = first.lowerBound..<name.upperBound }
        }
        let verdict = reader.verdict(name)
        guard verdict.mayBeParameter else { return nil }
        let start = reader.skip(" ", from: colon + 1)
        let word = start..<reader.end(.bare, from: start)
        let text = reader.text(word)
        let isSecret =
            verdict.isSecret ? SecretValue.isRemarkable(text) : SecretName.isNumber(reader.text(name), withValue: text)
        return isSecret ? word : nil
    }

    /// The lines between `Private-Lines` and `Private-MAC`.
    static func puttyKey(_ reader: inout TextReader, _ colon: Int) -> Range<Int>? {
        guard reader.has("private-lines", at: colon - 13) else { return nil }
        let start = reader.skip("\r\n", from: reader.end(.line, from: colon), atMost: 2)
        let next = reader.end(.colon, from: start)
        let end = next < reader.count ? reader.skipBack("\r\n", before: reader.name(before: next).lowerBound) : next
        return start < end ? start..<end : nil
    }
}
