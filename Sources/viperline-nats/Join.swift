import ArgumentParser
import NATSBridge
import NATSLink
import Wire

/// `viperline-nats join`
struct Join: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Makes several sessions' buses one for the types that they both name.",
        discussion: """
            Run it as a service of two or more compositions. What it receives from its bus goes to the others of the same SESSION, and \
            what they say and it sends comes to its bus: in the order of each sender, each event once, also when joins, \
            supervisors or the server end and start again. With "recovery: replay" in the compose file.
            """)

    @Argument(help: ArgumentHelp("The session that all joins share: words with dots between them.", valueName: "session"))
    var session: String

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "This join's name among them; the composition's and the service's by default. The same after a restart.",
            valueName: "name"))
    var name: String?

    @Flag(help: "Be ready before another join is there.")
    var alone = false

    @Option(help: ArgumentHelp("Where the server keeps events: in a file or in memory.", valueName: "where"))
    var storage: StreamConfig.Storage = .file

    @OptionGroup var wiring: WiringOptions
    @OptionGroup var server: ServerOptions

    func validate() throws {
        guard SessionSubjects(session) != nil else {
            throw ValidationError("A session is words of letters, digits, _ and - with dots between them, not \"\(session)\"")
        }
        if let name, !SenderID.isWord(name) {
            throw ValidationError("A name is letters, digits, _ and -, not \"\(name)\"")
        }
    }

    func run() throws {
        let environment = RoleEnvironment.current(role: "join")
        let told = try wiring.resolved()
        guard let subjects = SessionSubjects(session) else { throw ExitCode(ExitStatus.usage.rawValue) }
        var settings = JoinSettings(
            session: subjects, name: name ?? Self.defaultName(told.session, environment.service),
            service: environment.service, incarnation: Self.random())
        settings.run = environment.run
        settings.receives = told.receives
        settings.sends = told.sends
        settings.states = told.states
        settings.storage = storage
        settings.isAlone = alone
        settings.isRestored = environment.isRestored
        settings.lineLimit = environment.lineLimit
        guard !settings.receives.isEmpty || !settings.sends.isEmpty else {
            StandardStream.diagnose(environment.service, "neither receives nor sends anything, so there is nothing to join")
            throw ExitCode(ExitStatus.usage.rawValue)
        }
        let connection = try Connection(try server.settings(name: "viperline-nats join \(session) as \(settings.name)"))
        var loop = try NATSLoop(JoinBridge(settings, now: .now), connection, in: environment)
        let status = loop.run()
        throw ExitCode(status.rawValue)
    }

    /// Of the composition's and the service's name; what cannot stand in a subject becomes `-`.
    static func defaultName(_ composition: String, _ service: String) -> String {
        let text = composition.isEmpty ? service : "\(composition)_\(service)"
        let name = String(text.unicodeScalars.map { SenderID.isWord(String($0)) ? Character($0) : "-" }.prefix(SenderID.longest))
        return SenderID.isWord(name) ? name : "join"
    }

    /// 64 bits in hexadecimal digits.
    private static func random() -> String {
        let text = String(UInt64.random(in: 0...UInt64.max), radix: 16)
        return String(repeating: "0", count: 16 - text.utf8.count) + text
    }
}

extension StreamConfig.Storage: ExpressibleByArgument {}
