import Analysis
import ArgumentParser
import Composition
import Declarations
import Evaluation
import TerminalText
import Wire

struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check compose files and show or draw who sends what to whom.",
        discussion: """
            Nothing is started. Every mistake is reported on stderr with its file and line, and the exit \
            code is then 65.

            EXAMPLES

              viperline check itunes
              viperline check itunes -f compose/offline.yaml
              viperline check itunes --replace fetcher='python3 fake.py'
              viperline check itunes --json | jq -r '.wiring[].message'
              viperline check itunes --diagram > itunes.mmd
              viperline check itunes --diagram --text
              viperline check ./mine.yaml --answer answer.json --source books
            """)

    @OptionGroup var composition: CompositionOptions

    @Flag(help: "Print one JSON object in place of the tables.")
    var json = false

    @Flag(help: "Draw the wiring in place of the tables: a flowchart in Mermaid's language, for pages that render it.")
    var diagram = false

    @Flag(help: "With --diagram: draw for a terminal, as wide as it is. Without a UTF-8 locale, a terminal gets ASCII.")
    var text = false

    @Flag(help: "With --diagram: draw who must not speak to whom too, with dashed and crossed lines.")
    var forbidden = false

    @Option(
        help: ArgumentHelp(
            "Run the programs of a declared application on this recorded answer, and print the items, rows and parts.",
            valueName: "file"))
    var answer: String?

    @Option(
        help: ArgumentHelp("With --answer: the source that it answers; the first one by default.", valueName: "name"))
    var source: String?

    mutating func validate() throws {
        if source != nil, answer == nil { throw ValidationError("--source goes with --answer") }
        if json, diagram { throw ValidationError("--json and --diagram are two kinds of output; choose one") }
        if text || forbidden, !diagram { throw ValidationError("--text and --forbidden go with --diagram") }
    }

    func run() throws {
        do {
            // No session is made, so the variable's name stands for its folder.
            let loaded = try composition.load(sessionFolder: "$\(SessionVariable.folder)")
            if let answer { try run(on: answer, loaded) } else { try write(loaded) }
        } catch let error as ComposeError {
            throw composition.report(error)
        }
    }

    private func run(on path: String, _ composition: Composition) throws {
        func failure(_ message: String) -> ExitCode {
            StandardStream.diagnose("viperline", message)
            return ExitCode(ExitStatus.badInput.rawValue)
        }
        guard let application = composition.application else {
            throw failure("--answer is for files with sources and scenes")
        }
        guard case .success(let bytes) = FileSystem.local.read(path) else {
            throw failure("\(path): it cannot be read")
        }
        do {
            let trial = AnswerTrial(application: try DeclarationFile.read(application), runner: ProgramProcess())
            var output = PrintedLines()
            try output.append(try trial.lines(of: bytes, source: source))
            try output.flush()
        } catch let error as AnswerTrial.Failure {
            throw failure(error.description)
        }
    }

    private func write(_ composition: Composition) throws {
        guard diagram else {
            let report = CheckReport(composition)
            return try Output.write(json ? report.line : report.text)
        }
        let graph = WiringGraph(composition, drawsRules: forbidden)
        let lines = text ? TextWiring(graph, width: TerminalWidth.current).lines : MermaidWiring(graph).lines
        let isASCII = text && Output.isTerminal && !Repertoire.isUnicode(inLocale: RoleEnvironment.variable)
        var output = PrintedLines()
        try output.append(lines.map { isASCII ? Repertoire.ascii.drawing($0) : $0 })
        try output.flush()
    }
}
