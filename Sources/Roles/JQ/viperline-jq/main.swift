import Commands
import JQ
import Platform
import Version
import Wire

/// Runs the jq programs of declared applications in a process of their own: a program or a server's response that breaks libjq
/// ends this process, and no other.
struct ProgramCommand: Command {
    static let configuration = CommandConfiguration(
        name: "viperline-jq",
        abstract: "Run jq programs on JSON, within bounds of time and memory.",
        discussion: """
            The fetcher and the presenter of a declared application start it. It reads a question a line, and answers each \
            with a line. Programs see no files and no environment.

            EXAMPLE
              echo '{"program": ".a + $n", "inputs": [{"a": 1}], "variables": {"n": 2}}' | viperline-jq
            """,
        version: Version.current)

    /// Bytes of a question: a body of 8 MiB, the most that the fetcher keeps, with escapes.
    private static let longestLine = 32 << 20

    func run() throws {
        Confinement.begin()
        var lines = LineBuffer(limit: Self.longestLine)
        let service = ProgramService()
        while true {
            while let line = lines.next() {
                guard case .whole(let range) = line else { throw ExitCode(.badInput) }
                Confinement.grantTime()
                do throws(StandardStream.Failure) {
                    try StandardStream.write(service.answer(Array(lines.bytes[range])), to: StandardStream.output)
                } catch {
                    throw ExitCode(.unavailable)
                }
            }
            do throws(StandardStream.Failure) {
                let count = try lines.fill(room: 1 << 16) { room throws(StandardStream.Failure) in
                    try StandardStream.read(StandardStream.input, into: room)
                }
                if count == 0 { return }
            } catch {
                throw ExitCode(.unavailable)
            }
        }
    }
}

ProgramCommand.main()
