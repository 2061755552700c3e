import Commands
import SessionClient
import Supervision
import Wire

struct SendCommand: Command {
    static let configuration = CommandConfiguration(
        name: "send",
        abstract: "Put events from stdin on the bus of a running session.",
        discussion: """
            One event per line; type and data are enough. An event goes to all services that receive its type, marked \
            with "injected": true. If it names a service as its source, that service must be allowed to send the type.

              echo '{"type":"view.output.didGoBack","source":"view"}' | viperline send
              viperline tap --service view | head -20 > events.ndjson
              viperline send < events.ndjson

            Exit codes: 0; 65 if the session refused some lines; 69 if there is no session.
            """)

    var session: String?

    static var table: OptionTable<Self> {
        [
            .argument("session", \.session, "The session's name or process id; needed if several run.")
        ]
    }

    func run() throws {
        var isRefused = false
        let session = try RunningSession.chosen(session)
        var upload = EventUpload(
            over: try SessionLink(to: session.place.controlSocket), from: StandardStream.input
        ) { message in
            StandardStream.diagnose("viperline", "not sent: \(message)")
            isRefused = true
        }
        try upload.run()
        if isRefused { throw ExitCode(.badInput) }
    }
}
