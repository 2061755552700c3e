import Commands
import HTTPTransfer

/// Options for connections and identity, with curl's option names.
struct HTTPConnectionOptions: CommandOptions {
    var location = false
    var noLocation = false
    var maxRedirs = 10
    var ipv4 = false
    var ipv6 = false
    var resolve: [String] = []
    var unixSocket: String?
    var insecure = false
    var cacert: String?
    var cert: String?
    var key: String?
    var cookie: String?

    static var table: OptionTable<Self> {
        [
            .flag("location", letter: "L", \.location, "Follow redirects (the default)."),
            .flag("no-location", \.noLocation, "Do not follow redirects; return them as answers."),
            .option("max-redirs", value: "n", \.maxRedirs, "The most redirects to follow."),
            .flag("ipv4", letter: "4", \.ipv4, "Use IPv4 addresses only."),
            .flag("ipv6", letter: "6", \.ipv6, "Use IPv6 addresses only."),
            .option(
                "resolve", value: "host:port:address", \.resolve,
                "An address to use instead of a name lookup. Repeatable."),
            .option("unix-socket", value: "path", \.unixSocket, "A Unix socket to use for every server."),
            .flag("insecure", letter: "k", \.insecure, "Do not verify servers' certificates."),
            .option(
                "cacert", value: "path", \.cacert,
                "A PEM file of certificates to trust instead of the system's (also: CURL_CA_BUNDLE, SSL_CERT_FILE)."),
            .option("cert", value: "path", \.cert, "A client certificate (PEM), with its key unless --key names one."),
            .option("key", value: "path", \.key, "The key of the client certificate (PEM)."),
            .option(
                "cookie", letter: "b", value: "name=value; …", \.cookie,
                "Cookies to send, or \"\" for none; either way, cookies that servers set are sent back during this run."
            ),
        ]
    }

    func validate() throws {
        guard (0...1000).contains(maxRedirs) else { throw UsageError("--max-redirs takes 0 to 1000.") }
        if location, noLocation { throw UsageError("--location and --no-location exclude each other.") }
        if ipv4, ipv6 { throw UsageError("--ipv4 and --ipv6 exclude each other.") }
        if key != nil, cert == nil { throw UsageError("--key goes with --cert.") }
        for entry in resolve where !Self.isAddress(entry) {
            throw UsageError("--resolve takes HOST:PORT:ADDRESS, such as a.example:443:192.0.2.1.")
        }
        if let cookie, !cookie.isEmpty, !cookie.contains("=") {
            throw UsageError(
                "--cookie takes NAME=VALUE; …, and files of cookies are not read; send a file's cookies with -H @FILE.")
        }
        if let cookie, (try? HTTPHeader("Cookie", cookie)) == nil {
            throw UsageError("--cookie takes NAME=VALUE; …, on one line.")
        }
    }

    func apply(to settings: inout ClientSettings, environment: (String) -> String?) {
        settings.redirectLimit = noLocation ? nil : maxRedirs
        settings.addresses = ipv4 ? .ipv4 : ipv6 ? .ipv6 : .any
        settings.resolved = resolve
        settings.unixSocket = unixSocket
        settings.trustsAnybody = insecure
        settings.authorities =
            cacert ?? environment("CURL_CA_BUNDLE") ?? environment("SSL_CERT_FILE") ?? SystemAuthorities.file
        settings.certificate = cert
        settings.privateKey = key
        settings.keepsCookies = cookie != nil
        settings.cookie = cookie.flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func isAddress(_ entry: String) -> Bool {
        let parts = entry.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        return parts.count == 3 && !parts[0].isEmpty && UInt16(parts[1]) != nil && !parts[2].isEmpty
    }
}
