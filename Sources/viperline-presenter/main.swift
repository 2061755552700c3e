import ArgumentParser
import Presenter
import Wire

struct PresenterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "viperline-presenter",
        abstract: "Turns what was found into screens, and what a person does into requests.",
        discussion: """
            Reads view.output, interactor.output and router.output events from standard input, one JSON object a \
            line, and writes view.input, interactor.input and router.input events. A scene begins when the router \
            says that it is on the stack.

            EXAMPLE
              viperline-router </dev/null | viperline-presenter | jq .data.screen
            """)

    func run() throws {
        var presenter = Presenter()
        let status = RoleLoop.run(&presenter, in: RoleEnvironment(role: "presenter"))
        throw ExitCode(status.rawValue)
    }
}

PresenterCommand.main()
