import ArgumentParser
import Composition
import Operations
import Recording
import SupervisorMessages
import Wire

/// `viperline tap`.
struct Tap: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print the events of a running session as they pass, one a line.",
        discussion: """
            A tap that reads slowly never slows the session: it misses events, and is told how many on stderr.

              viperline tap | jq -c '[.source, .type]'
              viperline tap --service fetcher
              viperline tap --type view.output --type router.output.didNavigate
              viperline tap --records | jq -c '[.t, .from, .to]'
              viperline tap --record session.ndjson.gz

            A session that runs already can be recorded by --record, until Ctrl-C or its end. What is typed is recorded \
            by viperline run --record only.
            """)

    @Argument(help: "The session's name or process id, where several run.")
    var session: String?

    @Option(
        help: ArgumentHelp(
            "Only these types: a protocol, a message type or PREFIX.*, as in compose files; may be repeated.",
            valueName: "pattern"))
    var type: [String] = []

    @Option(help: "Only what this service sends or receives.")
    var service: String?

    @Flag(help: "Print each event in a record that tells when, from whom and to whom it went.")
    var records = false

    @Option(
        help: ArgumentHelp(
            "Print nothing and save the events as a cassette; compressed where the name ends in .gz.",
            valueName: "file"))
    var record: String?

    mutating func validate() throws {
        if record != nil, records { throw ValidationError("--records prints, --record saves: choose one of them") }
        for pattern in type where !MessagePattern.isWellFormed(pattern) {
            throw ValidationError("--type \"\(pattern)\" is no pattern, such as view.output or view.output.didSelect")
        }
    }

    func run() throws {
        StandardStream.ignoreBrokenPipes()
        let session = try RunningSession.chosen(session)
        let request = SupervisorInput.Tap(types: type, service: service)
        if let record { return try TapRecording(of: session, as: request, in: record).run() }
        try session.speak { link throws(SessionLink.Failure) in
            try link.send(SupervisorInput.Tap.type, request)
            while try link.fill() {
                var output: [UInt8] = []
                while let line = link.bufferedLine() { try append(line, to: &output) }
                do { try StandardStream.write(output, to: StandardStream.output) } catch { return }
            }
        }
    }

    private func append(_ line: [UInt8], to output: inout [UInt8]) throws(SessionLink.Failure) {
        if line.starts(with: Passage.missedHead) {
            let count = JSONSlices.member("missed", of: line.span).map { String(decoding: line[$0], as: UTF8.self) }
            StandardStream.diagnose(
                "viperline", "missed \(count ?? "some") events: whoever reads this is slower than the session")
            if records { output += line + [0x0A] }
        } else if let event = JSONSlices.member("event", of: line.span) {
            output += records ? line[...] : line[event]
            output.append(0x0A)
        } else {
            _ = try SessionLink.event(line)
        }
    }
}
