import Commands
import Composition
import Platform
import Processes
import WebAccess
import Wire

/// Options for a session in a browser.
struct WebOptions: CommandOptions {
    var web = false
    var opens = false
    var place = ListenOptions()

    static var table: OptionTable<Self> {
        [
            .flag(
                "web", \.web,
                "Show the screens on a page: prints a one-time address. Several tabs show one session."),
            .flag("browser", \.opens, "With --web: open the page in $BROWSER, or else with xdg-open."),
            .alias("open", of: "browser"),
            .group(\.place),
        ]
    }

    func validate() throws {
        guard web || !opens && place.isEmpty else {
            throw UsageError("--browser, --listen and --origin go together with --web")
        }
    }

    static let noScreens =
        "no service of this application receives view.input and sends view.output, so there is no screen for a page"

    /// The command in place of the view's.
    /// - Parameter folder: the session's.
    func command(in folder: String) -> [String] {
        let address = place.listen.map { ["--listen", $0] } ?? []
        return ["viperline-web", "--memory", "\(folder)/web"] + address
            + place.origin.flatMap { ["--origin", $0] } + (opens ? ["--browser"] : [])
    }
}

/// Where a page is, for browsers.
struct ListenOptions: CommandOptions {
    var listen: String?
    var origin: [String] = []

    static var table: OptionTable<Self> {
        [
            .option(
                "listen", value: "address", \.listen,
                """
                The page's address: ADDRESS:PORT, PORT on the loopback, or unix:/PATH. The default is any free port \
                of the loopback. Other addresses are open to the network.
                """),
            .option(
                "origin", value: "url", \.origin,
                """
                Another origin for browsers, such as a proxy's, with its folder if any: \
                https://tools.example/apps/.
                """),
        ]
    }

    func validate() throws {
        guard address != nil else {
            throw UsageError("--listen: expected an address and a port, such as 127.0.0.1:8080, or unix:/path")
        }
        if let wrong = origin.first(where: { WebOrigin(page: $0) == nil }) {
            throw UsageError(
                "--origin \(wrong): expected a scheme and a host, and perhaps a folder, such as https://tools.example")
        }
    }

    var isEmpty: Bool { listen == nil && origin.isEmpty }

    /// - Returns: nil for a text that a user cannot name.
    var address: ListenAddress? {
        let address = listen.map(ListenAddress.init) ?? .standard
        if case .handover = address { return nil }
        return address
    }
}

extension Composition {
    /// The service that shows screens of the protocol, so that `viperline-web` can take its place. Nil where there is
    /// none: in MVC and MVVM, screens do not leave the process that draws them.
    var screenService: String? {
        services.first { service in
            service.receives.contains { $0.matches("view.input.show") }
                && service.sends.contains { $0.matches("view.output.didSelect") }
        }?.name
    }

    /// The same session, with a page beside the agent on which users see and do the same. Its address is on standard error.
    func showing(_ page: WebOptions, besides service: String?, in folder: String) throws -> Composition {
        guard page.web, let agent = services.first(where: { $0.name == service }) else { return self }
        var watcher = agent
        watcher.name = "page"
        guard !services.contains(where: { $0.name == watcher.name }) else {
            throw UsageError("--web: this application has a service \(watcher.name)")
        }
        let words = page.command(in: folder)
        watcher.command = ["\(Folders.current.executables)/\(words[0])"] + words.dropFirst()
        (watcher.tty, watcher.exitOnEnd, watcher.isTested) = (false, false, false)
        // As long as this process lives.
        let diagnostics = fcntl(StandardStream.diagnostics, F_DUPFD_CLOEXEC, 10)
        guard diagnostics >= 0 else { throw SystemError("duplicate a descriptor") }
        watcher.inherited = [Service.Inherited(ours: diagnostics, theirs: 4)]
        var session = self
        session.services.append(watcher)
        return session
    }
}
