import Commands
import Formatting
import RoleGroup
import RoleOptions
import Router
import TerminalView
import URLOpening
import ViewModel
import ViewModelBinder
import Wire

struct MVVM: Command {
    static let configuration = CommandConfiguration(
        name: "mvvm",
        abstract: "Model, view and view model: the view binds to properties and commands.",
        subcommands: [Viewing.self, Modelling.self])

    struct Viewing: Command {
        static let configuration = CommandConfiguration(
            name: "view",
            abstract: "Shows the view model's properties on a terminal.",
            discussion: """
                The view, with a binder in its process: reads viewmodel.output, a property with each event, and writes \
                viewmodel.input, the commands.
                """)

        var view = ViewOptions()

        static var table: OptionTable<Self> { [.group(\.view)] }

        func run() throws {
            let program = ViewProgram(
                isLinear: view.linear, isStrict: view.strict, patience: view.patience, hasMouse: !view.noMouse,
                isLight: view.isLight)
            let environment = RoleEnvironment.current(role: "view")
            let binder = ViewModelBinder(reader: Reader(variable: RoleEnvironment.variable))
            throw ExitCode(program.run(in: environment, on: HostingBus(binder, in: environment)))
        }
    }

    struct Modelling: Command {
        static let configuration = CommandConfiguration(
            name: "viewmodel",
            abstract: "Publishes the contents of screens as properties, and carries out commands.",
            discussion: """
                Reads viewmodel.input and interactor.output, and writes viewmodel.output and interactor.input: the messages \
                of the model, under that name with VIPERLINE_PROTOCOLS=interactor=model.

                Dates are written in the order of LC_ALL, LC_TIME or LANG, times in the local time zone (TZ).
                """)

        var router = RouterOptions()

        static var table: OptionTable<Self> { [.group(\.router)] }

        func run() throws {
            DetachedProcess.forgetChildren()
            let environment = RoleEnvironment.current(role: "viewmodel")
            var group = RoleGroup.modelling(router.router, in: environment)
            throw ExitCode(RoleLoop.run(&group, in: environment))
        }
    }
}

extension RoleGroup {
    /// The view model and VIPER's router. Their messages to each other are not on the bus; outside, the stack of scenes
    /// is one of the properties.
    static func modelling(_ router: Router, in environment: RoleEnvironment) -> RoleGroup {
        let reader = Reader(variable: RoleEnvironment.variable)
        let members = [
            Member(
                "viewmodel", ViewModel(reader: reader),
                receives: ["viewmodel.input", "interactor.output", "router.output"],
                sends: ["viewmodel.output", "interactor.input", "router.input"]),
            Member("router", router, receives: ["router.input"], sends: ["router.output"]),
        ]
        return RoleGroup(
            members, sends: ["viewmodel.output", "interactor.input"], stamp: environment.stamp
        ) { StandardStream.diagnose(environment.service, $0) }
    }
}
