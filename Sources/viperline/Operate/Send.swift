import ArgumentParser
import Operations
import SupervisorMessages
import Wire

/// `viperline send`.
struct Send: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send",
        abstract: "Put events from stdin on the bus of a running session.",
        discussion: """
            One event a line; a type and data are enough. Each goes to whoever receives its type, marked with \
            "injected": true. One that names a service as its source must be of a type that the service may send.

              echo '{"type":"view.output.didGoBack","source":"view"}' | viperline send
              viperline tap --service view | head -20 > events.ndjson; viperline send < events.ndjson

            Exit codes: 0; 65 when some lines were no events for this session, 69 when there is no session.
            """)

    @Argument(help: "The session's name or process id, where several run.")
    var session: String?

    func run() throws {
        var isRefused = false
        try RunningSession.chosen(session).speak { link throws(SessionLink.Failure) in
            try link.send(SupervisorInput.Send.type, SupervisorInput.Send())
            try passOnInput(to: link)
            link.endRequests()
            while let line = try link.nextLine() {
                do throws(SessionLink.Failure) {
                    if try SessionLink.event(line).type == SupervisorOutput.Sent.type { return }
                } catch .refused(let message) {
                    StandardStream.diagnose("viperline", "not sent: \(message)")
                    isRefused = true
                }
            }
            throw .ended
        }
        if isRefused { throw ExitCode(ExitStatus.badInput.rawValue) }
    }

    private func passOnInput(to link: borrowing SessionLink) throws(SessionLink.Failure) {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        var isLineWhole = true
        while true {
            let count = chunk.withUnsafeMutableBytes { space in
                (try? StandardStream.read(StandardStream.input, into: space)) ?? 0
            }
            guard count > 0 else { break }
            isLineWhole = chunk[count - 1] == 0x0A
            try link.send(Array(chunk[..<count]))
        }
        if !isLineWhole { try link.send([0x0A]) }
    }
}
