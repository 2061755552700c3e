import CommandBasis
import Commands
import Composition
import JSON
import SafeText
import Templates
import Wire

struct NewCommand: Command {
    enum Language: String, ArgumentValue, CaseIterable {
        case python, javascript, shell, swift, yaml
    }

    static let configuration = CommandConfiguration(
        name: "new",
        abstract: "Make a folder with a new application, which runs and has tests.",
        discussion: """
            Makes the folder NAME in the working folder:

              viperline new teas
              viperline run ./teas
              viperline test teas

            The application searches a few items, shows one, and opens its page; change what you need. Python, JavaScript and shell \
            use a single-file library in the folder. Editors check compose.yaml with compose.schema.json.

            With --role, the folder contains one role instead, a fetcher for the App Store search, and the session around it.

            With --in-tree, in a checkout of Viperline, it becomes a module like the shipped applications: entity, source, \
            scenes, schema, composition, offline API and tests, and a line in the list of applications.

            Exit codes: 0 made; 64 usage, such as a name that is taken; 69 it could not be made.
            """)

    /// The first line of the template's compose.yaml names it, for editors.
    private static let schema = "compose.schema.json"

    var name = ""
    var language = Language.python
    var role = false
    var inTree = false

    static var table: OptionTable<Self> {
        [
            .argument("name", \.name, "The application's name: letters, digits, - and _."),
            .option(
                "language", \.language, "Its language: \(Language.allCases.map(\.rawValue).joined(separator: ", "))."),
            .flag("role", \.role, "A single role: a fetcher for the App Store search."),
            .flag("in-tree", \.inTree, "A module in this checkout of Viperline, in Swift."),
        ]
    }

    func validate() throws {
        if inTree, role { throw UsageError("--in-tree and --role exclude each other") }
    }

    func run() throws {
        // A full disk is an error, after which nothing is left.
        let name: NewName
        do throws(NewName.Refused) { name = try NewName(self.name) } catch { throw CommandFailure("\(error)", .usage) }
        guard !inTree else { return try makeModule(name) }
        guard !FileSystem.local.exists(name.text) else {
            throw CommandFailure("\(name.text) is there already", .usage)
        }
        let schema = Template.File(path: Self.schema, contents: FileSchema.compose.json + [0x0A])
        let template = Template(files: try Template(try templateFolder()).named(name).files + [schema])
        try NewFolder.make(name.text, of: template)
        try Output.write(message(name, template))
    }

    private func makeModule(_ name: NewName) throws {
        guard let root = NewModule.project(from: Folders.current.working) else {
            throw CommandFailure(
                "this folder is not in a checkout of Viperline, where --in-tree would add a module", .usage)
        }
        let report: NewModule.Report
        do { report = try NewModule(name, in: root).make() } catch let error as NewModule.Refused {
            throw CommandFailure("\(error); nothing was changed", .usage)
        } catch {
            throw CommandFailure("\(error); nothing was changed", .unavailable)
        }
        let lines = report.made.map { "new      \($0)" } + report.changed.map { "changed  \($0)" }
        let advice = """
            swift build && scripts/run \(name.text)
            scripts/record cassettes Tests/Cassettes/home.ndjson    # the home screen has one row more
            """
        try Output.write("\(lines.joined(separator: "\n"))\n\n\(advice)\n".printable(keeping: "\n"))
    }

    private func templateFolder() throws -> String {
        let kind = "templates/\(role ? "role" : "application")/\(language.rawValue)"
        let candidates = ApplicationFolders().installed.map { "\($0)/\(kind)" }
        if let folder = candidates.first(where: FileSystem.local.isFolder) { return folder }
        let kinds = candidates.map { "\($0.dropLast(language.rawValue.count + 1))" }
        let others = Set(kinds.flatMap(FileSystem.local.names)).sorted()
        guard others.isEmpty else {
            throw CommandFailure(
                "there is no \(role ? "role" : "application") in \(language.rawValue); there are: "
                    + others.joined(separator: ", "), .usage)
        }
        throw CommandFailure(
            "the templates are not installed; looked for \(candidates.joined(separator: ", "))", .unavailable)
    }

    private func message(_ name: NewName, _ template: Template) -> String {
        let files = template.files.map { "  \(name.text)/\($0.path)\n" }.joined()
        return "\(files)\nviperline run ./\(name.text)\nviperline test \(name.text)\n".printable(keeping: "\n")
    }
}
