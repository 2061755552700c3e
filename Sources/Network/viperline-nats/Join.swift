import Platform
import Commands
import NATSBridge
import NATSLink
import Wire

/// `viperline-nats join`
struct Join: Command {
    static let configuration = CommandConfiguration(
        name: "join",
        abstract: "Merge the buses of several sessions, for the types that they both name.",
        discussion: """
            Run it as a service of two or more compositions, with "recovery: replay". The other joins of the same \
            SESSION get the events that it receives from its bus, and its bus gets theirs, of the types that it \
            sends: each event once, in its sender's order, even if joins or the server restart.
            """)

    var session = ""
    var name: String?
    var alone = false
    var wiring = WiringOptions()
    var server = ServerOptions()

    static var table: OptionTable<Self> {
        [
            .argument("session", \.session, "The session that all joins share: words with dots between them."),
            .option(
                "as", value: "name", \.name,
                "This join's name among them; the composition's and the service's by default. The same after a restart."
            ),
            .flag("alone", \.alone, "Start without waiting for another join."),
            .group(\.wiring),
            .group(\.server),
        ]
    }

    func validate() throws {
        guard SessionSubjects(session) != nil else { throw UsageError(Self.sessionRule(session)) }
        if let name, !JoinID.isWord(name) { throw UsageError(Self.nameRule(name)) }
    }

    static func sessionRule(_ text: String) -> String {
        "A session is words of letters, digits, _ and - with dots between them, not \"\(text)\""
    }

    static func nameRule(_ text: String) -> String {
        "A join's name is at most \(JoinID.longest) letters, digits, _ and -, not \"\(text)\""
    }

    func run() throws {
        let environment = RoleEnvironment.current(role: "join")
        let status = NATSProgram.run(environment) {
            var settings = try settings(environment)
            let server = try server.settings(
                name: "\(environment.service) joins \(session)", for: environment.service)
            settings.servers = server.publicServers
            if environment.isRehearsal { return try NATSProgram.rehearse() }
            let connection = try NATSConnection(server)
            var loop = try NATSLoop(JoinBridge(settings, now: .now), connection, in: environment)
            return loop.run()
        }
        NATSProgram.leave(status)
    }

    private func settings(_ environment: RoleEnvironment) throws -> JoinSettings {
        let wired = try wiring.resolved()
        guard !wired.receives.isEmpty || !wired.sends.isEmpty else {
            throw UsageError("There is nothing to join: the service neither receives nor sends anything")
        }
        guard let subjects = SessionSubjects(session) else { throw UsageError(Self.sessionRule(session)) }
        var settings = JoinSettings(
            session: subjects, name: name ?? Self.defaultName(wired.session, environment.service),
            service: environment.service, incarnation: Token.random())
        settings.run = environment.run
        settings.receives = wired.receives
        settings.sends = wired.sends
        settings.states = wired.states
        settings.isAlone = alone
        if environment.isSupervised { settings.bus = SupervisorName.make(service: "") }
        settings.isRestored = environment.isRestored
        settings.lineLimit = environment.lineLimit
        return settings
    }

    /// Made of the composition's and the service's name; characters that a subject cannot have become `-`.
    static func defaultName(_ composition: String, _ service: String) -> String {
        let text = composition.isEmpty ? service : "\(composition)_\(service)"
        let name = String(
            text.unicodeScalars.map { JoinID.isWord(String($0)) ? Character($0) : "-" }.prefix(JoinID.longest))
        return JoinID.isWord(name) ? name : "join"
    }
}
