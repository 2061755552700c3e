import Commands
import Composition
import NATSBridge
import NATSLink
import Processes
import Wire

struct Permissions: Command {
    static let configuration = CommandConfiguration(
        name: "permissions",
        abstract: "Print a configuration for nats-server: its users, and what each host may publish and subscribe to.",
        discussion: """
            Each FILE is the compose file of a host. Its services whose command is `viperline-nats join` or `viperline-nats call` determine \
            what the host may publish and subscribe to; --serve adds a host whose workers may answer the callers of a pool. The end of \
            the configuration shows the command of each host.

            EXAMPLES
              viperline-nats permissions view.yaml presenter.yaml --nkey view=UB… --nkey presenter=UC… >nats.conf
              viperline-nats permissions session.yaml --serve fetch=worker --nkey session=UD… --nkey worker=UE… >nats.conf
            """)

    var files: [String] = []
    var nkey: [String] = []
    var serve: [String] = []
    var listen = "0.0.0.0:4222"
    var usersOnly = false

    static var table: OptionTable<Self> {
        [
            .arguments("file", \.files, isRequired: true, "Compose files; the host has the file's name."),
            .option("nkey", value: "host=key", \.nkey, "A host's public key. Repeatable."),
            .option("serve", value: "pool=host", \.serve, "A host with workers of a pool. Repeatable."),
            .option("listen", value: "host:port", \.listen, "Where the server listens."),
            .flag("users-only", \.usersOnly, "Print only the users, to include in your own configuration."),
        ]
    }

    func validate() throws {
        guard listen.contains(":"), !listen.contains("@"), ConnectionSettings.isURL("nats://\(listen)"),
            Self.isPlain(listen)
        else { throw UsageError("--listen takes HOST:PORT, such as 127.0.0.1:4222") }
    }

    /// True if a text can be between quotes in the configuration.
    private static func isPlain(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0 != "\"" && $0 != "\\" && $0.properties.generalCategory != .control }
    }

    func run() throws {
        let environment = RoleEnvironment.current(role: "viperline-nats")
        throw ExitCode(
            NATSProgram.status(of: environment.service) {
                print(try configuration(), terminator: "")
                return .done
            })
    }

    private func configuration() throws -> String {
        guard (1...200).contains(files.count) else { throw UsageError("Name 1 to 200 files") }
        var hosts = PermittedHosts()
        for file in files {
            let host = Self.host(of: file)
            try hosts.add(host.name, host.file, Self.services(file, on: host.name))
        }
        for text in serve {
            let (pool, host) = try Self.pair(text, "--serve takes POOL=HOST")
            guard let name = SubjectName(pool), SubjectWords.isWord(host) else {
                throw UsageError("--serve takes POOL=HOST, of letters, digits, - and _")
            }
            try hosts.serve(name, on: host)
        }
        for text in nkey {
            let form = "--nkey takes HOST=KEY, with a user's public key (U and 55 letters and digits)"
            let (host, text) = try Self.pair(text, form)
            // The text may be a seed, which must not be shown.
            guard let key = UserKey(text) else {
                throw UsageError("\(form); the text after \(host)= is not one")
            }
            try hosts.setKey(key, of: host)
        }
        return usersOnly ? hosts.authorization : hosts.configuration(listen: listen)
    }

    private static func services(_ file: String, on host: String) throws -> [NATSService] {
        let composition = try ComposeLoader(files: [file]) { OwnEnvironment.variables[$0] }.load()
        let services = try located(file) {
            try composition.services.compactMap { service in
                try located(service.name) { try NATSService(service, in: composition, on: host) }
            }
        }
        guard !services.isEmpty else {
            throw UsageError("\(file): no service is viperline-nats call or join, so the host needs no permissions")
        }
        return services
    }

    /// The name of a file's host, without folder and extension, and only with characters that a comment can hold; and the file beside the
    /// host's shell, where a name that needs quotes is not copied.
    private static func host(of file: String) -> (name: String, file: String) {
        let file = file.split(separator: "/").last.map(String.init) ?? file
        let name = SubjectWords.word(file.split(separator: ".").first.map(String.init) ?? file)
        return (name, SubjectWords.areWords(file) ? "./\(file)" : "./\(name).yaml")
    }

    private static func pair(_ text: String, _ form: String) throws -> (String, String) {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { throw UsageError(form) }
        return (parts[0], parts[1])
    }
}
