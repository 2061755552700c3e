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

    @OptionGroup var place: ListenOptions

    func validate() throws {
        guard web || !opens && place.isEmpty else {
            throw ValidationError("--open, --listen and --origin go together with --web")
        }
    }

    static let noScreens =
        "no service of this application receives view.input and sends view.output, so there is no screen for a page"

    /// The command in the place of the view's.
    /// - Parameters:
    ///   - service: what shows the screens; nil where nothing does.
    ///   - folder: the session's.
    func replacements(of service: String?, in folder: String) throws -> [String: [String]] {
        guard web else { return [:] }
        guard let service else { throw ValidationError("--web: \(Self.noScreens)") }
        let address = place.listen.map { ["--listen", $0] } ?? []
        return [
            service: ["viperline-web", "--memory", "\(folder)/web"] + address
                + place.origin.flatMap { ["--origin", $0] } + (opens ? ["--open"] : [])
        ]
    }
}
