extension SecretForm {
    /// Secrets in URLs and other addresses.
    static let addresses = [
        SecretForm(
            "password in a URL", at: .byte(":"),
            [
                "https://u:§@h/", "https://§@github.com/o/r.git", "redis://:§@h:6379", "amqp://u:«p4ss/w0rd»@h/v",
                "postgres://u:«aB3/dE5/x»@db.example.org:5432/d", "https%3A%2F%2Fu%3A§%40h%2Fp",
                "https:\\/\\/u:§@h\\/p",
            ],
            not: ["https://h:8080/a:b@c", "https://medium.com/@user/post", "http://h/a@b", "git://h:9418/x@y"],
            rule: AddressRules.password),
        SecretForm(
            "password before a host", at: .byte("@"),
            ["root:§@tcp(localhost:3306)/d", "scp bob:«hunt3r!2»@h.example.org", "user:§@localhost"],
            not: [
                "mailto:ada1@example.org", "see mail:bob@h", "a@b.c", "12:30@noon", "nginx:1.25-alpine@sha256:0f3a",
                "npm:foo2@1.0", "sip:a1b2@h",
            ],
            rule: AddressRules.userInfo),
        SecretForm(
            "address that is a key", at: .byte("/"),
            [
                "https://hooks.slack.com/services/«T0/B0/q7Zp2VxW9kLmT4aB»",
                "https://discord.com/api/webhooks/«1234567890/q7Zp2VxW9kLmT4q7Zp2VxW9kLmT4»",
                "https://x.webhook.office.com/webhookb2/«a1b2c3d4-0000-1111-2222-333344445555@x/IncomingWebhook/q7Zp»",
                "https://hooks.zapier.com/hooks/catch/«123456/q7Zp2Vx»",
                "https://maker.ifttt.com/trigger/e/with/key/«q7Zp2VxW9kLmT4»",
                "https:\\/\\/hooks.slack.com\\/services\\/«T0\\/B0\\/q7Zp2VxW9kLmT4aB»",
                "https://hooks.slack.com/workflows/«T0123/A0123/1234/q7Zp2VxW9kLmT4»",
                "https://chat.example.org/hooks/«q7zp2vxw9klmt4q7zp2vxw9k»",
                "https://hc-ping.com/«a1b2c3d4-0000-1111-2222-333344445555»",
            ],
            not: [
                "https://h/hooks/useState", "https://discord.com/api/webhooks/", "/services/list",
                "react/hooks/use-effect",
            ], rule: AddressRules.path),
        SecretForm(
            "token of a Telegram bot", at: .byte(":"),
            [
                "https://api.telegram.org/bot110201543:«AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw»/sendMessage",
                "110201543:«AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw»",
            ], not: ["12:30:45", "123456789:abc", "1234567:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"],
            rule: AddressRules.telegramToken),
    ]
}

/// Rules for addresses.
enum AddressRules {
    /// - Parameter colon: that of `://`.
    static func password(_ reader: inout TextReader, _ colon: Int) -> Range<Int>? {
        guard reader.has("://", at: colon) else { return nil }
        let start = colon + 3
        let authority = start..<reader.end(.authority, from: start)
        guard let end = reader.lastAt(.authority, from: start) else { return slashed(&reader, authority) }
        guard let password = firstColon(&reader, start..<end) else {
            // A token as the user name.
            return SecretValue.isTokenLike(reader.text(start..<end)) ? start..<end : nil
        }
        return password + 1..<end
    }

    /// A password with an unescaped slash: the text after the colon is not a port, and an `@` follows.
    private static func slashed(_ reader: inout TextReader, _ authority: Range<Int>) -> Range<Int>? {
        guard let colon = firstColon(&reader, authority), colon > authority.lowerBound,
            reader[authority.upperBound] == UInt8(ascii: "/")
        else { return nil }
        let port = reader.text(colon + 1..<authority.upperBound)
        guard !port.isEmpty, !port.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), port.utf8.first != UInt8(ascii: "[") else {
            return nil
        }
        return reader.lastAt(.url, from: authority.lowerBound).map { colon + 1..<$0 }
    }

    /// Of the first bytes.
    private static func firstColon(_ reader: inout TextReader, _ range: Range<Int>) -> Int? {
        let range = range.lowerBound..<min(range.upperBound, range.lowerBound + 256)
        let colon = reader.bytes[range].firstIndex(of: UInt8(ascii: ":"))
        reader.step((colon ?? range.upperBound) - range.lowerBound)
        return colon
    }

    private static let harmlessUsers: Set = [
        "mailto", "mail", "email", "e-mail", "from", "to", "cc", "bcc", "acct", "sip", "sips", "xmpp", "contact",
        "author", "reply-to", "by", "npm", "pkg", "git", "workspace", "patch", "file", "link", "jsr", "urn",
    ]

    /// `name:password@host` without a scheme.
    static func userInfo(_ reader: inout TextReader, _ at: Int) -> Range<Int>? {
        var start = at
        var colon: Int?
        while start > 0, at - start < 128, let byte = reader[start - 1], byte > 0x20,
            !#""'`/@<>,;=()[]{}?&"#.utf8.contains(byte)
        {
            start -= 1
            if byte == UInt8(ascii: ":") { colon = start }
        }
        guard let colon, colon > start, !reader.has("sha256:", at: at + 1), let host = reader[at + 1],
            TextReader.isInside(host)
        else { return nil }
        let user = reader.text(start..<colon)
        guard !harmlessUsers.contains(user.lowercased()), user.utf8.contains(where: { !(0x30...0x39 ~= $0) }) else {
            return nil
        }
        return SecretValue.looksChosen(reader.text(colon + 1..<at)) ? colon + 1..<at : nil
    }

    private struct Mark {
        let text: StaticString
        /// The least number of bytes after it.
        let rest: Int
        var hasToken = false
    }

    private static let marks = [
        Mark(text: "/hooks.slack.com/services/", rest: 8), Mark(text: "/hooks.slack.com/workflows/", rest: 8),
        Mark(text: "/hooks.slack.com/triggers/", rest: 8), Mark(text: "/api/webhooks/", rest: 16, hasToken: true),
        Mark(text: "/webhookb2/", rest: 16), Mark(text: "/webhook/", rest: 24, hasToken: true),
        Mark(text: "/webhooks/", rest: 24, hasToken: true), Mark(text: "/hooks/catch/", rest: 8),
        Mark(text: "/hooks/", rest: 20, hasToken: true), Mark(text: "/with/key/", rest: 10),
        Mark(text: "/hc-ping.com/", rest: 20), Mark(text: "/incomingwebhook/", rest: 20),
    ]

    /// An address that only those know who may post there.
    static func path(_ reader: inout TextReader, _ slash: Int) -> Range<Int>? {
        guard let next = reader[slash + 1], "hawiHAWI".utf8.contains(next) else { return nil }
        for mark in marks where reader.has(mark.text, at: slash) {
            let start = slash + mark.text.utf8CodeUnitCount
            let rest = start..<reader.end(.url, from: start)
            guard rest.count >= mark.rest, !mark.hasToken || hasToken(&reader, rest) else { continue }
            return rest
        }
        return nil
    }

    /// Whether a part of the path is long and has digits and letters.
    private static func hasToken(_ reader: inout TextReader, _ path: Range<Int>) -> Bool {
        reader.text(path).split(separator: "/").contains { part in
            part.utf8.count >= 16 && SecretValue.isRemarkable(String(part))
        }
    }

    /// - Parameter colon: between the number and the key.
    static func telegramToken(_ reader: inout TextReader, _ colon: Int) -> Range<Int>? {
        guard let before = reader[colon - 1], 0x30...0x39 ~= before else { return nil }
        let digits = reader.skipBack("0123456789", before: colon, atMost: 13)
        guard 6...12 ~= colon - digits,
            digits == 0 || !TextReader.isInside(reader[digits - 1] ?? 0) || reader.has("bot", at: digits - 3)
        else { return nil }
        let key = colon + 1..<reader.end(.token, from: colon + 1)
        return key.count >= 30 && SecretValue.isMixed(reader.text(key)) ? key : nil
    }
}
