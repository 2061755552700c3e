import ArgumentParser
import Composition
import Processes
import Wire

/// `viperline apps`.
struct Applications: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apps",
        abstract: "List the applications that can be run.",
        discussion: """
            They are the installed ones and your own in ~/.config/viperline/apps: NAME.yaml and NAME/compose.yaml with a \
            description, and executable scripts, which `viperline app` runs. A file with a mistake is listed with it. Nothing is \
            run.

              viperline apps
              viperline apps --json | jq -r 'select(.mistake == null).name'
              viperline            the same as a screen, in a terminal
            """)

    @Flag(help: "Print one JSON object per application, one per line: name, title, description, file, origin, …")
    var json = false

    @Flag(help: "List the applications of this folder too: compose.yaml, and *.yaml with a description.")
    var here = false

    func run() throws {
        let list = ApplicationList.current(here ? Set(ApplicationList.Origin.allCases) : [.installed, .own])
        let rows = list.entries.map(ApplicationRow.init)
        try Output.write(json ? rows.map(\.line).joined() : ApplicationRow.table(rows))
        if list.isCut {
            StandardStream.diagnose("viperline", "there are more applications than these; the others are left out")
        }
    }
}

extension ApplicationList {
    static func current(_ origins: Set<Origin>) -> ApplicationList {
        let inherited = OwnEnvironment.variables
        // No session is made, so the variable's name stands for its folder.
        return ApplicationList(of: origins) { $0 == SessionVariable.folder ? "$\($0)" : inherited[$0] }
    }
}
