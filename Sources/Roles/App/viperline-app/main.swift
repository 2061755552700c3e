import Commands
import Languages
import Picking
import Processes
import ProgramApp
import Version
import Wire

struct ViperlineApp: Command {
    static let configuration = CommandConfiguration(
        name: "viperline-app",
        abstract: "Turns a program's output into screens, and runs the program again for each user action.",
        discussion: """
            The role behind `viperline app`, which starts it; it can also stand in a compose file. Reads view.output and \
            router.output events from standard input, one JSON object a line, and writes view.input and router.input events.

            EXAMPLES
              viperline-router --root screen </dev/null |
                viperline-app -- ls | jq .data.screen
              app:
                command: [viperline-app, --, ./todo.py]
                receives: [view.output, router.output]
                sends: [view.input, router.input]
                restart: on-failure
                recovery: latest
            """,
        version: Version.current)

    var title: String?
    var every: Int?
    var input: Int32?
    var kept: Int32?
    var result: Int32?
    var choose = false
    var context = false
    var picking = PickingOptions()
    var headerLines = 0
    var key: Int?
    var command: [String] = []

    static var table: OptionTable<Self> {
        [
            .option("title", \.title, "The first screen's title, unless the program gives one."),
            .option("every", value: "milliseconds", \.every, "Call the program again at this interval."),
            .option("input", value: "number", \.input, "A descriptor to read rows from instead of calling a program."),
            .option("kept", value: "number", \.kept, "With --input: the descriptor of a file that keeps the rows."),
            .option("result", value: "number", \.result, "The descriptor of a file for the chosen rows."),
            .flag("choose", \.choose, "Choose among JSON rows as among lines, without calling the program again."),
            .flag("context", \.context, "Give each call after the first its context as JSON on standard input."),
            .option("header-lines", value: "number", \.headerLines, "The number of plain lines above the rows."),
            .option("key", value: "number", \.key, "The field that identifies a plain row, from 1."),
            .group(\.picking),
            .rest("command", \.command, "The program and its arguments."),
        ]
    }

    func validate() throws {
        guard (input == nil) == (kept == nil) else { throw UsageError("--input and --kept go together") }
        guard command.isEmpty != (input == nil) || picking.choice.filter != nil else {
            throw UsageError("Name a program after --, such as: viperline-app -- ls")
        }
        guard every.map({ 100...86_400_000 ~= $0 }) ?? true else {
            throw UsageError("--every takes 100 to 86400000 milliseconds")
        }
        guard 0...LineFormat.headerLimit ~= headerLines else {
            throw UsageError("--header-lines takes 0 to \(LineFormat.headerLimit)")
        }
        guard key.map({ 1...LineFormat.keyLimit ~= $0 }) ?? true else {
            throw UsageError("--key takes 1 to \(LineFormat.keyLimit)")
        }
        for number in [input, kept, result].compactMap(\.self) where !(3...1000 ~= number) {
            throw UsageError("\(number) is not a usable descriptor: name one from 3 to 1000")
        }
    }

    func run() throws {
        var settings = AppSettings(
            title: title ?? command.first ?? "Choose", hasProgram: input == nil, chooses: choose,
            interval: every.map { .milliseconds($0) },
            lines: LineFormat(separator: picking.rows.readsNUL ? 0 : 0x0A, headerLines: headerLines, key: key),
            picking: picking)
        settings.words = Words(Language(variable: RoleEnvironment.variable))
        settings.previewWraps = picking.screen.previewWindow?.wraps == true
        // With a page, URLs are only reported: the user may be elsewhere.
        let hasPage = ![nil, "0"].contains(RoleEnvironment.variable(RoleEnvironment.printsURLs))
        settings.paths = PathNames(home: RoleEnvironment.variable("HOME"), within: hasPage ? "." : nil)
        settings.isPreviewHidden = picking.screen.previewWindow?.isHidden == true
        settings.hasVisitors = RoleEnvironment.hasVisitors
        if let path = picking.screen.history {
            do throws(QueryHistory.Refusal) {
                settings.history = try QueryHistory(path, size: picking.screen.historySize)
            } catch {
                throw UsageError("\(error)")
            }
        }
        settings.givesContext = context
        settings.preview = try picking.previewCommand()
        if picking.choice.filter != nil { try printMatches(settings) }
        let rows = input.flatMap { source in kept.map { (source: source, kept: $0) } }
        do {
            let loop = try AppLoop(
                settings, command: command, input: rows, result: result,
                in: RoleEnvironment.current(role: "app"))
            throw ExitCode(loop.run())
        } catch let error as SystemError {
            StandardStream.diagnose("viperline-app", "\(error)")
            throw ExitCode(.unavailable)
        }
    }

    private func printMatches(_ settings: AppSettings) throws {
        var filter = HeadlessFilter(settings)
        do {
            throw ExitCode(try filter.run(command))
        } catch StandardStream.Failure.closed {
            throw ExitCode(.done)
        } catch let error where !(error is ExitCode) {
            StandardStream.diagnose("viperline-app", "--filter: \(error)")
            throw ExitCode(.unavailable)
        }
    }
}

ViperlineApp.main()
