import ArgumentParser
import Composition
import Wire

struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check compose files and show who sends what to whom.",
        discussion: """
            Nothing is started. Every mistake is reported on stderr with its file and line, and the exit \
            code is then 65.

            EXAMPLES

              viperline check itunes
              viperline check itunes -f compose/offline.yaml
              viperline check itunes --replace fetcher='python3 fake.py'
              viperline check itunes --json | jq -r '.wiring[].message'
            """)

    @OptionGroup var composition: CompositionOptions

    @Flag(help: "Print one JSON object in place of the tables.")
    var json = false

    func run() throws {
        do {
            // No session is made, so the variable's name stands for its folder.
            let report = CheckReport(try composition.load(sessionFolder: "$\(SessionVariable.folder)"))
            let text = json ? report.line : report.text
            try Output.write(text)
        } catch let error as ComposeError {
            throw composition.report(error)
        }
    }
}
