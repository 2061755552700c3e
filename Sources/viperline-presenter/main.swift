import ArgumentParser
import Presenter
import RoleOptions
import Version
import Wire

struct PresenterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "viperline-presenter",
        abstract: "Turns what was found into screens, and what a person does into requests.",
        discussion: """
            Reads view.output, interactor.output and router.output events from standard input, one JSON object a \
            line, and writes view.input, interactor.input and router.input events. A scene begins when the router \
            says that it is on the stack.

            Dates are written in the order of LC_ALL, LC_TIME or LANG, times in the local time zone (TZ).

            EXAMPLES
              viperline-router </dev/null | viperline-presenter | jq .data.screen
              viperline-router --root greeting </dev/null | viperline-presenter | jq .data.screen
            """,
        version: Version.current)

    @OptionGroup var options: PresenterOptions

    @Option(
        help: ArgumentHelp(
            "The scenes that this process presents, separated by commas; all of them otherwise. Others are left to another "
                + "presenter in the same session.",
            valueName: "names"))
    var scenes: SceneNames?

    func validate() throws {
        let unknown = scenes?.names.subtracting(Presenter.sceneNames).sorted() ?? []
        guard unknown.isEmpty else {
            throw ValidationError(
                "--scenes: there is no scene \(unknown.joined(separator: ", ")); there are: "
                    + Presenter.sceneNames.joined(separator: ", "))
        }
    }

    func run() throws {
        var settings = PresenterSettings(variable: RoleEnvironment.variable)
        settings.playlist = options.playlist ?? settings.playlist
        var presenter = Presenter(settings: settings, scenes: scenes?.names)
        let status = RoleLoop.run(&presenter, in: RoleEnvironment.current(role: "presenter"))
        throw ExitCode(status.rawValue)
    }
}

StandardStream.prepare()
PresenterCommand.main()
