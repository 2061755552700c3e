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
        let options = Array(words.dropFirst(2))
        switch words[1] {
        case "join":
            let command = try located("read the command") { try Join.parse(options) }
            (isJoin, place, variables) = (true, command.session, [])
            ownName = command.name(in: composition.name, service.name)
        case "call":
            let command = try located("read the command") { try Call.parse(options) }
            let word = try command.word { service.environment[$0] }
            (isJoin, place, variables) = (false, command.pool, word == nil ? [Call.variable(host)] : [])
            ownName = word ?? host
        default: return nil
        }
        for pattern in service.receives + service.sends where pattern.subjectEnds.isEmpty {
            throw UsageError("\"\(pattern)\" cannot be part of a NATS subject")
        }
    }

    /// The session or pool that it shares with other hosts.
    var shared: String { "the \(isJoin ? "session" : "pool") \(place)" }

    /// A name that no other service may have; two callers on one host are one.
    var name: String { isJoin ? "join \(place) --as \(ownName)" : "call \(place) --session \(ownName)" }

    /// The types with which the workers of a pool may answer; nil for a service that does not call it.
    func answers(of pool: SubjectName) -> [MessagePattern]? { !isJoin && place == pool ? service.sends : nil }

    func permit(_ permissions: inout HostPermissions, beside others: [NATSService]) {
        guard isJoin else { return permissions.addCaller(of: place, as: ownName, receives: service.receives) }
        let joins = others.filter { $0.isJoin && $0.place == place && $0.ownName != ownName }
        permissions.addJoin(
            place, as: ownName, receives: service.receives, sends: service.sends,
            beside: joins.map { (name: $0.ownName, sends: $0.service.sends) })
    }
}

/// Names the place of an error.
func located<Value>(_ place: String, _ body: () throws -> Value) throws -> Value {
    do { return try body() } catch { throw UsageError("\(place): \(error)") }
}
