package import Wire

/// Runs a view where its session is: on the whole screen of a terminal, or else line by line.
package struct ViewProgram {
    private let isLinear: Bool
    private let isStrict: Bool
    private let patience: Double
    private let hasMouse: Bool
    private let isLight: Bool?
    private let theme: [String]
    private let inline: InlinePlace?

    /// - Parameters:
    ///   - isLinear: even on a terminal.
    ///   - isStrict: whether a script ends at its first error.
    ///   - patience: the seconds that a script waits for the screen to settle.
    ///   - hasMouse: whether the terminal may report the mouse.
    ///   - isLight: whether its background is light; nil asks it.
    ///   - theme: lines that count more than the user's own theme.
    ///   - height: the rows below the cursor, in place of the whole screen, and the least of a part.
    package init(
        isLinear: Bool, isStrict: Bool, patience: Double, hasMouse: Bool = true, isLight: Bool? = nil,
        theme: [String] = [], height: InlineHeight? = nil, least: Int = InlineHeight.least
    ) {
        inline = height.map { InlinePlace(height: $0, least: least) }
        self.hasMouse = hasMouse
        self.isLight = isLight
        self.theme = theme
        self.isLinear = isLinear
        self.isStrict = isStrict
        self.patience = patience
    }

    /// - Parameter bus: another one than stdin and stdout.
    /// - Returns: the exit code.
    package func run(in environment: RoleEnvironment, on bus: (any ViewBus)? = nil) -> Int32 {
        guard let session = SessionDescriptors.find(isSupervised: environment.isSupervised) else {
            StandardStream.diagnose(
                "viperline-view",
                "open /dev/tty: there is no terminal; start it in one, or give it commands on descriptor 3 and an output on 4"
            )
            return ExitStatus.unavailable.rawValue
        }
        let bus = bus ?? StandardBus(in: environment)
        let kind = TerminalKind.current
        if !isLinear, session.areTerminals, kind.isCapable,
            let loop = FullScreenLoop(
                session, on: bus, in: environment, kind: kind, hasMouse: hasMouse, isLight: isLight,
                theme: theme, inline: inline)
        {
            return loop.run()
        }
        let loop = LinearLoop(
            session, on: bus, in: environment, patience: Patience(.seconds(patience)),
            isStrict: isStrict)
        return loop.run().rawValue
    }
}
