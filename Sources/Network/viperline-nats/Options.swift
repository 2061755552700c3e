import Commands
import NATSBridge
import NATSLink
import Wire

/// The server's address, and this program's identity. Secrets have no options: others can read command lines.
struct ServerOptions: CommandOptions {
    var server: String?
    var creds: String?
    var nkey: String?
    var certificateAuthority: String?
    var certificate: String?
    var key: String?

    static var table: OptionTable<Self> {
        [
            .option(
                "server", value: "url", \.server,
                "The server, or several with commas between them (NATS_URL; nats://127.0.0.1:4222 by default)."),
            .option("creds", value: "file", \.creds, "A file with credentials: a JWT and a seed (NATS_CREDS)."),
            .option(
                "nkey", value: "file", \.nkey,
                "A file with an NKey's seed and, in another line, its public key (NATS_NKEY)."),
            .option(
                "tls-ca", value: "file", \.certificateAuthority,
                "A file with the certificates that may sign the server's (NATS_CA)."),
            .option("tls-cert", value: "file", \.certificate, "A file with our own certificate (NATS_CERT)."),
            .option("tls-key", value: "file", \.key, "A file with its key (NATS_KEY)."),
        ]
    }

    func validate() throws {
        guard let server else { return }
        guard !ConnectionSettings.hasUser(server) else {
            throw UsageError("Others can read command lines: put a URL with a user or a password into NATS_URL")
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
        guard (1...32).contains(settings.servers.count) else { throw UsageError("Name 1 to 32 servers") }
        if let url = settings.servers.first(where: { !ConnectionSettings.isURL($0) }) {
            throw UsageError(
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
            throw UsageError("A certificate and its key go together: NATS_CERT and NATS_KEY")
        }
        guard settings.password == nil || settings.user != nil else {
            throw UsageError("NATS_PASSWORD needs NATS_USER")
        }
        do throws(LinkError) {
            for warning in try settings.check() { StandardStream.diagnose(service, warning) }
        } catch {
            throw UsageError("\(error)")
        }
        return settings
    }
}

/// Options that callers and workers of a pool have in common.
struct PoolOptions: CommandOptions {
    var name = SubjectName()
    var server = ServerOptions()

    static var table: OptionTable<Self> {
        [
            .argument("name", \.name, "The pool's name: letters, digits, - and _, with dots between words."),
            .group(\.server),
        ]
    }
}

extension SubjectName: ArgumentValue {
    public static var form: String? {
        "expected words of letters, digits, - and _ with dots between them, at most 128 bytes"
    }
    public init?(argument: String) { self.init(argument) }
}

/// The types that the program may receive and send on its bus: from the supervisor (`VIPERLINE_WIRING`), or by hand from options.
struct WiringOptions: CommandOptions {
    var receives: [String] = []
    var sends: [String] = []
    var states: [String] = []

    static var table: OptionTable<Self> {
        [
            .option(
                "receives", value: "pattern", \.receives, "A type or a protocol that comes from the bus. Repeatable."),
            .option("sends", value: "pattern", \.sends, "A type or a protocol that goes to the bus. Repeatable."),
            .option(
                "states", value: "pattern", \.states, "A type whose newest event replaces all earlier ones. Repeatable."
            ),
        ]
    }

    struct Resolved {
        var session = ""
        var receives: [MessagePattern] = []
        var sends: [MessagePattern] = []
        var states: [MessagePattern] = []
    }

    func validate() throws {
        for text in receives + sends + states where !MessagePattern.isWellFormed(text) {
            throw UsageError("\"\(text)\" is neither a type nor a pattern of types")
        }
    }

    /// Options take precedence over the supervisor.
    func resolved() throws -> Resolved {
        let wired = try RoleEnvironment.variable(RoleWiring.variable).map { try RoleWiring($0) }
        func patterns(_ own: [String], _ wired: [String]?) -> [MessagePattern] {
            (own.isEmpty ? wired ?? [] : own).map { MessagePattern($0) }
        }
        return Resolved(
            session: wired?.session ?? "", receives: patterns(receives, wired?.receives),
            sends: patterns(sends, wired?.sends),
            states: patterns(states, wired?.states))
    }
}
