import CommandBasis
import Commands
import SessionClient
import SupervisorMessages
import Wire

struct TapCommand: Command {
    static let configuration = CommandConfiguration(
        name: "tap",
        abstract: "Print the events of a running session as they pass, one per line.",
        discussion: """
            A slow tap never slows the session: it misses events, and reports their number on stderr. On a terminal, control \
            characters are printed as JSON escapes.

              viperline tap | jq -c '[.source, .type]'
              viperline tap --service fetcher
              viperline tap --type view.output --type router.output.didNavigate
              viperline tap --records | jq -c '[.t, .from, .to]'
              viperline tap --record session.ndjson.gz

            --record records a running session until Ctrl-C or its end. Only viperline run --record records the typed input.

            Exit codes: 0 if it printed all events until the session's end; 75 if it missed some, or the session \
            broke off; 69 if there is no such session.
            """)

    var session: String?
    var type: [MessagePattern] = []
    var service: String?
    var records = false
    var record: String?

    static var table: OptionTable<Self> {
        [
            .argument("session", \.session, "The session's name or process id; needed if several run."),
            .option(
                "type", value: "pattern", \.type,
                "Only these types: a protocol, a message type or PREFIX.*, as in compose files. May be repeated."),
            .option("service", \.service, "Only events that this service sends or receives."),
            .flag("records", \.records, "Print each event in a record with its time, sender and receivers."),
            .option(
                "record", value: "file", \.record,
                "Print nothing and save the events as a cassette, compressed if the name ends in .gz."),
        ]
    }

    mutating func validate() throws {
        if records, record != nil { throw UsageError("--records prints, --record saves: choose one of them") }
    }

    func run() throws {
        let session = try RunningSession.chosen(session)
        let request = SupervisorInput.Tap(types: type.map(\.description), service: service)
        if let record { return try TapRecording(of: session, as: request, in: record).run() }
        var printer = TapPrinter(records: records, isTerminal: Output.isTerminal)
        try session.connect { link in
            try link.send(SupervisorInput.Tap.type, request)
            var output: [UInt8] = []
            repeat {
                while let line = link.bufferedLine() { try printer.print(line, to: &output) }
                try Output.write(output)
                output = []
            } while try link.fill()
            printer.end(overlong: link.overlong)
        }
        guard printer.losses.isEmpty else { throw CommandFailure("\(printer.losses)", .temporary) }
    }
}
