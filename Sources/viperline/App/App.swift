import ArgumentParser
import Composition
import Processes
import Supervision
import Wire

/// `viperline app`: any program as an application.
struct App: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "app",
        abstract: "Make a terminal application of any program, or of the rows on standard input.",
        discussion: """
            What the program prints is taken by its first bytes. Plain lines are the rows of a list: type to filter, Enter chooses, \
            Tab marks, Esc leaves. What was chosen is written to standard output, byte for byte, and nothing else is:
              branch=$(viperline app -- git branch --format '%(refname:short)')
              find . -name '*.swift' | viperline app --open 'vim --'

            JSON is a screen: {"rows":[…]}, a screen of the protocol, or {"items":[…]} as Alfred's script filters have it. The \
            program is then called again with what the person does, and each call prints the next screen:
              COMMAND search TEXT
              COMMAND select ROW…
              COMMAND press CONTROL ROW…
              COMMAND sort COLUMN ascending
              COMMAND submit FORM   (with the values as JSON on its standard input)
            If it keeps running instead, it reads an event a line: {"event":"select","row":"42"}. protocols/scripts.md has examples.

            The screen is on the terminal even where standard input and output are not: as in fzf. Without a terminal, or with \
            --linear, commands are read from standard input where that is free (search TEXT, select 2, help), and the \
            transcript goes to standard error.

            Exit codes: 0 something was chosen, or an application was left; 1 there was nothing to choose from; 130 a list was \
            left without a choice; 64 usage; 65 a row cannot be an argument of --open, or a command could not be carried out; \
            69 a program could not be started; with --open, that of the program.
            """)

    @Option(help: ArgumentHelp("What the first screen is called; the program's name otherwise.", valueName: "text"))
    var title: String?

    @Option(
        help: ArgumentHelp(
            "Run this with what was chosen, in this terminal: {} is replaced by the row, else it is the last argument.",
            discussion: "It is split into words as in a shell, but no shell runs: a row is always one argument.",
            valueName: "command"))
    var open: String?

    @Option(help: ArgumentHelp("Call the program again at this interval, such as 5s.", valueName: "duration"))
    var every: Interval?

    @Flag(help: "Choose among the rows of JSON as among lines; the chosen ids are printed.")
    var choose = false

    @Flag(name: .customLong("read0"), help: "Rows end with NUL in the place of LF.")
    var readsNUL = false

    @Flag(name: .customLong("print0"), help: "What was chosen ends with NUL in the place of LF.")
    var printsNUL = false

    @Flag(help: "Read commands from standard input and print plain text to standard error, even on a terminal.")
    var linear = false

    @Option(
        help: ArgumentHelp("Where the session's log goes: a file, or - for stderr.", valueName: "file"))
    var log: String?

    @Option(help: ArgumentHelp("Record all events and typed input into a file.", valueName: "file"))
    var record: String?

    @Argument(parsing: .postTerminator, help: "The program and its arguments.")
    var command: [String] = []

    mutating func validate() throws {
        if let open { _ = try opening(open) }
        guard command.isEmpty, TerminalStreams.inputIsTerminal else { return }
        throw ValidationError(
            "There is nothing to show. Name a program behind --, such as: viperline app -- git branch; or give rows: ls | viperline app"
        )
    }

    func run() throws {
        try checkProgram()
        var session = AppSession(
            title: title ?? command.first.map { _ in command.joined(separator: " ") } ?? "Choose",
            source: command.isEmpty ? .standardInput : .program(command))
        session.chooses = choose
        session.interval = every?.milliseconds
        session.readsNUL = readsNUL
        session.isLinear = linear
        session.log = log.map { $0 == "-" ? .diagnostics : .file($0) } ?? .sessionFolder
        session.record = record
        let outcome = try session.run()
        guard let open, let rows = outcome.chosen, outcome.code == 0 else {
            try Output.write((outcome.chosen ?? []).flatMap { $0 + [printsNUL ? 0 : 0x0A] })
            throw ExitCode(outcome.code)
        }
        do {
            let words = try opening(open).words(for: rows)
            throw ExitCode(ForegroundProgram.run(words, readsTerminal: command.isEmpty))
        } catch let refusal as RowCommand.Refusal {
            StandardStream.diagnose("viperline", "--open: \(refusal)")
            throw ExitCode(ExitStatus.badInput.rawValue)
        }
    }

    /// A program that is not there is told at once, and what may have been meant.
    private func checkProgram() throws {
        guard let program = command.first else { return }
        do throws(CommandLookup.Failure) {
            _ = try CommandLookup(path: RoleEnvironment.variable("PATH")).path(of: program)
        } catch {
            StandardStream.diagnose("viperline", "app: \(error)")
            throw ExitCode(ExitStatus.unavailable.rawValue)
        }
    }

    private func opening(_ text: String) throws -> RowCommand {
        do {
            return try RowCommand(text)
        } catch {
            throw ValidationError("--open: cannot split \"\(text)\" into words: \(error)")
        }
    }
}
