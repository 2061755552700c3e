import Platform
import Commands
import NATSBridge
import NATSLink
import Wire

/// `viperline-nats forget`
struct Forget: Command {
    static let configuration = CommandConfiguration(
        name: "forget",
        abstract: "Stop waiting for a join that will not come back.",
        discussion: """
            The other joins of a session wait for one that died: they continue for 4,096 lines, then stop until it is back, for a day at \
            most. `viperline ps` then names the JOIN. If it comes back after all, it begins with the newest states.

            Exit codes: 0; 64 for wrong options; 69 if the server is not there, or knows no such join.

            EXAMPLE
              viperline-nats forget itunes desk_far
            """)

    var session = ""
    var name = ""
    var server = ServerOptions()

    static var table: OptionTable<Self> {
        [
            .argument("session", \.session, "The session that all joins share."),
            .argument("join", \.name, "The join's name among them."),
            .group(\.server),
        ]
    }

    func validate() throws {
        guard SessionSubjects(session) != nil else { throw UsageError(Join.sessionRule(session)) }
        guard SenderID.isWord(name) else { throw UsageError(Join.nameRule(name)) }
    }

    func run() throws {
        let environment = RoleEnvironment.current(role: "viperline-nats")
        let status = NATSProgram.run(environment) {
            guard let subjects = SessionSubjects(session) else { throw UsageError(Join.sessionRule(session)) }
            var server = try server.settings(name: "forgets \(name) of \(session)", for: environment.service)
            server.floor = Join.floor
            let connection = try NATSConnection(server)
            let bridge = ForgetBridge(name, of: subjects, secret: Token.random(), now: .now)
            var loop = try NATSLoop(bridge, connection, in: environment)
            return loop.run()
        }
        throw ExitCode(status)
    }
}
