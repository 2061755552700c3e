import ArgumentParser
import Composition
import NATSBridge
import Wire

/// A service of a composition that is this program.
struct NATSService {
    let permissions: HostPermissions
    /// The pool that it calls.
    var pool: String?

    /// - Returns: nil for another program.
    init?(_ service: Service, in composition: Composition, creates: Bool) throws {
        let words = service.command
        guard let program = words.first, program == "viperline-nats" || program.hasSuffix("/viperline-nats"),
            words.count > 2
        else { return nil }
        let options = Array(words.dropFirst(2))
        switch words[1] {
        case "join":
            let command = try Join.parse(options)
            guard let session = SessionSubjects(command.session) else {
                throw ValidationError("\(service.name): the command cannot be read")
            }
            let name = command.name ?? Join.defaultName(composition.name, service.name)
            permissions = JoinPermissions(session: session, name: name).make(
                receives: service.receives, sends: service.sends, states: composition.states, creates: creates)
        case "call":
            let command = try Call.parse(options)
            let told = service.environment["VIPERLINE_NATS_SESSION"].flatMap { SessionName($0) }
            guard let caller = command.session ?? told, caller.isWord,
                let inbox = command.pool.inbox ?? service.environment["NATS_INBOX_PREFIX"]
            else {
                throw ValidationError(
                    "\(service.name): permissions need a name and inboxes of its own: call \(command.pool.name) --session NAME --inbox _INBOX.NAME"
                )
            }
            pool = command.pool.name.description
            permissions = PoolPermissions(command.pool.name).caller(
                caller, receives: service.receives, inbox: inbox, creates: creates)
        default: return nil
        }
    }
}
