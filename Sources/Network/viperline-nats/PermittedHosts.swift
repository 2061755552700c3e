import Commands
import NATSBridge
import Wire

/// The hosts of a server's configuration. It is an error if one of them could get what belongs to another.
struct PermittedHosts {
    private struct Host {
        let name: String
        /// The host's compose file, as a shell takes it; nil for one that only serves.
        var file: String?
        var services: [NATSService] = []
        var pools: [SubjectName] = []
        var key: UserKey?
    }

    private var hosts: [Host] = []

    /// - Parameter file: the compose file of the host, as a shell takes it.
    mutating func add(_ name: String, _ file: String, _ services: [NATSService]) throws {
        guard !hosts.contains(where: { $0.name == name }) else {
            throw UsageError("Two files are the host \(name): rename one of them")
        }
        hosts.append(Host(name: name, file: file))
        for service in services {
            for host in hosts {
                for other in host.services { try Self.check(service, on: name, beside: other, on: host.name) }
            }
            hosts[hosts.count - 1].services.append(service)
        }
    }

    private static func check(
        _ service: NATSService, on name: String, beside other: NATSService, on otherName: String
    ) throws {
        guard other.name != service.name || otherName == name && !service.isJoin else {
            throw UsageError("\(otherName) and \(name) would both be \(service.name): give one another name")
        }
        // The subjects of `a.b` are among those of `a`.
        let (one, two) = ("\(other.place).", "\(service.place).")
        guard other.shared == service.shared || !one.hasPrefix(two) && !two.hasPrefix(one) else {
            throw UsageError(
                "\(other.shared) and \(service.shared) would have subjects in common: rename one, so that neither name begins with the other"
            )
        }
    }

    mutating func serve(_ pool: SubjectName, on name: String) throws {
        guard answers(of: pool) != nil else {
            throw UsageError("--serve \(pool)=\(name): no service of the files is viperline-nats call \(pool)")
        }
        let place = hosts.firstIndex { $0.name == name } ?? hosts.endIndex
        if place == hosts.endIndex { hosts.append(Host(name: name)) }
        if !hosts[place].pools.contains(pool) { hosts[place].pools.append(pool) }
    }

    mutating func setKey(_ key: UserKey, of name: String) throws {
        guard let place = hosts.firstIndex(where: { $0.name == name }) else {
            let known = hosts.map(\.name).joined(separator: ", ")
            throw UsageError("--nkey \(name)=…: the hosts are \(known)")
        }
        if let other = hosts.first(where: { $0.key == key }) {
            throw UsageError(
                "\(other.name) and \(name) cannot have the same key: each could do what the other may")
        }
        guard hosts[place].key == nil else { throw UsageError("--nkey names \(name) twice") }
        hosts[place].key = key
    }

    private var services: [NATSService] { hosts.flatMap(\.services) }

    private func answers(of pool: SubjectName) -> [MessagePattern]? {
        let found = services.compactMap { $0.answers(of: pool) }
        return found.isEmpty ? nil : found.flatMap(\.self)
    }

    private func permissions(of host: Host) -> HostPermissions {
        var permissions = HostPermissions()
        for service in host.services { service.permit(&permissions, beside: services) }
        for pool in host.pools { permissions.addWorker(of: pool, answers: answers(of: pool) ?? []) }
        return permissions
    }

    // MARK: - The server's configuration

    /// A whole file, which nats-server starts with.
    func configuration(listen: String) -> String {
        """
        # Printed by `viperline-nats permissions`. Start the server: nats-server -c FILE
        listen: "\(listen)"
        \(authorization)
        # Commands of the hosts. HUB is the address of this server's host. HOST.nk is the host's own key, as `nk -gen user -pubout` prints it,
        # in a file of mode 600. PROGRAM does the pool's work, such as viperline-fetcher.
        \(hosts.map(commands).joined())
        """
    }

    /// The users alone, for the `include` of another file.
    var authorization: String { "authorization {\n  users = [\n\(hosts.map(user).joined())  ]\n}\n" }

    /// Without a key, the operator has to fill it in.
    private func user(_ host: Host) -> String {
        let permissions = permissions(of: host)
        let responses = permissions.responds ? "        allow_responses { max: 100, expires: \"2m\" }\n" : ""
        return """
                # \(host.name)
                {
                  nkey: \(host.key?.description ?? "\"U... of \(host.name), from `nk -gen user -pubout`\"")
                  permissions {
                    publish { allow: \(Self.list(permissions.publish)) }
                    subscribe { allow: \(Self.list(permissions.subscribe)) }
            \(responses)      }
                }

            """
    }

    /// Subjects contain only letters, digits and `_-.*>=$`.
    private static func list(_ subjects: [String]) -> String {
        var seen: Set<String> = []
        let lines = subjects.filter { seen.insert($0).inserted }.map { "          \"\($0)\"\n" }.joined()
        return subjects.isEmpty ? "[]" : "[\n\(lines)        ]"
    }

    private func commands(of host: Host) -> String {
        let variables = Set(host.services.flatMap(\.variables)).sorted()
        let session = host.file.map { (variables + ["viperline run \($0)"]).joined(separator: " ") }
        let commands = [session].compactMap(\.self) + host.pools.map { "viperline-nats serve \($0) -- PROGRAM" }
        return "#\n# \(host.name):\n"
            + commands.map { "#   NATS_URL=nats://HUB NATS_NKEY=\(host.name).nk \($0)\n" }.joined()
    }
}
