import Commands
import RoleGroup
import RoleOptions
import TerminalView
import URLOpening
import Wire

struct MVC: Command {
    static let configuration = CommandConfiguration(
        name: "mvc", abstract: "Model, view and controller, as in practice: the controller owns the view.",
        subcommands: [ViewController.self])

    /// View, presenter and router as values in one loop; only the model is a separate process.
    struct ViewController: Command {
        static let configuration = CommandConfiguration(
            name: "viewcontroller",
            abstract: "Shows screens on a terminal, formats them, and decides what to do next.",
            discussion: """
                Reads interactor.output and writes interactor.input: the messages of the model, under that name with \
                VIPERLINE_PROTOCOLS=interactor=model.
                """)

        var view = ViewOptions()
        var presenter = PresenterOptions()
        var router = RouterOptions()

        static var table: OptionTable<Self> { [.group(\.view), .group(\.presenter), .group(\.router)] }

        func run() throws {
            DetachedProcess.forgetChildren()
            let environment = RoleEnvironment.current(role: "viewcontroller")
            let program = ViewProgram(
                isLinear: view.linear, isStrict: view.strict, patience: view.patience, hasMouse: !view.noMouse,
                isLight: view.isLight)
            throw ExitCode(
                program.run(
                    in: environment,
                    on: HostingBus(RoleGroup.presenting(presenter, router, in: environment), in: environment)))
        }
    }
}
