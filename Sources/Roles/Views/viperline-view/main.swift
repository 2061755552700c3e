import AgentTools
import AgentView
import Commands
import JSON
import Platform
import RoleOptions
import TerminalView
import Version
import Wire

struct View: Command {
    static let configuration = CommandConfiguration(
        name: "viperline-view",
        abstract: "Shows screens on a terminal and reports the user's actions.",
        discussion: """
            Standard input and output are the bus: the view reads view.input and router.output events, one a line, and \
            writes view.output events. The user is at descriptors 3 and 4, or else at the controlling terminal. On a \
            terminal the view takes the full screen; press ? for its keys. Elsewhere, and with TERM=dumb, it is linear: it \
            reads commands, one a line, and prints plain text, and for a screen already shown only what changed. \
            Failures also go to the session's standard error (descriptor 5 in a session). NO_COLOR turns colours off. \
            The mouse selects, opens, scrolls and presses; with Shift it selects text, as usual. --no-mouse, or \
            VIPERLINE_NO_MOUSE=1 in a session's environment, leaves it to the terminal. \
            A terminal gets ASCII, unless the locale (LC_ALL, LC_CTYPE, LANG) or the terminal itself reports UTF-8.

            To print recorded events as text, and to run a script in a session:
              viperline-view --linear <events.ndjson 3</dev/null 4>&1
              printf 'search music\\nselect 1\\n' | viperline run itunes

            Linear commands: search TEXT, select N, preview N, press NAME or its number, sort COLUMN, expand N, \
            collapse N, more, back, list N-M, filter TEXT, mark N, again, where, quit, help. N is a row's number, title or id. \
            A command has at most 65,536 bytes.
            --stills draws without a terminal: after each event it prints the screen as a line of JSON, with the columns, texts \
            and styles of its runs of cells. An event process.output.entered contains the user's input.

            chafa draws pictures if it is installed; otherwise, and in linear mode, the view shows their captions.
            Exit codes: 0 done; 65 a command could not be carried out; 69 a requested action failed, or there is no terminal, or the \
            bus ended too early; 75 the screen did not settle in time; 128+n ended by signal n (130 for Ctrl-C). In a script the \
            first error decides; with --strict it also ends the script, and a question without an answer at the end is an error (65).
            """,
        version: Version.current)

    var options = ViewOptions()
    var stills: StillSize?
    var mcp = false
    var settings: String?
    var describe = false
    var height: InlineHeight?
    var minHeight = InlineHeight.least
    var noColor = false
    var theme: [String] = []

    static var table: OptionTable<Self> {
        [
            .group(\.options),
            .option(
                "stills", value: "columns×rows", \.stills,
                "Print the screen as JSON after each event, such as: --stills 80x24; no terminal is needed."),
            .flag(
                "mcp", \.mcp,
                "Serve a client of the Model Context Protocol on descriptors 3 and 4, for viperline mcp."),
            .option(
                "settings", value: "json", \.settings,
                "With --mcp: more tools and the client's permissions, from viperline mcp."),
            .option(
                "height", value: "rows", \.height,
                "Use these rows below the cursor, such as 10, 40%, ~40% or -3, and keep the text above."),
            .option("min-height", value: "rows", \.minHeight, "The minimum for a --height in percent.")
                .within(1...1000),
            .flag("no-color", \.noColor, "Without colours, as with NO_COLOR."),
            .option(
                "theme", value: "line", \.theme,
                reading: { line in
                    if let mistake = ThemeFile(line).mistakes.first { throw UsageError(mistake.reason) }
                    return line
                }, "A line of a theme, which overrides the user's file. May be repeated."),
            .flag(
                "describe", \.describe,
                "Print as JSON the abilities of standard output's terminal, as far as the environment shows them."),
        ]
    }

    func run() throws {
        if noColor { setenv("NO_COLOR", "1", 1) }
        if describe {
            let isTerminal = isatty(StandardStream.output) == 1 || isatty(StandardStream.diagnostics) == 1
            let description = TerminalDescription(.current, isTerminal: isTerminal)
            return try StandardStream.write(description.json + [0x0A], to: StandardStream.output)
        }
        if mcp {
            guard let settings = try? AgentSettings(json: Array((settings ?? "{}").utf8)) else {
                throw UsageError("--settings: expected the settings as viperline mcp gives them")
            }
            throw ExitCode(ViewProgram.runForAgent(settings, in: .current(role: "view")))
        }
        if let stills {
            var loop = StillsLoop(
                stills.size, isLight: options.isLight == true, in: RoleEnvironment.current(role: "view"))
            throw ExitCode(loop.run())
        }
        let view = ViewProgram(
            isLinear: options.linear, isStrict: options.strict, patience: options.patience,
            hasMouse: !options.noMouse, isLight: options.isLight, theme: theme, height: height, least: minHeight)
        throw ExitCode(view.run(in: RoleEnvironment.current(role: "view")))
    }
}

extension InlineHeight: ArgumentValue {
    package static var form: String? { "expected rows such as 10, 40%, ~100% or -3" }
    package static var mayBeginWithDash: Bool { true }
    package init?(argument: String) { self.init(argument) }
    package var argument: String { text }
}

/// `80x24`.
struct StillSize: ArgumentValue {
    static let form: String? = "expected columns and rows of a terminal, such as 80x24"
    let size: Size

    /// - Returns: nil beyond a terminal's greatest size.
    init?(argument: String) {
        let numbers = argument.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        guard numbers.count == 2, numbers.allSatisfy({ $0 > 0 }) else { return nil }
        size = Size.ofTerminal(columns: numbers[0], rows: numbers[1])
        guard size == Size(columns: numbers[0], rows: numbers[1]) else { return nil }
    }

    var argument: String { "\(size.columns)x\(size.rows)" }
}

View.main()
