import Analysis
import CommandBasis
import Commands
import Playback
import Processes
import Recording
import SafeText
import Wire

/// `viperline replay`: the time machine.
struct ReplayCommand: Command {
    static let configuration = CommandConfiguration(
        name: "replay",
        abstract: "Play a recorded session in the real view, forward and back.",
        discussion: """
            In a terminal: space plays and pauses, ← and → go to the user's previous and next action, + and - change \
            the speed, g and G go to the beginning and the end, q quits. Each stop shows everything that an action led to.

              viperline replay session.ndjson
              viperline replay session.ndjson --from 12.5 --speed 4

            Elsewhere, or with --linear, screens are printed as text, and commands are read from stdin, one per line: next, \
            back, play (all the rest), quit.

              echo play | viperline replay session.ndjson

            --cast and --svg make a film of the session instead, the same bytes each time: for asciinema, and as a \
            moving picture for a page. Its last line shows the user's actions.

              viperline replay session.ndjson --svg session.svg --rows 20
              viperline replay session.ndjson --cast session.cast --idle 1

            viperline-view draws, or COMMAND if given, whatever view was recorded. Exit codes: 0; 65 not a cassette, \
            or \
            one without a view; 69 it can't be opened, a film can't be written, or the view can't be started or ends too early; 128+n ended by signal n.
            """)

    var file = ""
    var from: Double?
    var speed = 1.0
    var linear = false
    var film = FilmOptions()
    var command: [String] = []

    static var table: OptionTable<Self> {
        [
            .argument("file", \.file, "The cassette; not stdin, as it is read more than once."),
            .option("from", \.from, "Begin at this second of the session.").within(.positions),
            .option("speed", \.speed, "The speed, 0.125 to 64.").within(Transport.speeds),
            .flag("linear", \.linear, "Print text and read commands, even in a terminal."),
            .group(\.film),
            .rest("command", \.command, "Another view and its arguments."),
        ]
    }

    mutating func validate() throws {
        guard file != "-" else { throw UsageError("a cassette on stdin can't be read twice; save it in a file") }
    }

    func run() throws {
        if film.isWanted {
            let view = try CommandLine.program(command.isEmpty ? ["viperline-view"] : command)
            return try film.make(of: try timeline(), in: file, by: view, environment, from: from ?? 0, speed: speed)
        }
        let timeline = try timeline()
        // The terminal's answers to the view would reach the scrubber.
        let view = ["viperline-view", "--no-mouse", "--background", "dark"]
        let program = try CommandLine.program(command.isEmpty ? view : command)
        throw ExitCode(try replay(timeline, program))
    }

    /// - Returns: the exit code.
    private func replay(_ timeline: Timeline, _ program: [String]) throws -> Int32 {
        let start = from ?? timeline.end(of: 0)
        let tape = try ViewTape(of: timeline.view) { () throws(SystemError) in try CassetteReader(file) }
        if !linear, let terminal = RawTerminal() {
            return try FullScreenReplay(
                Transport(timeline, position: start, speed: speed), tape: tape, terminal: terminal, command: program,
                environment: environment
            ).run()
        }
        try printPages(LinearReplay(timeline, tape: tape, command: program, environment: environment, start: start))
        return ExitStatus.done.rawValue
    }

    private var environment: [String: String] {
        // The view must not take our own session, if any, for its own.
        OwnEnvironment.variables.filter { !$0.key.hasPrefix("VIPERLINE_") }
    }

    private func timeline() throws -> Timeline {
        let cassette = try CassetteFile(file)
        let view = cassette.header.view
        var timeline = Timeline(view: view)
        var (hasScreens, kept) = (false, KeptEvents())
        try cassette.forEach { line in
            for action in timeline.note(line) { try kept.add(action.text.utf8.count) }
            if case .passage(let passage) = line, passage.receivers.contains(view) { hasScreens = true }
        }
        timeline.end()
        if !hasScreens { throw nothingToShow(cassette, view) }
        return timeline
    }

    private func nothingToShow(_ cassette: CassetteFile, _ view: String) -> CommandFailure {
        let services = cassette.header?.services ?? [:]
        let reason =
            services[view] == nil && !services.isEmpty
            ? "the recorded session has no view, only \(services.keys.sorted().joined(separator: ", "))"
            : "it contains no events for the view"
        return CommandFailure(
            "replay \(file): \(reason); viperline cassette diagram shows its events".printable, .badInput)
    }

    private func printPages(_ replay: LinearReplay) throws {
        var replay = replay
        try Output.write(try replay.begin())
        while let line = readLine() {
            guard try replay.carryOut(line, print: Output.write) else { return }
        }
    }
}
