import CommandBasis
import Commands
import Composition
import Picking
import Platform
import SafeText
import Supervision
import Wire

/// `viperline app`: any program as an application.
struct AppCommand: Command {
    static let configuration = CommandConfiguration(
        name: "app",
        abstract: "Make a terminal application of any program, or of the rows on standard input.",
        discussion: """
            Viperline detects the format from the first bytes of the output. Plain lines are the rows of a list: type to filter, \
            Enter chooses, Tab marks, Esc leaves. Only the choice is written to standard output, byte for byte:
              branch=$(viperline app -- git branch --format '%(refname:short)')
              find . -name '*.swift' | viperline app --open 'vim --'

            JSON is a screen: {"rows":[…]}, a screen of the protocol, or {"items":[…]} as in Alfred's script filters. Viperline then \
            runs the program again for each user action, and each run prints the next screen:
              COMMAND search TEXT
              COMMAND select ROW…
              COMMAND press CONTROL ROW…
              COMMAND sort COLUMN ascending
              COMMAND submit FORM   (with the values as JSON on its standard input)
            If it keeps running instead, it reads one event per line: {"event":"select","row":"42"}. protocols/app.md has examples.

            The screen is on the terminal even if standard input and output are not, as in fzf. Without a terminal, or with \
            --linear, commands come from standard input unless that supplies the rows (search TEXT, select 2, help), and the \
            transcript goes to standard error. With --web, the screen is a page, whose address goes to standard error. With --mcp, \
            standard input and output belong to an agent, as in viperline mcp, and Viperline prints no choice.

            Exit codes: 0 the user chose something, or left an application; 1 there was nothing to choose from; 130 \
            the user left a list without a choice; 64 usage, such as {} in the code of a program; 65 a row cannot be \
            an argument of --open, or a command failed; 69 a program did not start; with --open, the program's.
            """)

    var title: String?
    var open: String?
    var every: Interval?
    var headerLines = 0
    var key: Int?
    var choose = false
    var context = false
    var picking = PickingOptions()
    var shell = ShellIntegration()
    var linear = false
    var page = WebOptions()
    var mcp = false
    var agent = AgentOptions()
    var replace: [String] = []
    var log: String?
    var record: String?
    var command: [String] = []

    static var table: OptionTable<Self> {
        [
            .option(
                "title", value: "text", isText: true, \.title,
                "The first screen's title; by default, the program's name."),
            .option(
                "open", value: "command", \.open,
                """
                Run this with the choice, in this terminal: the row replaces {}; without {}, it is the last \
                argument. Viperline splits the command into words like a shell, but runs no shell: a row is always \
                one argument. It refuses {} in the code of another program, as in sh -c '… {} …' (64).
                """),
            .option("every", value: "duration", \.every, "Call the program again at this interval, such as 5s."),
            .option(
                "header-lines", value: "number", \.headerLines,
                "Show this many plain lines as a header above the rows."
            ).within(0...100),
            .option(
                "key", value: "number", \.key,
                "Identify plain rows by this field (1 is the first): they stay selected and marked when their other fields change."
            ).within(1...1000),
            .flag("choose", \.choose, "Choose among JSON rows as among lines, and print the chosen ids."),
            .flag("context", \.context, "Give each call after the first its context as JSON on standard input."),
            .group(\.picking),
            .group(\.shell), .reset("no-header-lines", \.headerLines),
            .flag(
                "linear", \.linear,
                "Read commands from standard input and print plain text to standard error, even on a terminal."),
            .flag(
                "web", \.page.web,
                "Show the screens in a browser: prints a one-time address to standard error, and runs no command on this terminal."
            ),
            .flag("browser", \.page.opens, "With --web: open the page in $BROWSER, or else with xdg-open."),
            .group(\.page.place),
            .flag(
                "mcp", \.mcp,
                "Let an agent use the program, over the Model Context Protocol on standard input and output."),
            .group(\.agent),
            .option(
                "replace", value: "service=command", \.replace,
                "Run another command as the view or the router, such as a test double; it is split into words as in a shell."
            ),
            .option("log", value: "file", \.log, "A file for the session's log, or - for stderr."),
            .option("record", value: "file", \.record, "Record all events and typed input into a file."),
            .rest("command", \.command, "The program and its arguments."),
        ]
    }

    mutating func validate() throws {
        if let open { _ = try command(open, of: "--open", .chosenRows) }
        if open != nil, picking.choice.printsQuery {
            throw UsageError("--open takes rows only: leave out --print-query")
        }
        if open != nil, !picking.choice.expected.isEmpty {
            throw UsageError("--open takes rows only: leave out --expect, or bind the keys to become(…)")
        }
        try page.validate()
        if choose, picking.rows.hasOnlyLines { throw UsageError("--choose and --lines exclude each other") }
        if page.web, linear { throw UsageError("--web and --linear are two views: leave out one of them") }
        if mcp, linear { throw UsageError("--mcp and --linear are two views: leave out one of them") }
        if !mcp, agent.noSecrets || !agent.allow.isEmpty {
            throw UsageError("--allow and --no-secrets go together with --mcp")
        }
        if mcp, command.isEmpty || open != nil {
            throw UsageError("--mcp needs a program after --, and no --open: standard input and output are the agent's")
        }
        _ = try replacements()
        guard command.isEmpty, TerminalStreams.inputIsTerminal, !picking.bindings.reloadsAtStart, shell.script == nil
        else { return }
        guard !picking.isLikeFzf else {
            command = shell.source(RoleEnvironment.variable("FZF_DEFAULT_COMMAND"))
            return
        }
        throw UsageError(
            "There is nothing to show. Name a program after --, such as: viperline app -- git branch; or give rows: ls | viperline app"
        )
    }

    func run() throws {
        if let script = shell.script { return try Output.write(script) }
        try Self.checkProgram(of: command)
        if picking.choice.filter != nil { try printMatches() }
        try Self.checkInput(isRead: command.isEmpty)
        var session = AppSession(
            title: title ?? command.first.map { _ in command.joined(separator: " ") } ?? "Choose",
            source: command.isEmpty ? .standardInput : .program(command))
        session.chooses = choose
        session.givesContext = context
        session.interval = every?.milliseconds
        session.headerLines = headerLines
        session.key = key
        session.picking = picking
        session.isLinear = linear
        session.page = page
        session.agent = mcp ? agent : nil
        session.replacements = try replacements()
        session.log = LogTarget(option: log)
        session.record = record
        try checkHistory()
        let outcome = try session.run()
        // To choose nothing is no failure of an agent.
        if mcp { throw ExitCode(outcome.code == 130 ? 0 : outcome.code) }
        if outcome.code == 1, outcome.chosen == nil, !picking.choice.exitsIfEmpty {
            let source =
                command.isEmpty ? "standard input has no rows" : "\(command.joined(separator: " ")) has printed none"
            let complaint = outcome.complaint.map { "\n    " + String(decoding: $0, as: UTF8.self) }.joined()
            StandardStream.diagnose("viperline", "app: there are no rows to choose from: \(source)\(complaint)")
        }
        if let successor = outcome.successor {
            throw ExitCode(ForegroundProgram.run(successor, of: "--bind become", readsTerminal: command.isEmpty))
        }
        guard let open, let rows = outcome.chosen, outcome.code == 0 else {
            try Output.write((outcome.chosen ?? []).flatMap { $0 + [picking.choice.printsNUL ? 0 : 0x0A] })
            throw ExitCode(outcome.code)
        }
        var values = RowCommand.Values()
        values.rows = rows
        do {
            let words = try command(open, of: "--open", .chosenRows).words(for: values)
            throw ExitCode(ForegroundProgram.run(words, of: "--open", readsTerminal: command.isEmpty))
        } catch let refusal as RowCommand.Refusal { throw CommandFailure("--open: \(refusal)", .badInput) }
    }

    /// The role does it alone, in place of this process.
    private func printMatches() throws {
        let role = try CommandLookup(path: RoleEnvironment.variable("PATH")).path(of: "viperline-app")
        var words = [role] + picking.words
        if headerLines > 0 { words += ["--header-lines", "\(headerLines)"] }
        if !command.isEmpty { words += ["--"] + command }
        throw ExitCode(ForegroundProgram.run(words.map { Array($0.utf8) }, of: "--filter", readsTerminal: false))
    }

    /// A history that cannot be kept is reported at once.
    private func checkHistory() throws {
        guard let history = picking.screen.history else { return }
        do throws(QueryHistory.Refusal) { _ = try QueryHistory(history, size: picking.screen.historySize) } catch {
            throw UsageError("\(error)")
        }
    }

    /// A missing program is reported at once, with similar names.
    static func checkProgram(of command: [String]) throws {
        guard let program = command.first else { return }
        do throws(CommandLookup.Failure) {
            _ = try CommandLookup(path: RoleEnvironment.variable("PATH")).path(of: program)
        } catch { throw CommandFailure("app: \(error)") }
    }

    /// A folder as standard input is reported at once.
    private static func checkInput(isRead: Bool) throws {
        guard isRead, FileStatus(of: 0)?.isFolder == true else { return }
        throw CommandFailure("app: standard input is a folder, which has no rows; give its names: ls | viperline app")
    }

    private func replacements() throws -> [String: [String]] {
        var options = CompositionOptions()
        options.replace = replace
        return try options.replacements()
    }

    private func command(_ text: String, of option: String, _ places: RowCommand.Places) throws -> RowCommand {
        do {
            return try RowCommand(ShellWords.split(text), option: option, places: places)
        } catch let refusal as RowCommand.Refusal {
            throw UsageError("\(option): \(refusal)")
        } catch {
            throw UsageError("\(option): cannot split \"\(text)\" into words: \(error)")
        }
    }
}

/// An interval on the command line, as in compose files: `5s`, `1m30s`; from 100 ms to 24 hours.
struct Interval: ArgumentValue {
    static let form: String? = "expected a time from 100ms to 24h, such as 5s"
    let milliseconds: Int

    init?(argument: String) {
        guard let duration = ComposeDuration.parse(argument), case let milliseconds = duration / .milliseconds(1),
            100...86_400_000 ~= milliseconds
        else { return nil }
        self.milliseconds = Int(milliseconds)
    }
}
