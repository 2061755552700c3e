import CommandBasis
package import Commands
import Composition
import JSON
import Platform
import Wire

/// Commands about applications: which there are, whether they are right, and how to make and test one.
package var applicationCommands: [any Command.Type] {
    [
        AppsCommand.self, InstallCommand.self, UninstallCommand.self, CheckCommand.self, ConfigCommand.self,
        NewCommand.self, TestCommand.self, DoctorCommand.self, SchemaCommand.self, LSPCommand.self,
    ]
}

struct AppsCommand: Command {
    static let configuration = CommandConfiguration(
        name: "apps",
        abstract: "List the applications.",
        discussion: """
            These are the shipped ones, those that `viperline install` has installed, and your own in \
            ~/.config/viperline/apps: NAME.yaml and NAME/compose.yaml with a description, and executable scripts, \
            which run as in `viperline app` and may have a line "# viperline: What it does". Your own come first; \
            studies and small examples are a group at the end. The list shows errors in files. It runs nothing.

              viperline apps
              viperline apps --json | jq -r 'select(.mistake == null).name'
              viperline            the same as a screen, in a terminal
            """)

    var json = false
    var here = false

    static var table: OptionTable<Self> {
        [
            .flag(
                "json", \.json,
                "Print one JSON object per application, one per line: name, title, description, file, origin, …"),
            .flag(
                "here", \.here, "List the applications of this folder too: compose.yaml, and *.yaml with a description."
            ),
        ]
    }

    func run() throws {
        let list = ApplicationList.current(here ? Set(ApplicationList.Origin.allCases) : [.installed, .own])
        let rows = list.inOrder.map(ApplicationRow.init)
        try Output.write(json ? rows.map(\.line).joined() : ApplicationRow.table(rows))
        if list.isCut {
            StandardStream.diagnose("viperline", "there are more applications than these; the others are left out")
        }
    }
}

/// An application as `viperline apps` prints it.
struct ApplicationRow: JSONWritable {
    var name: String
    var title: String
    var description: String?
    var file: String
    /// `installed`, `own` or `folder`.
    var origin: String
    /// `composition`, or `script`.
    var kind: String
    /// True for a study or a small example.
    var example: Bool?
    /// Why it cannot be run.
    var mistake: String?
    /// The file of the application that is run by this name in its place.
    var namesake: String?

    init(_ entry: ApplicationList.Entry) {
        name = entry.name
        title = entry.title
        description = entry.description.isEmpty ? nil : entry.description
        file = entry.path
        origin = entry.origin.rawValue
        kind = entry.isScript ? "script" : "composition"
        example = entry.isExample ? true : nil
        mistake = entry.mistake
        namesake = entry.namesake
    }

    static func table(_ rows: [ApplicationRow]) -> String {
        let cells = rows.map { [$0.name, $0.origin, $0.remark] }
        let lines = "\(TextTable(header: ["NAME", "ORIGIN", "DESCRIPTION"], rows: cells))".split(separator: "\n")
        let examples = rows.count { $0.example == true }
        let shown = lines.dropLast(examples).map { "\($0)\n" }.joined()
        guard examples > 0 else { return shown }
        return shown + "\nSTUDIES AND SMALL EXAMPLES\n" + lines.suffix(examples).map { "\($0)\n" }.joined()
    }

    /// The description of the application, or the mistake that keeps it from being run.
    private var remark: String {
        if let mistake { return "! \(mistake)" }
        let place = namesake.map { _ in "(run it by its path, \(file))" }
        return [description ?? "-", place].compactMap(\.self).joined(separator: " ")
    }
}
