import ArgumentParser
import Processes
import Script
import Version
import Wire

struct ScriptCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "viperline-script",
        abstract: "Makes screens of what a program prints, and calls it with what the person does.",
        discussion: """
            The role behind `viperline app`, which starts it; it can also stand in a compose file. Reads view.output and \
            router.output events from standard input, one JSON object a line, and writes view.input and router.input events.

            EXAMPLES
              viperline-router --root screen </dev/null | viperline-script -- ls | jq .data.screen
              script: {command: [viperline-script, --, ./todo.py], receives: [view.output, router.output], \
            sends: [view.input, router.input], restart: on-failure, recovery: latest}
            """,
        version: Version.current)

    @Option(help: "What the first screen is called, unless the program says so.")
    var title: String?

    @Option(help: ArgumentHelp("Call the program again after so many milliseconds.", valueName: "milliseconds"))
    var every: Int?

    @Option(
        help: ArgumentHelp("A descriptor from which rows are read, in the place of a program.", valueName: "number"))
    var input: Int32?

    @Option(help: ArgumentHelp("With --input: a file's descriptor, in which the rows are kept.", valueName: "number"))
    var kept: Int32?

    @Option(help: ArgumentHelp("A file's descriptor, for what is chosen.", valueName: "number"))
    var result: Int32?

    @Flag(help: "Choose among the rows of JSON as among lines, and tell the program nothing.")
    var choose = false

    @Flag(name: .customLong("read0"), help: "Rows end with NUL in the place of LF.")
    var readsNUL = false

    @Argument(parsing: .postTerminator, help: "The program and its arguments.")
    var command: [String] = []

    func validate() throws {
        guard (input == nil) == (kept == nil) else { throw ValidationError("--input and --kept go together") }
        guard command.isEmpty != (input == nil) else {
            throw ValidationError("Name a program behind --, such as: viperline-script -- ls")
        }
        guard every.map({ 100...86_400_000 ~= $0 }) ?? true else {
            throw ValidationError("--every takes 100 to 86400000 milliseconds")
        }
        for number in [input, kept, result].compactMap(\.self) where !(3...1000 ~= number) {
            throw ValidationError("\(number) is no descriptor: name one from 3 up")
        }
    }

    func run() throws {
        let settings = ScriptSettings(
            title: title ?? command.first ?? "Choose", hasProgram: input == nil, chooses: choose, interval: every,
            separator: readsNUL ? 0 : 0x0A)
        let rows = input.flatMap { source in kept.map { (source: source, kept: $0) } }
        do {
            var loop = try ScriptLoop(
                settings, command: command, input: rows, result: result,
                in: RoleEnvironment.current(role: "script"))
            throw ExitCode(loop.run().rawValue)
        } catch let error as SystemError {
            StandardStream.diagnose("viperline-script", "\(error)")
            throw ExitCode(ExitStatus.unavailable.rawValue)
        }
    }
}

StandardStream.prepare()
ScriptCommand.main()
