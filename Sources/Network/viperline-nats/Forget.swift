import ArgumentParser
import NATSBridge
import NATSLink
import Wire

/// `viperline-nats forget`
struct Forget: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Stop waiting for a join that will not come back.",
        discussion: """
            The other joins of a session wait for one that died: they continue for 4,096 lines, then stop until it is back, for a day at \
            most. `viperline ps` then names the JOIN. If it comes back after all, it begins with the newest states.

            Exit codes: 0; 64 for wrong options; 69 if the server is not there, or knows no such join.

            EXAMPLE
              viperline-nats forget itunes desk_far
            """)

    @Argument(help: ArgumentHelp("The session that all joins share.", valueName: "session"))
    var session: String

    @Argument(help: ArgumentHelp("The join's name among them.", valueName: "join"))
    var name: String

    @OptionGroup var server: ServerOptions

    func validate() throws {
        guard SessionSubjects(session) != nil else { throw ValidationError(Join.sessionRule(session)) }
        guard SenderID.isWord(name) else { throw ValidationError(Join.nameRule(name)) }
    }

    func run() throws {
        let environment = RoleEnvironment.current(role: "viperline-nats")
        let status = NATSProgram.run(environment) {
            guard let subjects = SessionSubjects(session) else { throw ValidationError(Join.sessionRule(session)) }
            let connection = try NATSConnection(
                server.settings(name: "forgets \(name) of \(session)", for: environment.service))
            let bridge = ForgetBridge(name, of: subjects, secret: Token.random(), now: .now)
            var loop = try NATSLoop(bridge, connection, in: environment)
            return loop.run()
        }
        throw ExitCode(status.rawValue)
    }
}
