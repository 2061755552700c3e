import Platform

/// The one list of names whose values are secrets: of members, headers, parameters, options and variables.
///
/// Names are compared word by word, ignoring case, separators and plurals: `X-Api-Keys`, `apiKey` and `API_KEY` are the
/// same.
package enum SecretName {
    /// The value is a secret in any form.
    package static func matches(_ name: String) -> Bool {
        let words = words(of: name)
        guard let last = words.last else { return false }
        if words.count == 1 { return isSecretWord(last) }
        if lastWords.contains(last) { return true }
        return words.indices.contains { isSecret(words, $0) }
    }

    /// The value is a secret, or is one if it looks like a token (``SecretValue/isTokenLike(_:)``).
    package static func mayBe(_ name: String) -> Bool {
        matches(name) || isAmbiguous(name) || digits(of: name) != nil
            || ["mnemonic", "seed", "phrase"].contains(words(of: name).last)
    }

    /// A member of this name with this value is a secret.
    static func isSecret(_ name: String, withValue value: String) -> Bool {
        matches(name) || isAmbiguous(name) && SecretValue.isTokenLike(value) || isNumber(name, withValue: value)
            || isPhrase(name, withValue: value)
    }

    /// Numbers that are secrets, and how many digits they have. A PIN has up to 12 (ISO 9564), a card up to 19 (ISO/IEC 7812): the
    /// `pin` with 18 is an identifier.
    private static let numbers: [String: ClosedRange<Int>] = [
        "pin": 4...12, "pincode": 4...12, "puk": 8...12, "tan": 6...12, "cvv": 3...4, "cvc": 3...4, "csc": 3...4,
        "creditcard": 12...19, "creditcardnumber": 12...19, "cardnumber": 12...19, "ccnumber": 12...19, "pan": 12...19,
        "iban": 10...34, "accountnumber": 6...34, "taxid": 8...34, "passportnumber": 6...34,
    ]

    /// Whether it is a secret number, such as a PIN: digits, and what separates them.
    static func isNumber(_ name: String, withValue value: String) -> Bool {
        guard let lengths = digits(of: name) else { return false }
        let digits = value.utf8.count { 0x30...0x39 ~= $0 }
        let others = value.utf8.count { !(0x30...0x39 ~= $0) && $0 != 0x20 && $0 != UInt8(ascii: "-") }
        // An IBAN has letters, too.
        return lengths.contains(digits) && others <= (lengths.lowerBound == 10 ? 10 : 0)
    }

    private static func digits(of name: String) -> ClosedRange<Int>? {
        let words = words(of: name)
        return (1...3).compactMap { numbers[words.suffix($0).joined()] }.first
    }

    /// Words from which a wallet's key is made.
    private static func isPhrase(_ name: String, withValue value: String) -> Bool {
        guard let last = words(of: name).last, ["mnemonic", "seed", "phrase"].contains(last) else { return false }
        return value.split(separator: " ").count >= 12 || last == "seed" && SecretValue.isTokenLike(value)
    }

    /// The value of this URL parameter or option is a secret. Names are shorter there and mean more.
    static func isSecretParameter(_ name: String, withValue value: String) -> Bool {
        if matches(name) { return true }
        let words = words(of: name)
        if words == ["code"] { return value.utf8.count >= 8 && SecretValue.isMixed(value) }
        return words.count == 1 && parameters.contains(words[0]) || isSecret(name, withValue: value)
    }

    /// Whether ``isSecretParameter(_:withValue:)`` depends on the value at all.
    static func mayBeParameter(_ name: String) -> Bool { mayBe(name) || parameters.contains(words(of: name).joined()) }

    /// Whether it is the name of a secret header, and could not be an ordinary word.
    static func isHeader(_ name: String) -> Bool { headers.contains(name.lowercased()) }

    private static let headers: Set = [
        "authorization", "proxy-authorization", "cookie", "set-cookie", "x-api-key", "x-auth-token", "x-access-token",
        "x-csrf-token", "x-xsrf-token", "api-key", "apikey", "private-token", "job-token", "x-vault-token",
        "x-goog-api-key", "x-gitlab-token", "x-amz-security-token", "x-shopify-access-token", "dd-api-key",
    ]

    // MARK: - Words

    private static let secretWords: Set = [
        "token", "secret", "password", "passwd", "passphrase", "passcode", "pwd", "credential", "cred", "cookie",
        "authorization", "bearer", "jwt", "apikey", "sessid", "sessionid", "csrf", "xsrf", "otp", "totp", "dsn",
        "pw", "passwort", "kennwort", "wachtwoord", "contrasena", "contraseña", "senha", "parola", "haslo",
        "hasło", "heslo", "motdepasse", "пароль", "密码", "密碼", "パスワード", "비밀번호", "ssn", "psk", "passkey", "privkey",
        "sshpass", "storepass", "keypass",
    ]
    /// Secret only as the last word: not `passRate`, not `authMode`.
    private static let lastWords: Set = ["pass", "auth"]
    /// Pairs of words: the second, and which first words make it secret.
    private static let pairs: [String: Set<String>] = [
        "key": [
            "api", "access", "secret", "private", "signing", "encryption", "master", "account", "subscription",
            "shared",
            "ssh", "gpg", "pgp", "tls", "ssl", "app", "application", "client", "consumer", "service", "auth", "license",
            "deploy", "storage", "function", "rsa", "webhook", "hmac", "admin", "session", "host", "decryption",
            "db", "database", "priv", "wallet", "root", "preshared", "crypto", "cipher", "aes", "symmetric", "write",
            "bot",
        ],
        "id": ["session", "secret"],
        "string": ["connection"],
        "url": [
            "database", "db", "redis", "mongo", "mongodb", "postgre", "postgres", "mysql", "amqp", "broker", "webhook",
        ],
        "uri": ["database", "db", "redis", "mongo", "mongodb", "postgre", "postgres", "mysql", "amqp", "broker"],
        "code": [
            "verification", "mfa", "authorization", "auth", "device", "recovery", "backup", "fa", "sms", "login",
            "security",
            "access", "pairing", "otp", "totp",
        ],
        "phrase": ["seed", "recovery", "secret", "backup", "mnemonic", "pass"],
        "security": ["social"],
    ]
    /// A secret word followed by one of these describes a secret, but is not one: `tokenType`, `password_policy`.
    private static let harmlessBehind: Set = [
        "type", "count", "limit", "length", "expiry", "expire", "expiration", "ttl", "policy", "endpoint", "url", "uri",
        "name", "field", "hint", "issuer", "budget", "usage", "used", "index", "strategy", "consent", "banner",
        "enabled",
        "required", "rule", "min", "max", "size", "cost", "price", "per", "scope", "symbol", "id", "label",
        "placeholder",
        "title", "economy", "path", "file", "dir", "folder",
    ]
    /// The same for one preceded by one of these: `nextPageToken`, `max_tokens`.
    private static let harmlessBefore: Set = [
        "page", "next", "previous", "prev", "continuation", "sync", "max", "min", "total", "prompt", "completion",
        "input", "output", "cached", "reasoning", "stop", "eos", "bos", "pad", "special", "design", "forgot", "show",
        "hide", "change", "num", "no", "accept", "has", "is", "use", "public",
    ]
    private static let wholeEndings = [
        "authorization", "cookie", "token", "password", "passwd", "passphrase", "passcode", "secret", "apikey",
        "accesskey", "secretkey", "privatekey", "signingkey", "sessionid", "sessid", "credential", "sessionkey",
        "databaseurl", "connectionstring", "authkey", "masterkey", "encryptionkey", "privkey", "sharedkey",
        "webhookurl",
    ]
    /// Secret as the only word of a URL parameter or an option.
    private static let parameters: Set = ["key", "sig", "signature", "sign", "hmac", "session", "sid"]
    private static let ambiguous: Set = ["key", "signature", "sig", "hmac", "session", "sid", "code"]
    /// Kinds of keys that are not secret.
    private static let harmlessKeys: Set = [
        "public", "primary", "foreign", "sort", "partition", "cache", "routing", "group", "object", "row", "index",
        "unique", "map", "hot", "short", "arrow", "sub", "idempotency", "issue", "project", "i18n", "locale",
    ]

    /// Names of every kind whose values are secrets in any form. The tests try each.
    package static var examples: [String] {
        secretWords.sorted() + lastWords.sorted() + wholeEndings + headers.sorted()
            + pairs.sorted { $0.key < $1.key }.flatMap { second, firsts in firsts.sorted().map { "\($0)_\(second)" } }
    }

    /// Names whose values are secrets if they are numbers with this many digits.
    package static var numberExamples: [(name: String, digits: ClosedRange<Int>)] {
        numbers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    private static func isSecret(_ words: [String], _ place: Int) -> Bool {
        let before = place > 0 ? words[place - 1] : ""
        let behind = place + 1 < words.count ? words[place + 1] : ""
        if let partners = pairs[words[place]], partners.contains(before) { return true }
        guard isSecretWord(words[place]), !lastWords.contains(words[place]) else { return false }
        return !harmlessBehind.contains(behind) && !harmlessBefore.contains(before)
    }

    private static func isSecretWord(_ word: String) -> Bool {
        if secretWords.contains(word) || lastWords.contains(word) { return true }
        // Compounds without a separator: `authtoken`, `csrfmiddlewaretoken`.
        guard let ending = wholeEndings.first(where: word.hasSuffix) else { return false }
        return !harmlessBefore.contains(String(word.dropLast(ending.count)))
    }

    private static func isAmbiguous(_ name: String) -> Bool {
        let words = words(of: name)
        guard let last = words.last, ambiguous.contains(last) else { return false }
        return words.count == 1 || last != "code" && !harmlessKeys.contains(words[words.count - 2])
    }

    /// The words in lower case, singular: `AWSAccessKeys2` is `aws`, `access`, `key`, `2`.
    private static func words(of name: String) -> [String] {
        var words: [[UInt8]] = [[]]
        let isUpper = name.utf8.contains { $0 >= 0x80 } && !name.utf8.contains { Kind($0) == .lower && $0 < 0x80 }
        let name = isUpper ? name.lowercased() : name
        let bytes = Array(name.utf8.suffix(128))
        for (index, byte) in bytes.enumerated() {
            let kind = Kind(byte)
            let previous = index > 0 ? Kind(bytes[index - 1]) : .other
            let next = index + 1 < bytes.count ? Kind(bytes[index + 1]) : .other
            let begins =
                kind == .upper && (previous == .lower || previous == .upper && next == .lower)
                || kind == .digit && previous != .digit || previous == .digit && kind != .digit || kind == .other
            if begins, words.last?.isEmpty == false { words.append([]) }
            if kind != .other { words[words.count - 1].append(kind == .upper ? byte | 0x20 : byte) }
        }
        return words.filter { !$0.isEmpty }.map { word in
            let text = String(decoding: word, as: UTF8.self)
            return singular(word.contains { $0 >= 0x80 } ? text.lowercased() : text)
        }
    }

    private static func singular(_ word: String) -> String {
        word != "redis" && word.count > 3 && word.hasSuffix("s") && !word.hasSuffix("ss")
            ? String(word.dropLast()) : word
    }

    private enum Kind {
        case upper, lower, digit, other

        init(_ byte: UInt8) {
            self =
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"): .upper
                case UInt8(ascii: "a")...UInt8(ascii: "z"), 0x80...: .lower
                case UInt8(ascii: "0")...UInt8(ascii: "9"): .digit
                default: .other
                }
        }
    }
}

/// Variables that hold secrets. Commands are recorded with the variables' names in place of their values, as they were
/// written: `-H "Bearer ${TOKEN}"`.
package struct SecretVariables {
    /// Shorter values occur in any text by chance.
    private static let shortest = 6

    /// The longest first, as one may be part of another.
    private let secrets: [(name: String, value: String)]

    package init(_ variables: [(name: String, value: String)]) {
        // A path is not a secret, and the one in PWD occurs in many commands.
        secrets = variables.filter {
            $0.value.utf8.count >= Self.shortest && !$0.value.hasPrefix("/") && SecretName.mayBe($0.name)
        }
        .sorted { ($1.value.utf8.count, $0.name) < ($0.value.utf8.count, $1.name) }
    }

    /// The text with values replaced by the variables' names.
    package func withheld(from text: String) -> String {
        secrets.reduce(text) { text, secret in
            text.contains(secret.value) ? text.replacing(secret.value, with: "${\(secret.name)}") : text
        }
    }
}
