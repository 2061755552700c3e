import ArgumentParser
import Composition
import NATSBridge
import Processes
import Wire

/// `viperline-nats permissions`
struct Permissions: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print the server's configuration: what each host may say and hear, and nothing more.",
        discussion: """
            Each FILE is the compose file of a host. Its services whose command is `viperline-nats join` or `viperline-nats call` tell what \
            the host says and hears; --serve adds a host with workers of a pool, which may answer what its callers take. The host of the \
            first FILE may make the streams.

            EXAMPLES
              viperline-nats permissions view.yaml presenter.yaml --nkey view=UB… --nkey presenter=UC… >users.conf
              viperline-nats permissions session.yaml --serve fetch=worker
            """)

    @Argument(help: ArgumentHelp("Compose files; the host has the file's name.", valueName: "file"))
    var files: [String]

    @Option(help: ArgumentHelp("A host's public key. Repeatable.", valueName: "host=key"))
    var nkey: [String] = []

    @Option(help: ArgumentHelp("A host with workers of a pool. Repeatable.", valueName: "pool=host"))
    var serve: [String] = []

    func run() throws {
        let environment = RoleEnvironment.current(role: "viperline-nats")
        let status = Program.run(environment) {
            print(try configuration(), terminator: "")
            return .done
        }
        throw ExitCode(status.rawValue)
    }

    private func configuration() throws -> String {
        guard (1...200).contains(files.count) else { throw ValidationError("Name 1 to 200 files") }
        let keys = try Dictionary(nkey.map(Self.pair)) { _, last in last }
        var hosts: [(name: String, permissions: HostPermissions)] = []
        var answers: [String: [MessagePattern]] = [:]
        for (place, file) in files.enumerated() {
            let composition: Composition
            do throws(ComposeError) {
                composition = try ComposeLoader(files: [file]) { OwnEnvironment.variables[$0] }.load()
            } catch {
                throw ValidationError("\(error)")
            }
            var permissions = HostPermissions()
            for service in composition.services {
                guard let call = try NATSService(service, in: composition, creates: place == 0) else { continue }
                permissions.add(call.permissions)
                if let pool = call.pool { answers[pool, default: []] += service.sends }
            }
            hosts.append((Self.hostName(file), permissions))
        }
        for (pool, host) in try serve.map(Self.pair) {
            guard let name = SessionName(pool) else { throw ValidationError("\"\(pool)\" is no pool") }
            let permissions = PoolPermissions(name).worker(
                answers: answers[pool] ?? [], inbox: "_INBOX.\(host)", creates: false)
            if let place = hosts.firstIndex(where: { $0.name == host }) {
                hosts[place].permissions.add(permissions)
            } else {
                hosts.append((host, permissions))
            }
        }
        return ServerConfiguration.authorization(hosts.map { ($0.name, keys[$0.name], $0.permissions) })
    }

    /// The file's name without its folder and its ending; only what a comment can hold.
    private static func hostName(_ file: String) -> String {
        let name = file.split(separator: "/").last.map(String.init) ?? file
        let stem = name.split(separator: ".").first.map(String.init) ?? name
        return String(stem.unicodeScalars.map { SenderID.isWord(String($0)) ? Character($0) : "-" })
    }

    private static func pair(_ text: String) throws -> (String, String) {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, SessionSubjects.isName(parts[0]), SenderID.isWord(parts[1]) else {
            throw ValidationError("\"\(text)\" is not NAME=VALUE in letters, digits, _ and -")
        }
        return (parts[0], parts[1])
    }
}
