import Commands
import URLOpening
import Version
import WebAccess
import WebView
import Wire

struct Web: Command {
    static let configuration = CommandConfiguration(
        name: "viperline-web",
        abstract: "Shows screens in a browser and reports the user's actions.",
        discussion: """
            Standard input and output are the bus: the view reads view.input and router.output events, one a line, and \
            writes view.output events. It serves a page on the loopback and prints its address, with a token that is good \
            for one browser, on descriptor 4, or else on standard error. All pages show and use one session.

            Exit codes: 0 done; 64 usage; 69 it cannot listen, or the bus is closed.
            """,
        version: Version.current)

    var listen: String?
    var origin: [String] = []
    var memory: String?
    var idle: Int?
    var open = false

    static var table: OptionTable<Self> {
        [
            .option(
                "listen", value: "address", \.listen,
                """
                Where to listen: ADDRESS:PORT, PORT on the loopback, or unix:/PATH. The default is any free port of \
                the loopback. Anything else can be reached over the network.
                """),
            .option(
                "origin", value: "url", \.origin,
                "Another origin by which browsers reach it, such as that of a proxy: https://tools.example, or https://tools.example/apps/."
            ),
            .option(
                "memory", value: "file", \.memory,
                "Keeps the port and what opens a page in a file of the session's folder, for a view that takes this one's place."
            ),
            .option("idle", value: "seconds", \.idle, "End the session after this time without a browser."),
            .flag("browser", \.open, "Open the page in $BROWSER, or else with xdg-open. It needs --memory."),
            .alias("open", of: "browser"),
        ]
    }

    func validate() throws {
        if let wrong = origin.first(where: { WebOrigin(page: $0) == nil }) {
            throw UsageError("--origin \(wrong): it needs a scheme and a host, such as https://tools.example")
        }
        guard 1...1_000_000 ~= idle ?? 1 else { throw UsageError("--idle needs seconds, such as 600") }
        if open, memory == nil { throw UsageError("--browser needs a file beside which it can write: --memory FILE") }
        if let listen, ListenAddress(listen) == nil {
            throw UsageError("--listen needs an address and a port, such as 127.0.0.1:8080, or unix:/path")
        }
    }

    func run() throws {
        var options = WebLoop.Options(
            address: listen.flatMap(ListenAddress.init) ?? .standard, origins: origin, credentials: memory)
        options.idle = idle
        options.opensPage = open
        guard let loop = WebLoop(options, in: .current(role: "view")) else {
            throw ExitCode(.unavailable)
        }
        if open, let file = loop.entry() {
            DetachedProcess.forgetChildren()
            let browser = Browser(variable: RoleEnvironment.variable("BROWSER"))
            do throws(URLFailure) { _ = try browser.open(WebURL(ownFile: file)) } catch {
                StandardStream.diagnose("viperline-web", "open the page: \(error)")
            }
        }
        throw ExitCode(loop.run())
    }
}

Web.main()
