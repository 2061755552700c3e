/// The variables that a program inherits while it is verified against a cassette that the person does not vouch for.
///
/// What is recorded may make it act: open pages, ask servers. So it gets none of the person's credentials, opens no
/// browser, and asks only servers of the public internet.
package enum VerificationEnvironment {
    /// What a program needs to run as it usually does, and no secret.
    private static let harmless: Set = [
        "PATH", "HOME", "TMPDIR", "XDG_RUNTIME_DIR", "LANG", "LANGUAGE", "TZ", "TERM", "COLORTERM", "NO_COLOR",
        "SSL_CERT_FILE", "CURL_CA_BUNDLE",
    ]

    /// - Parameters:
    ///   - person: the person's whole environment.
    ///   - isOwnProgram: whether the person has named the program, which may then need what we can't know of.
    package static func inherited(from person: [String: String], isOwnProgram: Bool) -> [String: String] {
        let kept = isOwnProgram ? person : person.filter { harmless.contains($0.key) || $0.key.hasPrefix("LC_") }
        return kept.merging(["BROWSER": "true", "VIPERLINE_PUBLIC_ONLY": "1"]) { $1 }
    }
}
