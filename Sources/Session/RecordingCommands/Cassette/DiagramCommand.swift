import Analysis
import CommandBasis
import Commands
import Platform

struct DiagramCommand: Command {
    static let configuration = CommandConfiguration(
        name: "diagram",
        abstract: "Draw a recorded session as a sequence diagram.",
        discussion: """
            Prints Mermaid source, for pages that render it. User actions are numbered; arrows show the delay between an event and its cause.

              viperline cassette diagram session.ndjson > session.mmd
              viperline cassette diagram session.ndjson --from 1.5 --to 3

            Exit codes: 0; 65 not a cassette; 69 it can't be opened.
            """)

    var file = ""
    var from = 0.0
    var to = Double.infinity

    static var table: OptionTable<Self> {
        [
            .argument("file", \.file, "The cassette, or - for stdin."),
            .option("from", \.from, "Begin at this second of the session.").within(.positions),
            .option("to", \.to, "End at this second of the session.").within(.positions),
        ]
    }

    mutating func validate() throws {
        guard from <= to else { throw UsageError("--from \(from) is after --to \(to)") }
    }

    func run() throws {
        let cassette = try CassetteFile(file)
        var diagram = SequenceDiagram(of: cassette.header, span: from...to)
        var output = PrintedLines()
        try cassette.forEach { line in try output.append(diagram.lines(for: line)) }
        try output.append(diagram.end())
        try output.flush()
    }
}
