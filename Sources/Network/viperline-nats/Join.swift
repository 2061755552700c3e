import Commands
import NATSBridge
import NATSLink
import Platform
import Wire

struct Join: Command {
    static let configuration = CommandConfiguration(
        name: "join",
        abstract: "Merge the buses of several sessions, for the types that they both name.",
        discussion: """
            Run it as a service of two or more compositions, with "recovery: replay". The other joins of the same \
            SESSION get the events that it receives from its bus, and its bus gets theirs, of the types that it \
            sends: each event once, in its sender's order, even if joins or the server restart.
            """)

    var session = SubjectName()
    var name: String?
    var alone = false
    var receives: [MessagePattern] = []
    var sends: [MessagePattern] = []
    var states: [MessagePattern] = []
    var server = ServerOptions()

    static var table: OptionTable<Self> {
        [
            .argument("session", \.session, "The session that all joins share: words with dots between them."),
            .option(
                "as", value: "name", \.name,
                "This join's name among them; the composition's and the service's by default. The same after a restart."
            ),
            .flag("alone", \.alone, "Start without waiting for another join."),
            .option(
                "receives", value: "pattern", \.receives, "A type or a protocol that comes from the bus. Repeatable."),
            .option("sends", value: "pattern", \.sends, "A type or a protocol that goes to the bus. Repeatable."),
            .option(
                "states", value: "pattern", \.states, "A type whose newest event replaces all earlier ones. Repeatable."
            ),
            .group(\.server),
        ]
    }

    func validate() throws {
        if let name, !SubjectWords.isWord(name) { throw UsageError("--as takes \(SubjectWords.form)") }
    }

    func run() throws {
        NATSProgram.run(as: "join", on: server, task: "joins \(session)") { environment, server in
            let wiring = try RoleWiring.current()
            var settings = JoinSettings(
                session: session, name: name(in: wiring?.session ?? "", environment.service),
                in: environment, incarnation: Token.random())
            settings.receives = RoleWiring.patterns(receives, wiring?.receives) ?? []
            settings.sends = RoleWiring.patterns(sends, wiring?.sends) ?? []
            settings.states = RoleWiring.patterns(states, wiring?.states) ?? []
            guard !settings.receives.isEmpty || !settings.sends.isEmpty else {
                throw UsageError("There is nothing to join: the service neither receives nor sends anything")
            }
            settings.isAlone = alone
            if environment.isSupervised { settings.bus = String(SupervisorName.make(service: "").prefix(13)) }
            settings.servers = server.publicServers
            return JoinBridge(settings, now: .now)
        }
    }

    /// The join's name: if it is not given, made of the composition's and the service's name.
    func name(in composition: String, _ service: String) -> String {
        name ?? SubjectWords.word(composition.isEmpty ? service : "\(composition)_\(service)")
    }
}
