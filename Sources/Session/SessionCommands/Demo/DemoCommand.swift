import Commands

struct DemoCommand: Command {
    static let configuration = CommandConfiguration(
        name: "demo",
        abstract: "Show in two minutes what Viperline does, on real sessions.",
        discussion: """
            Six steps: picking a line, an application in one file, a role that is killed, another program in its place, a \
            recording that becomes a test, and a page. It needs no network and no key, and leaves no file.

            In a terminal, Enter continues, and q and Enter leave. With --auto, or without a terminal, it plays by itself \
            as plain text.

              viperline demo
              viperline demo --auto | less

            Exit codes: 0; 69 a step failed; 128+n ended by signal n.
            """)

    var auto = false

    static var table: OptionTable<Self> {
        [.flag("auto", \.auto, "Do not wait for the user, and use commands where the user would press keys.")]
    }

    func run() throws {
        let stage = try DemoStage(isAuto: auto || !Launcher.hasTerminal)
        defer { stage.leave() }
        try stage.play()
    }
}

/// The steps of the demo. Each explains itself, then runs commands that the user could type.
extension DemoStage {
    func play() throws {
        try explain(
            "Viperline in two minutes",
            """
            Each step runs real commands on this machine: no network, no key, and no
            file is left. Lines that begin with $ are what you could type yourself.
            """)
        try pick()
        try declare()
        try killAndSwap()
        try record()
        try page()
        try explain(
            "That was all",
            """
            viperline            all applications, as a screen
            viperline new teas   an application of your own, with tests
            viperline doctor     what this terminal and this machine can do
            """, waits: false)
    }

    private func pick() throws {
        try explain(
            "1. Pick a line of any program",
            """
            Viperline shows the lines of a program. Type to filter them; Enter chooses
            one, which goes to standard output.
            """)
        if isAuto {
            try show(["app", "--filter", "wiki", "--", "viperline", "apps"])
        } else {
            try hand([
                "app", "--header-lines", "1", "--title", "Type to filter, Enter chooses", "--", "viperline", "apps",
            ])
        }
    }

    private func declare() throws {
        try explain(
            "2. An application in one file",
            """
            hackernews.yaml declares an API and what to show of its answers; there is no
            program. With -f offline, an embedded server answers in place of the API.
            Search for ferry, open a story, go back with Esc, and quit with q.
            """)
        let command = ["run", "hackernews", "-f", "offline"]
        if isAuto {
            try show(command, typing: ["search ferry", "select 1", "back", "quit"], lines: 30)
        } else {
            try hand(command)
        }
    }

    private func killAndSwap() throws {
        try explain(
            "3. Kill a role: the session continues",
            """
            Every part of a session is a process of its own. This session takes commands
            in place of keys. While it runs, the demo kills the presenter, which makes
            the screens; then it opens the first result.
            """)
        let session = try begin(["run", "itunes", "-f", "offline"], until: "== App Store ==")
        try type("search chess", until: "Rook & Raven Chess")
        try kill("presenter", of: session)
        try type("select 1", until: "-- What's New --")
        // The user may have other sessions.
        try show(["ps", "\(session)"])
        try explain(
            "4. Swap a program while it runs",
            """
            The same session gets another program for its presenter: here the same one;
            it could be yours, in any language.
            """
        )
        try show(["swap", "\(session)", "presenter", "--", "viperline-presenter"])
        try type("back", until: "== App Store ==")
        try type("quit", until: "> quit")
        end()
    }

    private func record() throws {
        try explain(
            "5. A recording becomes a test",
            """
            --record keeps every event of a session. verify gives a program its recorded
            inputs and compares what it answers: so the recording of a bug is its test.
            """)
        try show(
            ["run", "itunes", "-f", "offline", "--record", "bug.ndjson"], typing: ["search chess", "select 1", "quit"],
            lines: 6)
        try show(["verify", "presenter", "bug.ndjson"])
        try show(["cassette", "stat", "bug.ndjson"])
    }

    private func page() throws {
        try explain(
            "6. The same screens as a page",
            """
            --web shows a session in a browser of this machine. The address can be
            opened once.
            """)
        _ = try begin(["run", "itunes", "-f", "offline", "--web"], until: "http://")
        if !isAuto { try pause("Open the address if you have a browser here. Enter ends the session. ") }
        end()
    }
}
