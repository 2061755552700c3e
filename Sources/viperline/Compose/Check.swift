import Analysis
import ArgumentParser
import Composition
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

    mutating func validate() throws {
        if json, diagram { throw ValidationError("--json and --diagram are two kinds of output; choose one") }
        if text || forbidden, !diagram { throw ValidationError("--text and --forbidden go with --diagram") }
    }

    func run() throws {
        do {
            // No session is made, so the variable's name stands for its folder.
            try write(try composition.load(sessionFolder: "$\(SessionVariable.folder)"))
        } catch let error as ComposeError {
            throw composition.report(error)
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
