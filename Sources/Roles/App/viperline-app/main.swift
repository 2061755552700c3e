import ArgumentParser
import Processes
import ProgramApp
import Version
import Wire

struct ViperlineApp: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "viperline-app",
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

    @Option(help: "The first screen's title, unless the program gives one.")
    var title: String?

    @Option(help: ArgumentHelp("Call the program again at this interval.", valueName: "milliseconds"))
    var every: Int?

    @Option(
        help: ArgumentHelp("A descriptor to read rows from instead of calling a program.", valueName: "number"))
    var input: Int32?

    @Option(help: ArgumentHelp("With --input: the descriptor of a file that keeps the rows.", valueName: "number"))
    var kept: Int32?

    @Option(help: ArgumentHelp("The descriptor of a file for the chosen rows.", valueName: "number"))
    var result: Int32?

    @Flag(help: "Choose among JSON rows as among lines, without calling the program again.")
    var choose = false

    @Flag(name: .customLong("read0"), help: "Rows end with NUL instead of a line feed.")
    var readsNUL = false

    @Option(help: ArgumentHelp("The number of plain lines above the rows.", valueName: "number"))
    var headerLines = 0

    @Option(help: ArgumentHelp("The field that identifies a plain row, from 1.", valueName: "number"))
    var key: Int?

    @Argument(parsing: .postTerminator, help: "The program and its arguments.")
    var command: [String] = []

    func validate() throws {
        guard (input == nil) == (kept == nil) else { throw ValidationError("--input and --kept go together") }
        guard command.isEmpty != (input == nil) else {
            throw ValidationError("Name a program after --, such as: viperline-app -- ls")
        }
        guard every.map({ 100...86_400_000 ~= $0 }) ?? true else {
            throw ValidationError("--every takes 100 to 86400000 milliseconds")
        }
        guard 0...LineFormat.headerLimit ~= headerLines else {
            throw ValidationError("--header-lines takes 0 to \(LineFormat.headerLimit)")
        }
        guard key.map({ 1...LineFormat.keyLimit ~= $0 }) ?? true else {
            throw ValidationError("--key takes 1 to \(LineFormat.keyLimit)")
        }
        for number in [input, kept, result].compactMap(\.self) where !(3...1000 ~= number) {
            throw ValidationError("\(number) is not a usable descriptor: name one from 3 to 1000")
        }
    }

    func run() throws {
        let settings = AppSettings(
            title: title ?? command.first ?? "Choose", hasProgram: input == nil, chooses: choose, interval: every,
            lines: LineFormat(separator: readsNUL ? 0 : 0x0A, headerLines: headerLines, key: key))
        let rows = input.flatMap { source in kept.map { (source: source, kept: $0) } }
        do {
            var loop = try AppLoop(
                settings, command: command, input: rows, result: result,
                in: RoleEnvironment.current(role: "app"))
            throw ExitCode(loop.run().rawValue)
        } catch let error as SystemError {
            StandardStream.diagnose("viperline-app", "\(error)")
            throw ExitCode(ExitStatus.unavailable.rawValue)
        }
    }
}

StandardStream.prepare()
ViperlineApp.main()
