/// Where a server is, and who we are.
package struct ConnectionSettings: Sendable {
    /// URLs; user, password and token may stand in them.
    package var servers = ["nats://127.0.0.1:4222"]
    /// What the server's own tools call this connection.
    package var name = "viperline-nats"
    package var user: String?
    package var password: String?
    package var token: String?
    /// A file with a JWT and a seed.
    package var credentials: String?
    /// A file with a seed, and its public key in another line.
    package var nkey: String?
    /// Files in PEM.
    package var certificateAuthority: String?
    package var certificate: String?
    package var key: String?
    /// What inboxes begin with.
    package var inboxPrefix = "_INBOX"

    package init() {}
}

extension ConnectionSettings {
    /// The servers as a log may name them.
    package var publicServers: String { servers.map(Self.withoutUser).joined(separator: ", ") }

    /// Whether a URL has a user, a password or a token in it.
    package static func hasUser(_ url: String) -> Bool { url.contains("@") }

    /// Host and port of a URL.
    package static func withoutUser(_ url: String) -> String {
        let rest = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
        return String(rest.lastIndex(of: "@").map { rest[rest.index(after: $0)...] } ?? rest)
    }
}
