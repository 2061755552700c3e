import CommandBasis
import Commands
import Platform
import SafeText
import SessionClient
import Supervision
import SupervisorMessages
import Wire

struct LogsCommand: Command {
    static let configuration = CommandConfiguration(
        name: "logs",
        abstract: "Print the last lines of a running session's log.",
        discussion: """
            The services' stderr, and messages of the supervisor (viperline). A session keeps the last 256 KiB for this; its \
            log has more.

            EXAMPLES

              viperline logs --follow --tail 20
              viperline logs --since 5m --timestamps
              viperline logs --service fetcher --service viperline --since 2026-11-22T10:05
            """)

    var session: String?
    var service: [String] = []
    var since: String?
    var tail: Int?
    var follow = false
    var timestamps = false

    static var table: OptionTable<Self> {
        [
            .argument("session", \.session, "The session's name or process id; needed if several run."),
            .option("service", \.service, "Only lines of this service; viperline is the supervisor. May be repeated."),
            .option(
                "since", value: "time", \.since,
                "Only lines since then: a duration before now, such as 5m, or a time (RFC 3339), in UTC unless it has an offset."
            ),
            .option("tail", letter: "n", value: "count", \.tail, "Only the last lines.").within(0...1_000_000_000),
            .flag("follow", letter: "f", \.follow, "Follow the log until Ctrl-C or the end of the session."),
            .flag("timestamps", letter: "t", \.timestamps, "Print the time of each line (UTC)."),
        ]
    }

    func validate() throws {
        guard since == nil || earliest != nil else {
            throw UsageError("--since: expected a duration such as 5m, or a time such as 2026-11-22T10:05:00Z")
        }
    }

    private var earliest: String? {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return since.flatMap { LogTime.parse($0, now: now.tv_sec * 1000 + now.tv_nsec / 1_000_000) }
    }

    func run() throws {
        try RunningSession.chosen(session).connect { link in
            try link.send(
                SupervisorInput.ReadLog.type,
                SupervisorInput.ReadLog(services: service, follows: follow, since: earliest, last: tail))
            while let line = try link.nextLine() {
                switch TapLine(line) {
                case .answer(let event):
                    if let logged = try? event.decode(SupervisorOutput.Logged.self) { try show(logged) }
                case .missed(let count):
                    StandardStream.diagnose(
                        "viperline", "missed \(count) lines: the reader of this output is slower than the session")
                case .refused(let reason): throw SessionLink.Failure.refused(reason)
                case .record, .header, .ended, .unreadable: continue
                }
            }
        }
    }

    private func show(_ logged: SupervisorOutput.Logged) throws {
        let time = timestamps ? "\((logged.time ?? "-").printable) " : ""
        try Output.write("\(time)\(logged.service.printable) | \(logged.text.printable(keeping: "\t"))\n")
    }
}
