import Platform

/// The place where a system keeps the certificates that it trusts. The libcurl of the archive for any Linux is Debian's and knows
/// Debian's place.
package enum SystemAuthorities {
    private static let debian = "/etc/ssl/certs/ca-certificates.crt"
    /// Fedora and its relatives, openSUSE, others.
    private static let others = ["/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem"]

    /// - Returns: the file for libcurl; nil where libcurl finds its own, or there is none.
    package static func file(exists: (String) -> Bool) -> String? {
        exists(debian) ? nil : others.first(where: exists)
    }

    package static var file: String? { file { access($0, R_OK) == 0 } }
}
