import ArgumentParser
import Router
import Version
import Wire

struct RouterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "viperline-router",
        abstract: "Keeps the navigation stack of a session; opens pages in the browser, and plays what can be played.",
        discussion: """
            Reads router.input events (open, back, openURL, play) from standard input, one JSON object a line, and writes \
            router.output events. The first one it writes is the stack with the root scene.

            Pages are opened with $BROWSER (alternatives separated by colons, %s for the URL), or else with the \
            system's own opener. What is to be played goes to mpv where that is installed, else to the browser.

            EXAMPLES
              echo '{"type":"router.input.open","data":{"name":"app","parameters":{"id":"1"}}}' | viperline-router
              viperline-router --root app --parameter id=284882215
            """,
        version: Version.current)

    @Option(help: "The scene that a session begins with.")
    var root = "apps"

    @Option(help: ArgumentHelp("A parameter of the root scene; may be repeated.", valueName: "name=value"))
    var parameter: [Parameter] = []

    @Flag(help: "Start no browser and no player: only report the URLs.")
    var printUrls = false

    func validate() throws {
        if root.isEmpty { throw ValidationError("--root: a scene has a name, such as apps") }
    }

    func run() throws {
        DetachedProcess.forgetChildren()
        let parameters = Dictionary(parameter.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
        let browser: any URLOpener =
            printUrls ? NoOpener() : Browser(variable: RoleEnvironment.variable("BROWSER"))
        let player: any URLOpener = printUrls ? NoOpener() : Player(browser: browser)
        var router = Router(root: root, parameters: parameters, browser: browser, player: player)
        let status = RoleLoop.run(&router, in: RoleEnvironment.current(role: "router"))
        throw ExitCode(status.rawValue)
    }
}

StandardStream.prepare()
RouterCommand.main()
