import Commands
import RoleGroup
import RoleOptions
import URLOpening
import Wire

struct MVP: Command {
    static let configuration = CommandConfiguration(
        name: "mvp", abstract: "Model, view and presenter: a passive view behind a protocol.",
        subcommands: [Presenting.self])

    /// The presenter formats, decides and navigates: VIPER's presenter and router in one process.
    struct Presenting: Command {
        static let configuration = CommandConfiguration(
            name: "presenter",
            abstract: "Turns found items into screens, and decides what to do next.",
            discussion: """
                Reads view.output and interactor.output, and writes view.input, router.output and interactor.input: the \
                messages of the model, under that name with VIPERLINE_PROTOCOLS=interactor=model.
                """)

        var presenter = PresenterOptions()
        var router = RouterOptions()

        static var table: OptionTable<Self> { [.group(\.presenter), .group(\.router)] }

        func run() throws {
            DetachedProcess.forgetChildren()
            let environment = RoleEnvironment.current(role: "presenter")
            var group = RoleGroup.presenting(presenter, router, in: environment)
            throw ExitCode(RoleLoop.run(&group, in: environment))
        }
    }
}
