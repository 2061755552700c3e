import Commands
import SessionClient
import SupervisorMessages

struct StopCommand: Command {
    static let configuration = CommandConfiguration(
        name: "stop",
        abstract: "Stop a running session, or one of its services.",
        discussion: """
            Stops a session's services in reverse order of their dependencies. Returns when the session has ended.

            Exit codes: 0; 69 if there is no such service or session.
            """)

    var session: String?
    var service: String?

    static var table: OptionTable<Self> {
        [
            .argument("session", \.session, "The session's name or process id; needed if several run."),
            .option("service", \.service, "Only this service; viperline restart starts it again."),
        ]
    }

    func run() throws {
        try RunningSession.chosen(session).connect { link in
            let _: SupervisorOutput.Stopping = try link.ask(
                SupervisorInput.Stop.type, SupervisorInput.Stop(service: service), for: SupervisorOutput.Stopping.type,
                within: .seconds(10))
            guard service == nil else { return }
            while try link.nextLine() != nil {}
        }
    }
}
