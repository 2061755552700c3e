import Commands
import Composition
import NATSBridge
import Wire

/// A service of a composition that runs this program: a join of a session, or a caller of a pool.
struct NATSService {
    let isJoin: Bool
    /// The session or the pool.
    let place: SubjectName
    /// Its name there.
    let ownName: String
    /// Variables that the host's environment must have, beside the server and the key: `NAME=VALUE`.
    let variables: [String]
    private let service: Service

    /// - Parameter host: the host's name, from which a caller without a name gets its own.
    /// - Returns: nil for another program.
    init?(_ service: Service, in composition: Composition, on host: String) throws {
        self.service = service
        let words = service.command
        guard words.count > 1, words[0] == "viperline-nats" || words[0].hasSuffix("/viperline-nats") else { return nil }
        switch words[1] {
        case "join":
            let command: Join = try Self.parsed(words, of: service)
            (isJoin, place, variables) = (true, command.session, [])
            ownName = command.name(in: composition.name, service.name)
        case "call":
            let command: Call = try Self.parsed(words, of: service)
            let word = try Self.naming(service) { try command.word { service.environment[$0] } }
            (isJoin, place, variables) = (false, command.pool.name, word == nil ? [Call.variable(host)] : [])
            ownName = word ?? host
        default: return nil
        }
        for pattern in service.receives + service.sends where pattern.subjectEnds.isEmpty {
            throw UsageError("\(service.name): \"\(pattern)\" cannot be part of a NATS subject")
        }
    }

    private static func parsed<Parsed: Command>(_ words: [String], of service: Service) throws -> Parsed {
        try naming(service) {
            do { return try Parsed.parse(Array(words.dropFirst(2))) } catch {
                throw UsageError("read the command: \(error)")
            }
        }
    }

    private static func naming<Value>(_ service: Service, _ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let error as UsageError {
            throw UsageError("\(service.name): \(error.message)")
        }
    }

    /// The session or pool that it shares with other hosts.
    var shared: String { "the \(isJoin ? "session" : "pool") \(place)" }

    /// A name that no other service may have; two callers on one host are one.
    var name: String { isJoin ? "join \(place) --as \(ownName)" : "call \(place) --session \(ownName)" }

    /// The types with which the workers of a pool may answer; nil for a service that does not call it.
    func answers(of pool: SubjectName) -> [MessagePattern]? { !isJoin && place == pool ? service.sends : nil }

    /// - Parameter others: all services of the files.
    func permissions(beside others: [NATSService]) -> HostPermissions {
        guard isJoin else { return .caller(of: place, as: ownName, receives: service.receives) }
        let joins = others.filter { $0.isJoin && $0.place == place && $0.ownName != ownName }
        return .join(
            place, as: ownName, receives: service.receives, sends: service.sends,
            beside: joins.map { (name: $0.ownName, sends: $0.service.sends) })
    }
}
