import ArgumentParser
import Composition
import Control
import SupervisorMessages
import Wire

/// `viperline logs`.
struct Logs: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logs",
        abstract: "Print the last lines of a running session's log.",
        discussion: "The services' stderr, and messages of the supervisor (viperline).")

    @Argument(help: "The session's name or process id; needed if several run.")
    var session: String?

    @Option(help: "Only lines of this service; viperline is the supervisor.")
    var service: String?

    @Flag(name: .shortAndLong, help: "Follow the log until Ctrl-C or the end of the session.")
    var follow = false

    @Flag(name: .shortAndLong, help: "Print the time of each line (UTC).")
    var timestamps = false

    func run() throws {
        StandardStream.ignoreBrokenPipes()
        try RunningSession.chosen(session).speak { link in
            try link.send(
                SupervisorInput.ReadLog.type, SupervisorInput.ReadLog(service: service, follows: follow))
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
