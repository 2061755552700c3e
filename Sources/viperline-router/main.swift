import ArgumentParser
import Router
import Wire

struct RouterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "viperline-router",
        abstract: "Keeps the navigation stack of a session and opens pages in the browser.",
        discussion: """
            Reads router.input events (open, back, openURL) from standard input, one JSON object a line, and writes \
            router.output events. The first one it writes is the stack with the root scene.

            Pages are opened with $BROWSER (alternatives separated by colons, %s for the URL), or else with the \
            system's own opener.

            EXAMPLES
              echo '{"type":"router.input.open","data":{"name":"app","parameters":{"id":"1"}}}' | viperline-router
              viperline-router --root app --parameter id=284882215
            """)

    @Option(help: "The scene that a session begins with.")
    var root = "apps"

    @Option(help: ArgumentHelp("A parameter of the root scene; may be repeated.", valueName: "name=value"))
    var parameter: [Parameter] = []

    func validate() throws {
        if root.isEmpty { throw ValidationError("--root: a scene has a name, such as apps") }
    }

    func run() throws {
        DetachedProcess.forgetChildren()
        let parameters = Dictionary(parameter.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
        let browser = Browser(variable: RoleEnvironment.variable("BROWSER"))
        var router = Router(root: root, parameters: parameters, opener: browser)
        let status = RoleLoop.run(&router, in: RoleEnvironment(role: "router"))
        throw ExitCode(status.rawValue)
    }
}

RouterCommand.main()
