import Commands
import Declarations
import JQClient
import Presenter
import RoleOptions
import Version
import Wire
import YAML

struct PresenterCommand: Command {
    static let configuration = CommandConfiguration(
        name: "viperline-presenter",
        abstract: "Turns found items into screens, and user actions into requests.",
        discussion: """
            Reads view.output, interactor.output and router.output events from standard input, one JSON object a \
            line, and writes view.input, interactor.input and router.input events. A scene begins when the router \
            puts it on the stack.

            Words are German where LC_ALL, LC_MESSAGES or LANG is, and English elsewhere. Dates are written in the order \
            of LC_ALL, LC_TIME or LANG, times in the local time zone (TZ).

            EXAMPLES
              viperline-router </dev/null | viperline-presenter | jq .data.screen
              viperline-router --root greeting </dev/null |
                viperline-presenter | jq .data.screen
            """,
        version: Version.current)

    var options = PresenterOptions()
    var scenes: SceneNames?
    var application: String?
    var mcp = false

    static var table: OptionTable<Self> {
        [
            .group(\.options),
            .option(
                "scenes", value: "names", \.scenes,
                "The scenes that this process presents, separated by commas; by default, all. Others need another presenter."
            ),
            .option(
                "application", value: "file", \.application,
                "Present only the scenes that this application's file declares."),
            .flag("mcp", \.mcp, "Present only an MCP server's tools, resources and prompts (viperline rpc serve)."),
        ]
    }

    func validate() throws {
        guard [application != nil, scenes != nil, mcp].filter(\.self).count < 2 else {
            throw UsageError("--application, --scenes and --mcp exclude each other.")
        }
        let unknown = scenes?.names.subtracting(Presenter.sceneNames).sorted() ?? []
        guard unknown.isEmpty else {
            throw UsageError(
                "--scenes: there is no scene \(unknown.joined(separator: ", ")); there are: "
                    + Presenter.sceneNames.joined(separator: ", "))
        }
    }

    func run() throws {
        var settings = PresenterSettings(variable: RoleEnvironment.variable)
        settings.playlist = options.playlist ?? settings.playlist
        let environment = RoleEnvironment.current(role: "presenter")
        guard !mcp else {
            var browser = MCPPresenter(reader: settings.reader, lineLimit: environment.lineLimit)
            throw ExitCode(RoleLoop.run(&browser, in: environment))
        }
        var presenter =
            try application.map { Presenter(settings: settings, try declared($0, environment)) }
            ?? Presenter(settings: settings, scenes: scenes?.names)
        let status = RoleLoop.run(&presenter, in: environment)
        throw ExitCode(status)
    }

    private func declared(_ path: String, _ environment: RoleEnvironment) throws -> DeclaredScenes {
        do throws(DeclarationFile.Mistakes) {
            return DeclaredScenes(try DeclarationFile.read(path), runner: ProgramProcess()) { sentence in
                StandardStream.diagnose(environment.service, sentence)
            }
        } catch {
            for mistake in error.mistakes { StandardStream.diagnose(environment.service, mistake.description) }
            throw ExitCode(.usage)
        }
    }
}

PresenterCommand.main()

/// A value of the command line such as `apps,app`.
struct SceneNames: ArgumentValue {
    static let form: String? = "expected names with commas between them"
    let names: Set<String>

    init?(argument: String) {
        let names = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard !names.contains("") else { return nil }
        self.names = Set(names)
    }
}
