/// The variables that a program inherits when verified against a cassette that the user does not vouch for.
///
/// Recorded inputs may make it act: open pages, ask servers. So it gets none of the user's credentials, opens no
/// browser, and asks only servers on the public internet.
package enum VerificationEnvironment {
    /// Variables that programs need to run normally; none is a secret.
    private static let harmless: Set = [
        "PATH", "HOME", "TMPDIR", "XDG_RUNTIME_DIR", "LANG", "LANGUAGE", "TZ", "TERM", "COLORTERM", "NO_COLOR",
        "SSL_CERT_FILE", "CURL_CA_BUNDLE",
    ]

    /// - Parameters:
    ///   - person: the user's whole environment.
    ///   - isOwnProgram: whether the user named the program, which may then need any variable.
    package static func inherited(from person: [String: String], isOwnProgram: Bool) -> [String: String] {
        let kept = isOwnProgram ? person : person.filter { harmless.contains($0.key) || $0.key.hasPrefix("LC_") }
        return kept.merging(["BROWSER": "true", "VIPERLINE_PUBLIC_ONLY": "1"]) { $1 }
    }
}
