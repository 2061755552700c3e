import Commands
import NATSBridge
import NATSLink
import Wire

/// The server's address, and this program's identity. Secrets have no options: others can read command lines.
struct ServerOptions: CommandOptions {
    var server: String?
    var identity = ConnectionSettings()

    static var table: OptionTable<Self> {
        [
            .option(
                "server", value: "url", \.server,
                "The server, or several with commas between them (NATS_URL; nats://127.0.0.1:4222 by default)."),
            .option(
                "creds", value: "file", \.identity.credentials,
                "A file with credentials: a JWT and a seed (NATS_CREDS)."),
            .option(
                "nkey", value: "file", \.identity.nkey,
                "A file with an NKey's seed and, in another line, its public key (NATS_NKEY)."),
            .option(
                "tls-ca", value: "file", \.identity.certificateAuthority,
                "A file with the certificates that may sign the server's (NATS_CA)."),
            .option(
                "tls-cert", value: "file", \.identity.certificate, "A file with our own certificate (NATS_CERT)."),
            .option("tls-key", value: "file", \.identity.key, "A file with its key (NATS_KEY)."),
        ]
    }

    func validate() throws {
        if let server, server.contains("@") {
            throw UsageError("Others can read command lines: put a URL with a user or a password into NATS_URL")
        }
    }

    /// - Parameters:
    ///   - name: the connection's name in the server's own tools.
    ///   - service: the name that warnings are logged under.
    func settings(name: String, for service: String) throws(LinkError) -> ConnectionSettings {
        var settings = identity
        settings.name = name
        if let urls = server ?? RoleEnvironment.variable("NATS_URL") {
            settings.servers = urls.split { $0 == "," || $0.isWhitespace }.map(String.init)
        }
        for warning in try settings.complete() { StandardStream.diagnose(service, warning) }
        return settings
    }
}

extension SubjectName: ArgumentValue {
    public static var form: String? {
        "expected words of letters, digits, - and _ with dots between them, at most 128 bytes"
    }
    public init?(argument: String) { self.init(argument) }
}

extension MessagePattern: ArgumentValue {
    public static var form: String? { "expected a type or a pattern of types" }
    public init?(argument: String) {
        guard Self.isWellFormed(argument) else { return nil }
        self.init(argument)
    }
}

extension RoleWiring {
    /// The supervisor's (`VIPERLINE_WIRING`); nil for a program that was started by hand.
    static func current() throws(Malformed) -> RoleWiring? {
        guard let text = RoleEnvironment.variable(variable) else { return nil }
        return try RoleWiring(text)
    }

    /// Options take precedence over the supervisor.
    static func patterns(_ options: [MessagePattern], _ wired: [String]?) -> [MessagePattern]? {
        options.isEmpty ? wired?.map(MessagePattern.init) : options
    }
}
