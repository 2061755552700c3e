import ArgumentParser
import NATSBridge
import Wire

/// The hosts of a server's configuration. It is an error if one of them could get what belongs to another.
struct PermittedHosts {
    private struct Host {
        let name: String
        var services: [NATSService] = []
        /// The pools that it serves.
        var pools: [SessionName] = []
        var key: UserKey?
    }

    private var hosts: [Host] = []
    /// By pool or session: the first host that uses it, which creates its streams.
    private var makers: [String: String] = [:]
    /// By stream: its user.
    private var users: [String: String] = [:]
    /// By a service's name: its host.
    private var names: [String: String] = [:]
    /// By inbox prefix: its host.
    private var inboxes: [String: String] = [:]

    mutating func add(_ name: String, _ services: [NATSService]) throws {
        guard !hosts.contains(where: { $0.name == name }) else {
            throw ValidationError("Two files are the host \(name): rename one of them")
        }
        for service in services {
            makers[service.shared] = makers[service.shared] ?? name
            for stream in service.streams {
                guard let other = users.updateValue(service.shared, forKey: stream), other != service.shared else {
                    continue
                }
                throw ValidationError(
                    "\(other) and \(service.shared) would use the same stream \(stream): rename one of them")
            }
            if let other = names.updateValue(name, forKey: service.name) {
                throw ValidationError("\(other) and \(name) would both be \(service.name): give one another name")
            }
            try take(service.inbox, for: name)
        }
        hosts.append(Host(name: name, services: services))
    }

    /// Anyone who may subscribe to a subject receives everything below it.
    private mutating func take(_ inbox: String, for name: String) throws {
        for (other, owner) in inboxes where owner != name && "\(other).".hasOverlap(with: "\(inbox).") {
            throw ValidationError("\(owner) would hear \(name)'s inboxes, or the other way round: \(other), \(inbox)")
        }
        inboxes[inbox] = name
    }

    mutating func serve(_ pool: SessionName, on name: String) throws {
        guard answers(of: pool) != nil else {
            throw ValidationError("--serve \(pool)=\(name): no service of the files is viperline-nats call \(pool)")
        }
        try take("_INBOX.\(name)", for: name)
        let place = hosts.firstIndex { $0.name == name } ?? hosts.endIndex
        if place == hosts.endIndex { hosts.append(Host(name: name)) }
        if !hosts[place].pools.contains(pool) { hosts[place].pools.append(pool) }
    }

    mutating func setKey(_ key: UserKey, of name: String) throws {
        guard let place = hosts.firstIndex(where: { $0.name == name }) else {
            let known = hosts.map(\.name).joined(separator: ", ")
            throw ValidationError("--nkey \(name)=…: the hosts are \(known)")
        }
        if let other = hosts.first(where: { $0.key == key }) {
            throw ValidationError(
                "\(other.name) and \(name) cannot have the same key: each could do what the other may")
        }
        guard hosts[place].key == nil else { throw ValidationError("--nkey names \(name) twice") }
        hosts[place].key = key
    }

    var configuration: String {
        ServerConfiguration.authorization(
            hosts.map { host in
                let notes = host.pools.map { "viperline-nats serve \($0) --inbox _INBOX.\(host.name)" }
                return (host.name, notes, host.key, permissions(of: host))
            })
    }

    private func permissions(of host: Host) -> HostPermissions {
        var permissions = HostPermissions()
        for service in host.services {
            permissions.add(service.permissions(creates: makers[service.shared] == host.name))
        }
        for pool in host.pools {
            permissions.add(
                PoolPermissions(pool).worker(answers: answers(of: pool) ?? [], inbox: "_INBOX.\(host.name)"))
        }
        return permissions
    }

    private func answers(of pool: SessionName) -> [MessagePattern]? {
        let found = hosts.flatMap(\.services).compactMap { $0.answers(of: pool) }
        return found.isEmpty ? nil : found.flatMap(\.self)
    }
}

extension String {
    /// Whether one of the two begins with the other.
    fileprivate func hasOverlap(with other: String) -> Bool { hasPrefix(other) || other.hasPrefix(self) }
}
