import ArgumentParser
import TerminalView
import Version
import Wire

struct View: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "viperline-view",
        abstract: "Shows screens on a terminal and reports what the person does.",
        discussion: """
            Standard input and output are the bus: the view reads view.input and router.output events, one a line, and \
            writes view.output events. The person is at descriptors 3 and 4, or else at the controlling terminal. On a \
            terminal the view takes the full screen; press ? for its keys. Elsewhere, and with TERM=dumb, it is linear: it \
            reads commands, one a line, and prints plain text, of a screen that was printed before only what is new. \
            Failures also go to the session's standard error (descriptor 5 in a session). NO_COLOR turns colours off. \
            A terminal gets ASCII unless it reads UTF-8, as the locale (LC_ALL, LC_CTYPE, LANG) or the terminal itself says.

            To print recorded events as text, and to run a script in a session:
              viperline-view --linear <events.ndjson 3</dev/null 4>&1
              printf 'search music\\nselect 1\\n' | viperline run itunes

            Linear commands: search TEXT, select N, press NAME or its number, more, back, list N-M, again, where, quit, \
            help. A command has at most 65,536 bytes.
            Pictures are drawn by chafa where it is installed; otherwise, and in linear mode, their captions are shown.
            Exit codes: 0 done; 65 a command could not be carried out; 69 what a command asked for failed, or there is no \
            terminal, or the bus ended too early; 75 the screen did not settle in time; 128+n ended by signal n (130 for \
            Ctrl-C). In a script the first error decides; with --strict it also ends the script.
            """,
        version: Version.current)

    @Flag(help: "Read commands and print plain text, even on a terminal.")
    var linear = false

    @Flag(help: "In linear mode, end at the first command that fails or cannot be carried out.")
    var strict = false

    @Option(help: "In linear mode, the seconds to wait for the screen to settle before giving up.")
    var patience = 60.0

    func validate() throws {
        guard patience > 0, patience <= 1_000_000 else {
            throw ValidationError("--patience wants seconds, such as: 60")
        }
    }

    func run() throws {
        let environment = RoleEnvironment.current(role: "view")
        guard let session = SessionDescriptors.find(isSupervised: environment.isSupervised) else {
            StandardStream.diagnose(
                "viperline-view",
                "open /dev/tty: there is no terminal; start it in one, or give it commands on descriptor 3 and an output on 4"
            )
            throw ExitCode(ExitStatus.unavailable.rawValue)
        }
        let kind = TerminalKind.current
        if !linear, session.areTerminals, kind.isCapable,
            var loop = FullScreenLoop(session, in: environment, kind: kind)
        {
            throw ExitCode(loop.run())
        }
        var loop = LinearLoop(
            session, in: environment, patience: Patience(milliseconds: Int(patience * 1000)), isStrict: strict)
        throw ExitCode(loop.run().rawValue)
    }
}

StandardStream.prepare()
View.main()
