import ArgumentParser
import NATSLink
import Wire

/// Where the server is, and who we are to it. Secrets have no options: others can read command lines.
struct ServerOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The server, or several with commas between them (NATS_URL; nats://127.0.0.1:4222 by default).",
            valueName: "url"))
    var server: String?

    @Option(help: ArgumentHelp("A file with credentials: a JWT and a seed (NATS_CREDS).", valueName: "file"))
    var creds: String?

    @Option(
        help: ArgumentHelp(
            "A file with an NKey's seed and, in another line, its public key (NATS_NKEY).", valueName: "file"))
    var nkey: String?

    @Option(
        name: .customLong("tls-ca"),
        help: ArgumentHelp("A file with the certificates that may sign the server's (NATS_CA).", valueName: "file"))
    var certificateAuthority: String?

    @Option(
        name: .customLong("tls-cert"),
        help: ArgumentHelp("A file with our own certificate (NATS_CERT).", valueName: "file"))
    var certificate: String?

    @Option(
        name: .customLong("tls-key"), help: ArgumentHelp("A file with its key (NATS_KEY).", valueName: "file"))
    var key: String?

    func validate() throws {
        guard let server else { return }
        guard !ConnectionSettings.hasUser(server) else {
            throw ValidationError("Others can read command lines: put a URL with a user or a password into NATS_URL")
        }
    }

    /// - Parameters:
    ///   - name: the connection's name in the server's own tools.
    ///   - service: the name that warnings are logged under.
    func settings(name: String, for service: String) throws -> ConnectionSettings {
        var settings = ConnectionSettings()
        settings.name = name
        let urls = server ?? RoleEnvironment.variable("NATS_URL")
        if let urls {
            settings.servers = urls.split { $0 == "," || $0.isWhitespace }.map(String.init)
        }
        guard (1...32).contains(settings.servers.count) else { throw ValidationError("Name 1 to 32 servers") }
        if let url = settings.servers.first(where: { !ConnectionSettings.isURL($0) }) {
            throw ValidationError(
                "A server is nats://HOST:PORT or tls://HOST:PORT, not \(ConnectionSettings.withoutUser(url))")
        }
        settings.user = RoleEnvironment.variable("NATS_USER")
        settings.password = RoleEnvironment.variable("NATS_PASSWORD")
        settings.token = RoleEnvironment.variable("NATS_TOKEN")
        settings.credentials = creds ?? RoleEnvironment.variable("NATS_CREDS")
        settings.nkey = nkey ?? RoleEnvironment.variable("NATS_NKEY")
        settings.certificateAuthority = certificateAuthority ?? RoleEnvironment.variable("NATS_CA")
        settings.certificate = certificate ?? RoleEnvironment.variable("NATS_CERT")
        settings.key = key ?? RoleEnvironment.variable("NATS_KEY")
        guard (settings.certificate == nil) == (settings.key == nil) else {
            throw ValidationError("A certificate and its key go together: NATS_CERT and NATS_KEY")
        }
        guard settings.password == nil || settings.user != nil else {
            throw ValidationError("NATS_PASSWORD needs NATS_USER")
        }
        do throws(LinkError) {
            for warning in try settings.check() { StandardStream.diagnose(service, warning) }
        } catch {
            throw ValidationError("\(error)")
        }
        return settings
    }
}
