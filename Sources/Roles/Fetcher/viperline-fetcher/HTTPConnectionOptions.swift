import Commands
import HTTPTransfer

/// Options for connections and identity, with curl's option names.
struct HTTPConnectionOptions: CommandOptions {
    private var location = false
    private var noLocation = false
    private var maxRedirs = 10
    private var ipv4 = false
    private var ipv6 = false
    private var given = HTTPConnectionSettings()

    static var table: OptionTable<Self> {
        [
            .flag("location", letter: "L", \.location, "Follow redirects (the default)."),
            .flag("no-location", \.noLocation, "Do not follow redirects; return them as answers."),
            .option("max-redirs", value: "n", \.maxRedirs, "The most redirects to follow.").within(0...1000),
            .flag("ipv4", letter: "4", \.ipv4, "Use IPv4 addresses only."),
            .flag("ipv6", letter: "6", \.ipv6, "Use IPv6 addresses only."),
            .option(
                "resolve", value: "host:port:address", \.given.resolved,
                "An address to use instead of a name lookup. Repeatable."),
            .option("unix-socket", value: "path", \.given.unixSocket, "A Unix socket to use for every server."),
            .flag("insecure", letter: "k", \.given.trustsAnybody, "Do not verify servers' certificates."),
            .option(
                "cacert", value: "path", \.given.authorities,
                "A PEM file of certificates to trust instead of the system's (also: CURL_CA_BUNDLE, SSL_CERT_FILE)."),
            .option(
                "cert", value: "path", \.given.certificate,
                "A client certificate (PEM), with its key unless --key names one."),
            .option("key", value: "path", \.given.privateKey, "The key of the client certificate (PEM)."),
            .option(
                "cookie", letter: "b", value: "name=value; …", \.given.cookie,
                "Cookies to send, or \"\" for none; either way, cookies that servers set are sent back during this run."
            ),
        ]
    }

    func validate() throws {
        if location, noLocation { throw UsageError("--location and --no-location exclude each other.") }
        if ipv4, ipv6 { throw UsageError("--ipv4 and --ipv6 exclude each other.") }
        if given.privateKey != nil, given.certificate == nil { throw UsageError("--key goes with --cert.") }
        for entry in given.resolved where !Self.isAddress(entry) {
            throw UsageError("--resolve takes HOST:PORT:ADDRESS, such as a.example:443:192.0.2.1.")
        }
        if let cookie = given.cookie, !cookie.isEmpty, !cookie.contains("=") {
            throw UsageError(
                "--cookie takes NAME=VALUE; …, and files of cookies are not read; send a file's cookies with -H @FILE.")
        }
        if let cookie = given.cookie, (try? HTTPHeader("Cookie", cookie)) == nil {
            throw UsageError("--cookie takes NAME=VALUE; …, on one line.")
        }
    }

    func settings(_ variable: (String) -> String?) -> HTTPConnectionSettings {
        var settings = given
        settings.redirectLimit = noLocation ? nil : maxRedirs
        settings.addresses = ipv4 ? .ipv4 : ipv6 ? .ipv6 : .any
        settings.authorities =
            given.authorities ?? variable("CURL_CA_BUNDLE") ?? variable("SSL_CERT_FILE") ?? SystemAuthorities.file
        return settings
    }

    private static func isAddress(_ entry: String) -> Bool {
        let parts = entry.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        return parts.count == 3 && !parts[0].isEmpty && UInt16(parts[1]) != nil && !parts[2].isEmpty
    }
}
