import CommandBasis
import Commands
import JSON
import Platform
import Processes
import SafeText
import Supervision
import Wire

struct PsCommand: Command {
    static let configuration = CommandConfiguration(
        name: "ps",
        abstract: "Show the running sessions and their services.",
        discussion: """
            For each service: its process and how long that has run, its restarts, the events and bytes that it has \
            read (IN) and written (OUT), its queue, processor time and memory. The last column shows \
            the status that a service reports (process.output.status); "!" marks a problem. A narrow terminal shows fewer columns; \
            a pipe and --json get all.

              viperline ps
              viperline ps --json | jq '.services[] | select(.restarts > 0)'

            It marks a session that does not answer within five seconds, such as a suspended one.

            Exit codes: 0, or 69 when no session is running.
            """)

    var session: String?
    var json = false
    var watch = false

    static var table: OptionTable<Self> {
        [
            .argument("session", \.session, "Only this session: its name or process id."),
            .flag("json", \.json, "Print one JSON object per session, one per line."),
            .flag("watch", \.watch, "Print again every second, until Ctrl-C or the end of the last session."),
        ]
    }

    func run() throws {
        guard watch else { return try show(clearing: false) }
        while true {
            try show(clearing: !json && isatty(StandardStream.output) == 1)
            sleep(1)
        }
    }

    private func show(clearing: Bool) throws {
        let (sessions, silent) = session == nil ? RunningSession.all() : ([try RunningSession.chosen(session)], [])
        guard !sessions.isEmpty || !silent.isEmpty else { throw CommandFailure("no session is running") }
        let reports = sessions.map { SessionReport($0.description) }.map {
            json ? $0.line : $0.text(width: Output.isTerminal ? TerminalWidth.current : nil)
        }
        let others = silent.map { SilentSession(place: $0) }.map { json ? $0.line : $0.text }
        let text = (reports + others).joined(separator: json ? "" : "\n")
        try Output.write((clearing ? "\u{1B}[H\u{1B}[J" : "") + text)
    }
}

/// The report of `viperline ps` about a session that does not answer.
struct SilentSession: JSONWritable {
    let pid: Int32
    let folder: String
    var answers: Bool = false
    /// None are known; a filter over the services of all sessions still works.
    var services: [String] = []

    init(place: SessionPlace) {
        pid = place.process
        folder = place.path
    }

    var text: String {
        let command = SystemProcess.command(of: pid).map { " (\($0.printable))" } ?? ""
        return "the session \(pid)\(command) does not answer; it may be suspended (kill -CONT \(pid) continues it)\n"
    }
}
