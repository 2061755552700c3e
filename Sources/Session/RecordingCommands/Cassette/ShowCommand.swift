import CommandBasis
import Commands
import Recording
import SafeText
import Wire

struct ShowCommand: Command {
    static let configuration = CommandConfiguration(
        name: "show",
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

    var file = ""
    var service: String?
    var inputs = false
    var outputs = false
    var type: [MessagePattern] = []
    var from: Double?
    var to: Double?
    var normalised = false
    var records = false

    static var table: OptionTable<Self> {
        [
            .argument("file", \.file, "A cassette, or - for stdin."),
            .option("service", \.service, "Only events that this service sent or received."),
            .flag("inputs", \.inputs, "Only events that the service received."),
            .flag(
                "outputs", \.outputs,
                "Only events that the service sent to others, without those injected in its name."),
            .option(
                "type", value: "pattern", \.type,
                "Only these types: a protocol, a message type or PREFIX.*, as in compose files; may be repeated."),
            .option("from", value: "seconds", \.from, "Only from this time on, in seconds since the session began.")
                .within(.positions),
            .option("to", value: "seconds", \.to, "Only up to this time.").within(.positions),
            .flag(
                "normalised", \.normalised,
                "Without times, ids as numbers in order of appearance, members in order: so that recordings can be compared."
            ),
            .flag("records", \.records, "Print each event in a record with its time, sender and receivers."),
        ]
    }

    mutating func validate() throws {
        if inputs, outputs {
            throw UsageError("--inputs and --outputs exclude each other; without them, both are printed")
        }
        if inputs || outputs, service == nil {
            throw UsageError("--\(inputs ? "inputs" : "outputs") of which service? Name it with --service")
        }
        if let from, let to, from > to { throw UsageError("--from \(from) is after --to \(to)") }
    }

    func run() throws {
        let selection = selection
        var printer = PassagePrinter(normalises: normalised, records: records)
        var missed = 0
        let cassette = try CassetteFile(file, acceptsEvents: file == "-")
        if let service, let services = cassette.header?.services, services[service] == nil {
            throw cassette.missing(service, .badInput)
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
        selection.direction = inputs ? .inputs : outputs ? .outputs : .both
        if !type.isEmpty { selection.wantsType = { [type] name in type.contains { $0.matches(name) } } }
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
