import Analysis
import CommandBasis
import Commands
import Composition
import Declarations
import JQClient
import JSON
import SafeText
import Wire

struct CheckCommand: Command {
    static let configuration = CommandConfiguration(
        name: "check",
        abstract: "Check compose files and show or draw who sends what to whom.",
        discussion: """
            Starts nothing, and reports every error on stderr with its file and line; the exit code is then 65.

            EXAMPLES

              viperline check itunes
              viperline check itunes -f compose/offline.yaml
              viperline check itunes --replace fetcher='python3 fake.py'
              viperline check itunes --json | jq -r '.wiring[].message'
              viperline check itunes --diagram > itunes.mmd
              viperline check ./mine.yaml --answer answer.json --source books
            """)

    var composition = CompositionOptions()
    var json = false
    var diagram = false
    var forbidden = false
    var answer: String?
    var source: String?
    var id: String?
    var term: String?
    var filters: [String] = []

    static var table: OptionTable<Self> {
        [
            .group(\.composition),
            .flag("json", \.json, "Print one JSON object instead of the tables."),
            .flag(
                "diagram", \.diagram,
                "Draw the wiring instead of the tables: a flowchart in Mermaid's language, for pages that render it."),
            .flag(
                "forbidden", \.forbidden,
                "With --diagram: also draw which services must not send to which, with dashed and crossed lines."),
            .option(
                "answer", value: "file", \.answer,
                "Run the jq expressions of a declared application on this recorded response, and print items, rows and parts."
            ),
            .option(
                "source", value: "name", \.source,
                "With --answer: the source of the response; by default, the first one."),
            .option("id", value: "id", \.id, "With --answer: the value of $id, as in the request."),
            .option("term", value: "text", \.term, "With --answer: the value of $term."),
            .option(
                "filter", value: "name=value", \.filters,
                "With --answer: the value of a filter. Can be repeated."),
        ]
    }

    mutating func validate() throws {
        if source != nil || id != nil || term != nil || !filters.isEmpty, answer == nil {
            throw UsageError("--source, --id, --term and --filter go with --answer")
        }
        _ = try values
        if json, diagram { throw UsageError("--json and --diagram are two kinds of output; choose one") }
        if forbidden, !diagram { throw UsageError("--forbidden goes with --diagram") }
    }

    func run() throws {
        // No session is made, so the variable's name replaces its folder.
        let loaded = try composition.load(sessionFolder: "$\(SessionVariable.folder)")
        try composition.checkSources(of: loaded)
        if let answer { try run(on: answer, loaded) } else { try write(loaded) }
    }

    /// The variables of the request that was answered.
    private var values: [String: String] {
        get throws {
            var values = try Dictionary(
                filters.map { try CompositionOptions.pair($0, of: "--filter NAME=VALUE") }
            ) { $1 }
            values["id"] = id
            values["term"] = term
            return values
        }
    }

    private func run(on path: String, _ composition: Composition) throws {
        guard let application = composition.application else {
            throw AnswerTrial.Failure(description: "--answer needs a file with sources and scenes")
        }
        guard case .success(let bytes) = FileSystem.local.read(path) else {
            throw AnswerTrial.Failure(
                description: "\(path): it cannot be read, or has more than \(FileSystem.sizeLimit >> 20) MiB")
        }
        let trial = AnswerTrial(application: try DeclarationFile.read(application), runner: ProgramProcess())
        let (lines, mistakes) = try trial.result(of: bytes, source: source, values: try values)
        var output = PrintedLines()
        try output.append(lines)
        try output.flush()
        guard mistakes.isEmpty else { throw ComposeError(mistakes) }
    }

    private func write(_ composition: Composition) throws {
        guard diagram else {
            let report = CheckReport(composition)
            return try Output.write(json ? report.line : report.text)
        }
        var output = PrintedLines()
        try output.append(WiringGraph(composition, drawsRules: forbidden).lines)
        try output.flush()
    }
}

/// The report of `viperline check`: the services, the wiring, and the rules that it keeps.
struct CheckReport: JSONWritable {
    struct ServiceRow: JSONWritable {
        var name: String
        var command: [String]
        var dependsOn: [String]
        var notes: [String]
    }

    struct RouteRow: JSONWritable {
        var from: String
        var message: String
        var to: [String]
    }

    /// Messages that services must not send or receive: one of the two lists is empty.
    struct RuleRow: JSONWritable {
        var services: [String]
        var sends: [String]
        var receives: [String]
        var because: String
    }

    var name: String
    var description: String?
    var services: [ServiceRow]
    var wiring: [RouteRow]
    var states: [String]
    var forbids: [RuleRow]

    init(_ composition: Composition) {
        name = composition.name
        description = composition.description
        let awaited = Set(
            composition.services.flatMap { $0.dependsOn }.filter { $0.condition == .healthy }.map(\.service))
        services = composition.services.map { service in
            // Our programs send it.
            let saysReady = service.command.first?.split(separator: "/").last?.hasPrefix("viperline") == true
            let hasToSay = awaited.contains(service.name) && service.healthCheck == nil && !saysReady
            return ServiceRow(
                name: service.name, command: service.command, dependsOn: service.dependsOn.map(\.description),
                notes: (service.tty ? ["tty"] : []) + (service.exitOnEnd ? ["exit_on_end"] : [])
                    + (service.isTested ? [] : ["test: false"])
                    + (hasToSay ? ["no healthcheck: must send process.output.ready"] : []))
        }
        wiring = composition.wiring.map { RouteRow(from: $0.from, message: $0.pattern.description, to: $0.to) }
        states = composition.states.map(\.description)
        forbids = composition.rules.map { rule in
            let patterns = rule.patterns.map(\.description)
            return RuleRow(
                services: rule.services, sends: rule.side == .sends ? patterns : [],
                receives: rule.side == .receives ? patterns : [], because: rule.because)
        }
    }

    var text: String {
        let services = TextTable(
            header: ["SERVICE", "DEPENDS ON", "NOTES", "COMMAND"],
            rows: self.services.map { service in
                [
                    service.name, list(service.dependsOn), list(service.notes),
                    ShellWords.joined(service.command),
                ]
            })
        let wiring = TextTable(
            header: ["FROM", "MESSAGE", "TO"], rows: self.wiring.map { [$0.from, $0.message, list($0.to)] })
        let states = states.isEmpty ? "" : "\nstates: \(list(states).printable)\n"
        let title = [name, description].compactMap { $0?.printable }.joined(separator: "\n")
        return "\(title)\n\n\(services)\n\(wiring)\(states)\(rules)"
    }

    private var rules: String {
        guard !forbids.isEmpty else { return "" }
        let table = TextTable(
            header: ["FORBIDDEN TO", "MESSAGE", "BECAUSE"],
            rows: forbids.map { rule in
                let verb = rule.sends.isEmpty ? "receive" : "send"
                return [list(rule.services), "\(verb) \(list(rule.sends + rule.receives))", rule.because]
            })
        return "\n\(table)"
    }

    private func list(_ names: [String]) -> String { names.isEmpty ? "-" : names.joined(separator: ", ") }
}

extension WiringGraph {
    /// - Parameter drawsRules: whether what the compose files forbid is drawn too.
    init(_ composition: Composition, drawsRules: Bool) {
        self.init(
            services: composition.services.map(\.name), messages: Self.messages(of: composition.wiring),
            forbidden: drawsRules ? composition.forbiddenPairs : [])
    }

    private static func messages(of wiring: [WiringLine]) -> [Message] {
        wiring.flatMap { connection in
            connection.to.map { Message(from: connection.from, connection.pattern.description, to: $0) }
        }
    }
}
