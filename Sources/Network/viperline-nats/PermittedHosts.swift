import Commands
import Composition
import NATSBridge
import Wire

/// The hosts of a server's configuration. It is an error if one of them could get what belongs to another.
struct PermittedHosts {
    private struct Host {
        let name: String
        var services: [NATSService] = []
        /// The pools that it serves.
        var pools: [SubjectName] = []
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
            throw UsageError("Two files are the host \(name): rename one of them")
        }
        for service in services {
            makers[service.shared] = makers[service.shared] ?? name
            for stream in service.streams {
                guard let other = users.updateValue(service.shared, forKey: stream), other != service.shared else {
                    continue
                }
                throw UsageError(
                    "\(other) and \(service.shared) would use the same stream \(stream): rename one of them")
            }
            if let other = names.updateValue(name, forKey: service.name) {
                throw UsageError("\(other) and \(name) would both be \(service.name): give one another name")
            }
            try take(service.inbox, for: name)
        }
        hosts.append(Host(name: name, services: services))
    }

    /// Anyone who may subscribe to a subject receives everything below it.
    private mutating func take(_ inbox: String, for name: String) throws {
        for (other, owner) in inboxes where owner != name && "\(other).".hasOverlap(with: "\(inbox).") {
            throw UsageError(
                "\(owner) would receive what goes to \(name)'s inboxes, or the other way round: \(other), \(inbox)")
        }
        inboxes[inbox] = name
    }

    mutating func serve(_ pool: SubjectName, on name: String) throws {
        guard answers(of: pool) != nil else {
            throw UsageError("--serve \(pool)=\(name): no service of the files is viperline-nats call \(pool)")
        }
        try take("_INBOX.\(name)", for: name)
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

    private func answers(of pool: SubjectName) -> [MessagePattern]? {
        let found = hosts.flatMap(\.services).compactMap { $0.answers(of: pool) }
        return found.isEmpty ? nil : found.flatMap(\.self)
    }
}

extension String {
    /// Whether one of the two begins with the other.
    fileprivate func hasOverlap(with other: String) -> Bool { hasPrefix(other) || other.hasPrefix(self) }
}

/// A service of a composition that runs this program.
struct NATSService {
    enum Part {
        case join(SessionSubjects, name: String)
        case call(SubjectName, caller: SubjectName, inbox: String)
    }

    let part: Part
    private let service: Service
    private let states: [MessagePattern]

    /// - Returns: nil for another program.
    init?(_ service: Service, in composition: Composition) throws {
        let words = service.command
        guard let program = words.first, program == "viperline-nats" || program.hasSuffix("/viperline-nats"),
            let part = try Self.part(Array(words.dropFirst()), service, in: composition)
        else { return nil }
        for pattern in service.receives + service.sends + composition.states where pattern.subjectWords == nil {
            throw UsageError("\(service.name): \"\(pattern)\" cannot be part of a NATS subject")
        }
        self.part = part
        self.service = service
        states = composition.states
    }

    private static func part(_ words: [String], _ service: Service, in composition: Composition) throws -> Part? {
        switch words.first {
        case "join":
            let command: Join = try parsed(words.dropFirst(), of: service)
            guard let session = SessionSubjects(command.session) else { return nil }
            return .join(session, name: command.name ?? Join.defaultName(composition.name, service.name))
        case "call": return try call(parsed(words.dropFirst(), of: service), service)
        default: return nil
        }
    }

    private static func parsed<Parsed: Command>(_ words: ArraySlice<String>, of service: Service) throws -> Parsed {
        do { return try Parsed.parse(Array(words)) } catch {
            throw UsageError("\(service.name): read the command: \(error)")
        }
    }

    private static func call(_ command: Call, _ service: Service) throws -> Part {
        let pool = command.pool.name
        let told = service.environment["VIPERLINE_NATS_SESSION"].flatMap { SubjectName($0) }
        guard let caller = command.session ?? told, caller.isWord,
            let inbox = command.pool.inbox ?? service.environment["NATS_INBOX_PREFIX"]
        else {
            throw UsageError(
                "\(service.name): permissions need a name and inboxes of its own: call \(pool) --session NAME --inbox _INBOX.NAME"
            )
        }
        guard inbox.hasPrefix("_INBOX."), SessionSubjects.isName(inbox) else {
            throw UsageError(
                "\(service.name): inboxes begin with _INBOX. here, such as _INBOX.\(caller), not \(inbox)")
        }
        return .call(pool, caller: caller, inbox: inbox)
    }

    /// The streams that one host must create for it.
    var streams: [String] {
        switch part {
        case .join(let session, _): [session.stream, session.statesStream]
        case .call(let pool, _, _): PoolPermissions(pool).streams
        }
    }

    /// The pool or session that it shares with other hosts.
    var shared: String {
        switch part {
        case .join(let session, _): "the session \(session.session)"
        case .call(let pool, _, _): "the pool \(pool)"
        }
    }

    /// The prefix of its inboxes.
    var inbox: String {
        switch part {
        case .join(let session, let name): session.inbox(of: name)
        case .call(_, _, let inbox): inbox
        }
    }

    /// A name that no other service may have.
    var name: String {
        switch part {
        case .join(let session, let name): "join \(session.session) --as \(name)"
        case .call(let pool, let caller, _): "call \(pool) --session \(caller)"
        }
    }

    /// The types that its pool's workers may answer with.
    func answers(of pool: SubjectName) -> [MessagePattern]? {
        if case .call(pool, _, _) = part { service.sends } else { nil }
    }

    /// - Parameter creates: whether it may create its streams.
    func permissions(creates: Bool) -> HostPermissions {
        switch part {
        case .join(let session, let name):
            JoinPermissions(session: session, name: name).make(
                receives: service.receives, sends: service.sends, states: states, creates: creates)
        case .call(let pool, let caller, let inbox):
            PoolPermissions(pool).caller(caller, receives: service.receives, inbox: inbox, creates: creates)
        }
    }
}
