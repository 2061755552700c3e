import ArgumentParser

/// Options for a session in a browser.
struct WebOptions: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Show the screens in a browser: prints an address that is good for one.",
            discussion: "The same as -f web. Several tabs show one session; it ends with Ctrl-C here, or q there."))
    var web = false

    @Flag(name: .customLong("open"), help: "With --web: open the page in $BROWSER, or else with xdg-open.")
    var opens = false

    @Option(
        help: ArgumentHelp(
            "With --web: where to listen: ADDRESS:PORT, PORT on the loopback, or unix:/PATH.",
            discussion: "The default is any free port of the loopback. Anything else can be reached over the network.",
            valueName: "address"))
    var listen: String?

    @Option(
        help: ArgumentHelp(
            "With --web: another origin by which browsers reach it, such as that of a proxy.", valueName: "url"))
    var origin: [String] = []

    func validate() throws {
        guard web || !opens && listen == nil && origin.isEmpty else {
            throw ValidationError("--open, --listen and --origin go together with --web")
        }
    }

    /// The command in the place of the view's.
    /// - Parameter folder: the session's.
    func replacements(in folder: String) -> [String: [String]] {
        guard web else { return [:] }
        let address = listen.map { ["--listen", $0] } ?? []
        return [
            "view": ["viperline-web", "--memory", "\(folder)/web"] + address + origin.flatMap { ["--origin", $0] }
                + (opens ? ["--open"] : [])
        ]
    }
}
