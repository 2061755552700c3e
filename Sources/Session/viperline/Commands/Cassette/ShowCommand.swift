import ArgumentParser
import Composition
import Recording
import SafeText
import Wire

/// `viperline cassette show`.
struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print the events of a recorded session, one per line.",
        discussion: """
            FILE is a cassette, compressed or not; - is stdin, which may also have plain events.

              viperline cassette show session.ndjson.gz --type view.output | jq -c .data
              viperline cassette show session.ndjson --records --from 1.5 --to 3

            Compare a program with the recording; without --normalised, ids and times would differ:

              viperline cassette show session.ndjson --service presenter --inputs |
                viperline-presenter | viperline cassette show - --normalised > new
              viperline cassette show session.ndjson --service presenter --outputs \\
                --normalised | diff - new

            Exit codes: 0; 65 not a cassette; 69 it can't be opened. Damage is reported on stderr. On a terminal, dangerous \
            characters become JSON escapes.
            """)

    enum Direction: String, EnumerableFlag {
        case inputs, outputs

        static func help(for value: Direction) -> ArgumentHelp? {
            switch value {
            case .inputs: "Of the service, only what it received."
            case .outputs: "Of the service, only what it sent to others, without events injected in its name."
            }
        }
    }

    @Argument(help: "A cassette, or - for stdin.")
    var file: String

    @Option(help: "Only what this service sent or received.")
    var service: String?

    @Flag var direction: Direction?

    @Option(
        help: ArgumentHelp(
            "Only these types: a protocol, a message type or PREFIX.*, as in compose files; may be repeated.",
            valueName: "pattern"))
    var type: [String] = []

    @Option(help: ArgumentHelp("Only from this time on, in seconds since the session began.", valueName: "seconds"))
    var from: Double?

    @Option(help: ArgumentHelp("Only up to this time.", valueName: "seconds"))
    var to: Double?

    @Flag(
        help:
            "Without times, ids as numbers in order of appearance, members in order: so that recordings can be compared."
    )
    var normalised = false

    @Flag(help: "Print each event in a record with its time, sender and receivers.")
    var records = false

    mutating func validate() throws {
        for pattern in type where !MessagePattern.isWellFormed(pattern) {
            throw ValidationError(
                "--type \"\(pattern)\" is not a pattern; write one such as view.output or view.output.didSelect")
        }
        if let direction, service == nil {
            throw ValidationError("--\(direction.rawValue) of which service? Name it with --service")
        }
        for (name, seconds) in [("--from", from), ("--to", to)] where seconds?.isNaN == true {
            throw ValidationError("\(name) wants seconds")
        }
        if let from, let to, from > to { throw ValidationError("--from \(from) is after --to \(to)") }
    }

    func run() throws {
        StandardStream.ignoreBrokenPipes()
        let selection = selection
        var printer = PassagePrinter(normalises: normalised, records: records)
        var missed = 0
        let cassette = try CassetteFile(file, acceptsEvents: file == "-")
        if let service, let services = cassette.header?.services, services[service] == nil {
            StandardStream.diagnose(
                "viperline",
                "\(file): there is no service \"\(service)\"; there are: \(services.keys.sorted().joined(separator: ", "))"
                    .printable
            )
            throw ExitCode(ExitStatus.badInput.rawValue)
        }
        try cassette.forEach { line in
            switch line {
            case .passage(let passage): if selection.wants(passage) { try printer.print(passage) }
            case .missed(let count):
                missed += count
                if records { try printer.print(missed: count) }
            }
        }
        try printer.finish()
        if missed > 0 { StandardStream.diagnose("viperline", "\(file): \(missed) events were not recorded") }
    }

    private var selection: PassageSelection {
        var selection = PassageSelection()
        selection.service = service
        selection.direction =
            switch direction {
            case .inputs: .inputs
            case .outputs: .outputs
            case nil: .both
            }
        let patterns = type.map(MessagePattern.init)
        if !patterns.isEmpty { selection.wantsType = { type in patterns.contains { $0.matches(type) } } }
        selection.period = (from ?? 0)...max(from ?? 0, to ?? .infinity)
        return selection
    }
}

/// Prints events or passages as lines, many in one write. Pipes and files get the recorded bytes; on a terminal,
/// dangerous characters become JSON escapes.
struct PassagePrinter {
    private static let highWater = 1 << 16
    /// Reports of events that can't be normalised; more are only counted.
    private static let mostTold = 20

    private let records: Bool
    private let isTerminal: Bool
    private var normaliser: Normaliser?
    private var output: [UInt8] = []
    private var leftOut = 0

    init(normalises: Bool, records: Bool, isTerminal: Bool = Output.isTerminal) {
        self.records = records
        self.isTerminal = isTerminal
        normaliser = normalises ? Normaliser() : nil
    }

    mutating func print(_ passage: Passage) throws {
        var passage = passage
        do throws(EnvelopeError) {
            if let event = try normaliser?.normalise(passage.event.span) { passage.event = event }
        } catch {
            return leaveOut(error)
        }
        var line = passage.event
        if records {
            line = []
            passage.appendLine(withTime: normaliser == nil, to: &line)
            line.removeLast()
        }
        output += isTerminal ? PrintableJSON.escaping(line) : line
        output.append(0x0A)
        if output.count >= Self.highWater { try flush() }
    }

    mutating func print(missed count: Int) throws { output += Passage.missed(count) }

    private mutating func leaveOut(_ error: EnvelopeError) {
        leftOut += 1
        guard leftOut <= Self.mostTold else { return }
        StandardStream.diagnose("viperline", "an event can't be normalised: \(error)")
    }

    /// The last lines.
    mutating func finish() throws {
        try flush()
        guard leftOut > Self.mostTold else { return }
        StandardStream.diagnose("viperline", "\(leftOut - Self.mostTold) more events can't be normalised")
    }

    private mutating func flush() throws {
        try Output.write(output)
        output.removeAll(keepingCapacity: true)
    }
}
