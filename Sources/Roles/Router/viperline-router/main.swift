import Commands
import RoleOptions
import Router
import URLOpening
import Version
import Wire

struct RouterCommand: Command {
    static let configuration = CommandConfiguration(
        name: "viperline-router",
        abstract: "Keeps a session's navigation stack; opens pages in the browser, and plays songs and videos.",
        discussion: """
            Reads router.input events (open, back, openURL, play) from standard input, one JSON object a line, and writes \
            router.output events. The first one it writes is the stack with the root scene.

            Pages are opened with $BROWSER (alternatives separated by colons, %s for the URL), or else with the \
            system's own opener. mpv plays songs and videos if it is installed, else the browser.

            EXAMPLES
              echo '{"type":"router.input.open","data":{"name":"apps"}}' |
                viperline-router
              viperline-router --root app --parameter id=284882215
            """,
        version: Version.current)

    var options = RouterOptions()

    static var table: OptionTable<Self> { [.group(\.options)] }

    func run() throws {
        DetachedProcess.forgetChildren()
        var router = Router(
            root: options.root, parameters: options.parameters, opensURLs: !options.printUrls,
            variable: RoleEnvironment.variable)
        let status = RoleLoop.run(&router, in: RoleEnvironment.current(role: "router"))
        throw ExitCode(status)
    }
}

RouterCommand.main()
