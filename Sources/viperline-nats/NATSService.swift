import ArgumentParser
import Composition
import NATSBridge
import Wire

/// A service of a composition that runs this program.
struct NATSService {
    enum Part {
        case join(SessionSubjects, name: String)
        case call(SessionName, caller: SessionName, inbox: String)
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
            throw ValidationError("\(service.name): \"\(pattern)\" cannot stand in a subject of NATS")
        }
        self.part = part
        self.service = service
        states = composition.states
    }

    private static func part(_ words: [String], _ service: Service, in composition: Composition) throws -> Part? {
        do {
            switch words.first {
            case "join":
                let command = try Join.parse(Array(words.dropFirst()))
                guard let session = SessionSubjects(command.session) else { return nil }
                return .join(session, name: command.name ?? Join.defaultName(composition.name, service.name))
            case "call":
                let command = try Call.parse(Array(words.dropFirst()))
                return try call(command, service)
            default: return nil
            }
        } catch let error as ValidationError {
            throw error
        } catch {
            throw ValidationError("\(service.name): read the command: \(Join.message(for: error))")
        }
    }

    private static func call(_ command: Call, _ service: Service) throws -> Part {
        let pool = command.pool.name
        let told = service.environment["VIPERLINE_NATS_SESSION"].flatMap { SessionName($0) }
        guard let caller = command.session ?? told, caller.isWord,
            let inbox = command.pool.inbox ?? service.environment["NATS_INBOX_PREFIX"]
        else {
            throw ValidationError(
                "\(service.name): permissions need a name and inboxes of its own: call \(pool) --session NAME --inbox _INBOX.NAME"
            )
        }
        guard inbox.hasPrefix("_INBOX."), SessionSubjects.isName(inbox) else {
            throw ValidationError(
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
    func answers(of pool: SessionName) -> [MessagePattern]? {
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
