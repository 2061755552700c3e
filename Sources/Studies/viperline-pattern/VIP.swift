import Commands
import VIPInteractor
import VIPPresenter
import VIPRouter
import Formatting
import RoleOptions
import URLOpening
import Wire

struct VIP: Command {
    static let configuration = CommandConfiguration(
        name: "vip", abstract: "View, interactor and presenter: a cycle in one direction (Clean Swift).",
        subcommands: [Interacting.self, Presenting.self, Routing.self])

    struct Interacting: Command {
        static let configuration = CommandConfiguration(
            name: "interactor",
            abstract: "Decides what happens, and responds with what it knows.",
            discussion: """
                Reads view.output, router.output and interactor.output, and writes presenter.input, dataStore.output and \
                interactor.input: the messages of the worker, under that name with VIPERLINE_PROTOCOLS=interactor=worker.
                """)

        func run() throws {
            var interactor = VIPInteractor()
            throw ExitCode(RoleLoop.run(&interactor, in: .current(role: "interactor")))
        }
    }

    struct Presenting: Command {
        static let configuration = CommandConfiguration(
            name: "presenter",
            abstract: "Turns each response into a screen, and does nothing else.",
            discussion: """
                Reads presenter.input and writes view.input. It remembers nothing, so any line can be tried:

                  echo '{"type":"presenter.input.presentGreeting","data":{"nobody":true}}' | viperline-pattern vip presenter

                Dates are written in the order of LC_ALL, LC_TIME or LANG, times in the local time zone (TZ).
                """)

        func run() throws {
            let environment = RoleEnvironment.current(role: "presenter")
            var presenter = VIPPresenter(
                reader: Reader(variable: RoleEnvironment.variable), lineLimit: environment.lineLimit)
            throw ExitCode(RoleLoop.run(&presenter, in: environment))
        }
    }

    struct Routing: Command {
        static let configuration = CommandConfiguration(
            name: "router",
            abstract: "Goes from scene to scene, and passes on what the interactor has stored.",
            discussion: "Reads view.output and dataStore.output, and writes router.output.")

        var router = RouterOptions()

        static var table: OptionTable<Self> { [.group(\.router)] }

        func run() throws {
            DetachedProcess.forgetChildren()
            var role = VIPRouter(router.router)
            throw ExitCode(RoleLoop.run(&role, in: .current(role: "router")))
        }
    }
}
