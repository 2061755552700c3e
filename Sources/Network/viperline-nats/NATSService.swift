import Commands
import Composition
import NATSBridge
import Wire

/// A service of a composition that runs this program.
struct NATSService {
    enum Part {
        case join(SessionSubjects, name: String)
        case call(SubjectName, caller: SubjectName)
    }

    let part: Part
    /// Variables that the host's environment must have, beside the server and the key: `NAME=VALUE`.
    private(set) var variables: [String] = []
    private let service: Service

    /// - Parameter host: the host's name, from which a caller without a name gets its own.
    /// - Returns: nil for another program.
    init?(_ service: Service, in composition: Composition, on host: String) throws {
        let words = service.command
        guard let program = words.first, program == "viperline-nats" || program.hasSuffix("/viperline-nats"),
            let part = try Self.part(Array(words.dropFirst()), service, in: composition, on: host, &variables)
        else { return nil }
        for pattern in service.receives + service.sends where pattern.subjectWords == nil {
            throw UsageError("\(service.name): \"\(pattern)\" cannot be part of a NATS subject")
        }
        self.part = part
        self.service = service
    }

    private static func part(
        _ words: [String], _ service: Service, in composition: Composition, on host: String,
        _ variables: inout [String]
    ) throws -> Part? {
        switch words.first {
        case "join":
            let command: Join = try parsed(words.dropFirst(), of: service)
            guard let session = SessionSubjects(command.session) else { return nil }
            return .join(session, name: command.name ?? Join.defaultName(composition.name, service.name))
        case "call": return try call(parsed(words.dropFirst(), of: service), service, on: host, &variables)
        default: return nil
        }
    }

    private static func parsed<Parsed: Command>(_ words: ArraySlice<String>, of service: Service) throws -> Parsed {
        do { return try Parsed.parse(Array(words)) } catch {
            throw UsageError("\(service.name): read the command: \(error)")
        }
    }

    private static func call(
        _ command: Call, _ service: Service, on host: String, _ variables: inout [String]
    ) throws -> Part {
        let variable = "VIPERLINE_NATS_SESSION"
        let given = command.session?.description ?? service.environment[variable]
        if given == nil { variables.append("\(variable)=\(host)") }
        let session = given ?? host
        guard let caller = SubjectName(session), caller.isWord, session.utf8.count <= 64 else {
            throw UsageError(
                "\(service.name): \(variable) takes one word of at most 64 letters, digits, - and _")
        }
        return .call(command.pool.name, caller: caller)
    }

    /// The pool or session that it shares with other hosts.
    var shared: String {
        switch part {
        case .join(let session, _): "the session \(session.session)"
        case .call(let pool, _): "the pool \(pool)"
        }
    }

    /// The name of the session or the pool.
    var sharedName: String {
        switch part {
        case .join(let session, _): session.session
        case .call(let pool, _): pool.description
        }
    }

    /// True if two services of a host may have its name.
    var canRepeat: Bool {
        if case .call = part { true } else { false }
    }

    /// A name that no other service may have.
    var name: String {
        switch part {
        case .join(let session, let name): "join \(session.session) --as \(name)"
        case .call(let pool, let caller): "call \(pool) --session \(caller)"
        }
    }

    /// The types with which the workers of the service's pool may answer.
    func answers(of pool: SubjectName) -> [MessagePattern]? {
        if case .call(pool, _) = part { service.sends } else { nil }
    }

    /// Nil for a caller.
    var join: PermittedJoin? {
        guard case .join(let session, let name) = part else { return nil }
        return PermittedJoin(session: session, name: name, receives: service.receives, sends: service.sends)
    }

    /// - Parameter others: all joins of the files.
    func permissions(beside others: [PermittedJoin]) -> HostPermissions {
        switch part {
        case .join(let session, let name):
            join?.permissions(beside: others.filter { $0.session == session && $0.name != name })
                ?? HostPermissions()
        case .call(let pool, let caller): PoolPermissions(pool).caller(caller, receives: service.receives)
        }
    }
}
