/// Where a server is, and who we are.
package struct ConnectionSettings: Sendable {
    /// URLs, which may contain a user, a password or a token.
    package var servers = ["nats://127.0.0.1:4222"]
    /// This connection's name in the server's own tools.
    package var name = "viperline-nats"
    package var user: String?
    package var password: String?
    package var token: String?
    /// A file with a JWT and a seed.
    package var credentials: String?
    /// A file with a seed, and its public key on a separate line.
    package var nkey: String?
    /// PEM files.
    package var certificateAuthority: String?
    package var certificate: String?
    package var key: String?
    /// The prefix of inboxes.
    package var inboxPrefix = "_INBOX"

    package init() {}
}

extension ConnectionSettings {
    /// Checks whether its files can be used.
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

    /// The servers in a form that a log may show.
    package var publicServers: String { servers.map(Self.withoutUser).joined(separator: ", ") }

    /// Whether it proves its identity with a signature.
    var signs: Bool { nkey != nil || credentials != nil }

    /// Whether to refuse a server without TLS.
    package var wantsTLS: Bool {
        certificateAuthority != nil || certificate != nil
            || servers.contains { $0.lowercased().hasPrefix("tls://") }
    }

    /// Whether a text is a host, optionally with a scheme that libnats knows, a user and a port.
    package static func isURL(_ text: String) -> Bool {
        if let end = text.firstRange(of: "://") {
            guard ["nats", "tls"].contains(text[..<end.lowerBound].lowercased()) else { return false }
        }
        let place = withoutUser(text)
        guard !place.isEmpty, place.utf8.count <= 512, !place.contains("/") else { return false }
        // An IPv6 address is in brackets.
        guard let colon = place.lastIndex(of: ":"), !place.hasSuffix("]") else { return true }
        return colon > place.startIndex && UInt16(place[place.index(after: colon)...]).map { $0 > 0 } == true
    }

    /// Whether a URL contains a user, a password or a token.
    package static func hasUser(_ url: String) -> Bool { url.contains("@") }

    /// Host and port of a URL.
    package static func withoutUser(_ url: String) -> String {
        let rest = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
        return String(rest.lastIndex(of: "@").map { rest[rest.index(after: $0)...] } ?? rest)
    }
}
