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
    /// Whether its files can be used.
    /// - Returns: warnings.
    package func check() throws(LinkError) -> [String] {
        let files = [
            ("NATS_CREDS", credentials, true), ("NATS_NKEY", nkey, true), ("NATS_CA", certificateAuthority, false),
            ("NATS_CERT", certificate, false), ("NATS_KEY", key, true),
        ]
        var warnings: [String] = []
        for case (let variable, let path?, let isSecret) in files {
            let file = IdentityFile(path: path, variable: variable, isSecret: isSecret)
            if let warning = try file.check() { warnings.append(warning) }
        }
        if let nkey { _ = try NKeyFile.publicKey(in: nkey) }
        return warnings
    }

    /// The servers as a log may name them.
    package var publicServers: String { servers.map(Self.withoutUser).joined(separator: ", ") }

    /// Whether it shows who it is by a signature.
    var signs: Bool { nkey != nil || credentials != nil }

    /// Whether a server without TLS is refused.
    package var wantsTLS: Bool {
        certificateAuthority != nil || certificate != nil
            || servers.contains { $0.lowercased().hasPrefix("tls://") }
    }

    /// Whether a text is a host, with or without a scheme that libnats knows, a user and a port.
    package static func isURL(_ text: String) -> Bool {
        if let end = text.firstRange(of: "://") {
            guard ["nats", "tls"].contains(text[..<end.lowerBound].lowercased()) else { return false }
        }
        let place = withoutUser(text)
        guard !place.isEmpty, place.utf8.count <= 512, !place.contains("/") else { return false }
        // An IPv6 address stands in brackets.
        guard let colon = place.lastIndex(of: ":"), !place.hasSuffix("]") else { return true }
        return colon > place.startIndex && UInt16(place[place.index(after: colon)...]).map { $0 > 0 } == true
    }

    /// Whether a URL has a user, a password or a token in it.
    package static func hasUser(_ url: String) -> Bool { url.contains("@") }

    /// Host and port of a URL.
    package static func withoutUser(_ url: String) -> String {
        let rest = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
        return String(rest.lastIndex(of: "@").map { rest[rest.index(after: $0)...] } ?? rest)
    }
}
