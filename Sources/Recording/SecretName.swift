/// Names of members, headers and parameters whose values are secrets.
enum SecretName {
    private static let whole: Set = ["key", "pwd", "passwd", "pass", "auth", "bearer", "credentials", "sessionid"]
    private static let endings = [
        "authorization", "cookie", "cookies", "token", "password", "passphrase", "secret", "apikey", "accesskey",
        "secretkey", "privatekey",
    ]
    /// They end like a secret and are none: where the next page of a list begins.
    private static let harmless = ["pagetoken", "nexttoken", "continuationtoken"]

    /// For a member: `key` may also be a key of a keyboard, whose name is short.
    static func matches(_ name: String, ofValueWithLength length: Int) -> Bool {
        matches(name) && (length > 8 || name.lowercased() != "key")
    }

    /// Whatever its case, and with `-` or `_` between its words or not.
    static func matches(_ name: String) -> Bool {
        let plain = name.lowercased().filter { $0 != "-" && $0 != "_" }
        if whole.contains(plain) { return true }
        return endings.contains { plain.hasSuffix($0) } && !harmless.contains { plain.hasSuffix($0) }
    }
}
