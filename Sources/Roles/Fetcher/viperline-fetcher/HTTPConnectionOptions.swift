import ArgumentParser
import HTTPTransfer

/// Options for connections and identity, with curl's option names.
struct HTTPConnectionOptions: ParsableArguments {
    @Flag(name: [.customShort("L"), .customLong("location")], help: "Follow redirects (the default).")
    var location = false

    @Flag(help: "Do not follow redirects; return them as answers.")
    var noLocation = false

    @Option(help: ArgumentHelp("The most redirects to follow.", valueName: "n"))
    var maxRedirs = 10

    @Flag(name: [.customShort("4"), .customLong("ipv4")], help: "Use IPv4 addresses only.")
    var ipv4 = false

    @Flag(name: [.customShort("6"), .customLong("ipv6")], help: "Use IPv6 addresses only.")
    var ipv6 = false

    @Option(
        help: ArgumentHelp("An address to use instead of a name lookup. Repeatable.", valueName: "host:port:address"))
    var resolve: [String] = []

    @Option(help: ArgumentHelp("A Unix socket to use for every server.", valueName: "path"))
    var unixSocket: String?

    @Flag(name: [.customShort("k"), .customLong("insecure")], help: "Do not verify servers' certificates.")
    var insecure = false

    @Option(
        help: ArgumentHelp(
            "A PEM file of certificates to trust instead of the system's (also: CURL_CA_BUNDLE, SSL_CERT_FILE).",
            valueName: "path"))
    var cacert: String?

    @Option(help: ArgumentHelp("A client certificate (PEM), with its key unless --key names one.", valueName: "path"))
    var cert: String?

    @Option(help: ArgumentHelp("The key of the client certificate (PEM).", valueName: "path"))
    var key: String?

    @Option(
        name: [.customShort("b"), .customLong("cookie")],
        help: ArgumentHelp(
            "Cookies to send, or \"\" for none; either way, cookies that servers set are sent back during this run.",
            valueName: "name=value; …"))
    var cookie: String?

    func validate() throws {
        guard (0...1000).contains(maxRedirs) else { throw ValidationError("--max-redirs takes 0 to 1000.") }
        if location, noLocation { throw ValidationError("--location and --no-location exclude each other.") }
        if ipv4, ipv6 { throw ValidationError("--ipv4 and --ipv6 exclude each other.") }
        if key != nil, cert == nil { throw ValidationError("--key goes with --cert.") }
        for entry in resolve where !Self.isAddress(entry) {
            throw ValidationError("--resolve takes HOST:PORT:ADDRESS, such as a.example:443:192.0.2.1.")
        }
        if let cookie, !cookie.isEmpty, !cookie.contains("=") {
            throw ValidationError(
                "--cookie takes NAME=VALUE; …, and files of cookies are not read; send a file's cookies with -H @FILE.")
        }
        if let cookie, (try? HTTPHeader("Cookie", cookie)) == nil {
            throw ValidationError("--cookie takes NAME=VALUE; …, on one line.")
        }
    }

    func apply(to settings: inout ClientSettings, environment: (String) -> String?) {
        settings.redirectLimit = noLocation ? nil : maxRedirs
        settings.addresses = ipv4 ? .ipv4 : ipv6 ? .ipv6 : .any
        settings.resolved = resolve
        settings.unixSocket = unixSocket
        settings.trustsAnybody = insecure
        settings.authorities = cacert ?? environment("CURL_CA_BUNDLE") ?? environment("SSL_CERT_FILE")
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
