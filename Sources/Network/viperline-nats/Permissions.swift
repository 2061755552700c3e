import Commands
import Composition
import NATSBridge
import Processes
import Wire

/// `viperline-nats permissions`
struct Permissions: Command {
    static let configuration = CommandConfiguration(
        name: "permissions",
        abstract: "Print the server's configuration: what each host may publish and subscribe to.",
        discussion: """
            Each FILE is the compose file of a host. Its services whose command is `viperline-nats join` or `viperline-nats call` determine \
            what the host may publish and subscribe to; --serve adds a host whose workers may answer the callers of a pool. The host of the \
            first FILE that uses a stream creates it.

            EXAMPLES
              viperline-nats permissions view.yaml presenter.yaml --nkey view=UB… --nkey presenter=UC… >users.conf
              viperline-nats permissions session.yaml --serve fetch=worker
            """)

    var files: [String] = []
    var nkey: [String] = []
    var serve: [String] = []

    static var table: OptionTable<Self> {
        [
            .arguments("file", \.files, isRequired: true, "Compose files; the host has the file's name."),
            .option("nkey", value: "host=key", \.nkey, "A host's public key. Repeatable."),
            .option("serve", value: "pool=host", \.serve, "A host with workers of a pool. Repeatable."),
        ]
    }

    func run() throws {
        let environment = RoleEnvironment.current(role: "viperline-nats")
        let status = NATSProgram.run(environment) {
            print(try configuration(), terminator: "")
            return .done
        }
        throw ExitCode(status)
    }

    private func configuration() throws -> String {
        guard (1...200).contains(files.count) else { throw UsageError("Name 1 to 200 files") }
        var hosts = PermittedHosts()
        for file in files { try hosts.add(Self.hostName(file), Self.services(file)) }
        for text in serve {
            let (pool, host) = try Self.pair(text, "--serve takes POOL=HOST")
            guard let name = SubjectName(pool), SenderID.isWord(host) else {
                throw UsageError("--serve takes POOL=HOST, of letters, digits, - and _")
            }
            try hosts.serve(name, on: host)
        }
        for text in nkey {
            let form = "--nkey takes HOST=KEY, with a user's public key (U and 55 letters and digits)"
            let (host, text) = try Self.pair(text, form)
            // It may be a seed, which must not be shown.
            guard let key = UserKey(text) else {
                throw UsageError("\(form); the text after \(host)= is not one")
            }
            try hosts.setKey(key, of: host)
        }
        return hosts.configuration
    }

    private static func services(_ file: String) throws -> [NATSService] {
        let composition: Composition
        do throws(ComposeError) {
            composition = try ComposeLoader(files: [file]) { OwnEnvironment.variables[$0] }.load()
        } catch {
            throw UsageError("\(error)")
        }
        let services: [NATSService]
        do {
            services = try composition.services.compactMap { try NATSService($0, in: composition) }
        } catch let error as UsageError {
            throw UsageError("\(file): \(error.message)")
        }
        guard !services.isEmpty else {
            throw UsageError(
                "\(file): no service is viperline-nats call or join, so the host needs no permissions")
        }
        return services
    }

    /// The file's name without its folder and its extension; only characters that a comment can hold.
    private static func hostName(_ file: String) -> String {
        let name = file.split(separator: "/").last.map(String.init) ?? file
        let stem = name.split(separator: ".").first.map(String.init) ?? name
        return String(
            stem.unicodeScalars.map { SenderID.isWord(String($0)) ? Character($0) : "-" }.prefix(SenderID.longest))
    }

    private static func pair(_ text: String, _ form: String) throws -> (String, String) {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { throw UsageError(form) }
        return (parts[0], parts[1])
    }
}
