/// The one list of names whose values are secrets: of members, headers, parameters, options and variables.
///
/// Names are compared word by word, ignoring case, separators and plurals: `X-Api-Keys`, `apiKey` and `API_KEY` are the
/// same.
package enum SecretName {
    /// The value is a secret, whatever it looks like.
    package static func matches(_ name: String) -> Bool {
        let words = words(of: name)
        guard let last = words.last else { return false }
        if words.count == 1 { return isSecretWord(last) }
        if lastWords.contains(last) { return true }
        return words.indices.contains { isSecret(words, $0) }
    }

    /// The value is a secret, or is one if it looks like a token (``SecretValue/isTokenLike(_:)``).
    package static func mayBe(_ name: String) -> Bool { matches(name) || isAmbiguous(name) }

    /// A member of this name with this value is a secret.
    static func isSecret(_ name: String, withValue value: String) -> Bool {
        matches(name) || isAmbiguous(name) && SecretValue.isTokenLike(value)
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
        "x-csrf-token", "x-xsrf-token", "api-key", "apikey",
    ]

    // MARK: - Words

    private static let secretWords: Set = [
        "token", "secret", "password", "passwd", "passphrase", "passcode", "pwd", "credential", "cred", "cookie",
        "authorization", "bearer", "jwt", "apikey", "sessid", "sessionid", "csrf", "xsrf", "otp", "totp", "dsn",
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
        ],
        "id": ["session", "secret"],
        "string": ["connection"],
        "url": [
            "database", "db", "redis", "mongo", "mongodb", "postgre", "postgres", "mysql", "amqp", "broker", "webhook",
        ],
        "uri": ["database", "db", "redis", "mongo", "mongodb", "postgre", "postgres", "mysql", "amqp", "broker"],
        "code": ["verification", "mfa", "authorization", "auth", "device", "recovery", "backup"],
    ]
    /// A secret word followed by one of these describes a secret and is none: `tokenType`, `password_policy`.
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
        "databaseurl", "connectionstring",
    ]
    /// Secret as the only word of a URL parameter or an option.
    private static let parameters: Set = ["key", "sig", "signature", "sign", "hmac", "session", "sid"]
    private static let ambiguous: Set = ["key", "signature", "sig", "hmac", "session", "sid", "code"]
    /// Kinds of keys that are no secrets.
    private static let harmlessKeys: Set = [
        "public", "primary", "foreign", "sort", "partition", "cache", "routing", "group", "object", "row", "index",
        "unique", "map", "hot", "short", "arrow", "sub", "idempotency", "issue", "project", "i18n", "locale",
    ]

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
        return words.filter { !$0.isEmpty }.map { singular(String(decoding: $0, as: UTF8.self)) }
    }

    private static func singular(_ word: String) -> String {
        word.count > 3 && word.hasSuffix("s") && !word.hasSuffix("ss") ? String(word.dropLast()) : word
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
