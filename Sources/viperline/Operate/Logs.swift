import ArgumentParser
import Operations
import SupervisorMessages
import Wire

/// `viperline logs`.
struct Logs: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logs",
        abstract: "Print the last lines of a running session's log.",
        discussion: "What the services write on stderr, and what the supervisor (viperline) has to say.")

    @Argument(help: "The session's name or process id, where several run.")
    var session: String?

    @Option(help: "Only of this service; viperline is the supervisor.")
    var service: String?

    @Flag(name: .shortAndLong, help: "Go on with the lines that come, until Ctrl-C or the session's end.")
    var follow = false

    func run() throws {
        StandardStream.ignoreBrokenPipes()
        try RunningSession.chosen(session).speak { link throws(SessionLink.Failure) in
            try link.send(
                SupervisorInput.ReadLog.type, SupervisorInput.ReadLog(service: service, follows: follow))
            while let line = try link.nextLine() {
                guard JSONSlices.member("missed", of: line.span) == nil,
                    let logged = try? SessionLink.event(line).decode(SupervisorOutput.Logged.self)
                else {
                    _ = try SessionLink.event(line)
                    continue
                }
                do {
                    try StandardStream.write(
                        Array("\(logged.service) | \(logged.text)\n".utf8), to: StandardStream.output)
                } catch { return }
            }
        }
    }
}
