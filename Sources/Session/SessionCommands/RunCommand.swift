import CommandBasis
package import Commands
import Composition
import Processes
import Recording
import Supervision

/// Commands that start sessions, and those about running ones.
package var sessionCommands: [any Command.Type] {
    [
        DemoCommand.self, RunCommand.self, MCPCommand.self, ServeCommand.self, AppCommand.self, PsCommand.self,
        TapCommand.self,
        SendCommand.self, SwapCommand.self, RestartCommand.self, StopCommand.self, LogsCommand.self, ShadowCommand.self,
    ]
}

/// `viperline run`: a session from compose files.
struct RunCommand: Command {
    static let configuration = CommandConfiguration(
        name: "run",
        abstract: "Run the session that compose files describe.",
        discussion: """
            Starts the services in order of dependency, connects them as their receives and sends state, and ends \
            with the exit code of the service with exit_on_end.

            In a terminal, the view is full-screen; otherwise it reads commands from stdin, one per line:
              printf 'search music\\nselect 1\\nquit\\n' | viperline run itunes -f offline

            In a browser:
              viperline run itunes --web --browser

            Replace any service with your own program, in any language:
              viperline run itunes -f offline \\
                --replace fetcher='python3 fetcher.py'

            Replay all services but one from a recorded session. If inputs are unexpected or missing, the log \
            (--log -) reports them, and the exit code is 65:
              viperline run itunes -f offline --record session.ndjson
              viperline run itunes --cassette session.ndjson \\
                --only presenter -- ./my-presenter

            Words after -- replace "$@" in a service's command:
              viperline run mcp -- python3 server.py

            Run a script as in viperline app, by its name in viperline apps or its path:
              viperline run todo
              viperline run ./todo.py

            Record a session, and examine it later:
              viperline run itunes -f offline --record session.ndjson.gz
              viperline cassette show session.ndjson.gz --service presenter --outputs

            Exit codes: the session's; 64 usage; 65 an error in a compose file, or not as recorded; 69 a required \
            service failed; 70 the session got stuck; 128+N ended by signal N.
            """)

    var composition = CompositionOptions()
    var isolation = IsolationOptions()
    var page = WebOptions()
    var keeping = KeepingOptions()
    /// An agent gets the view in place of a user (`viperline mcp`).
    var agent: AgentOptions?

    static var table: OptionTable<Self> {
        [
            .group(\.composition),
            .group(\.isolation),
            .group(\.page),
            .group(\.keeping),
        ]
    }

    func run() throws {
        if composition.files.count == 1, let script = ApplicationFolders().script(named: composition.files[0]) {
            return try run(script: script)
        }
        let folder = try SessionFolder.create()
        let verdict: Verdict
        do { verdict = try run(in: folder) } catch {
            // If anything fails before the session starts, nothing is left behind.
            folder.remove()
            throw error
        }
        verdict.report()
        throw ExitCode(verdict.code)
    }

    /// A script is a program of `viperline app`.
    private func run(script: String) throws {
        guard !keeping.watch, isolation.only == nil, isolation.command.isEmpty else {
            throw UsageError(
                "\(script) is a script, without services; its options are those of: viperline app -- \(script)")
        }
        var app = AppCommand()
        app.command = [script]
        app.title = script.split(separator: "/").last.map(String.init)
        app.page = page
        app.mcp = agent != nil
        app.agent = agent ?? app.agent
        app.replace = composition.replace
        app.log = keeping.log
        app.record = keeping.record
        try app.run()
    }

    private func run(in folder: SessionFolder) throws -> Verdict {
        var doubles = try isolation.replacements()
        var screens: String?
        if page.web || agent != nil {
            let plain = try composition.load(sessionFolder: folder.path, arguments: isolation.arguments)
            guard let service = plain.screenService else {
                throw UsageError((agent == nil ? "--web: " : "") + WebOptions.noScreens)
            }
            let view = agent?.view(for: plain.application) ?? page.command(in: folder.path)
            doubles.merge([service: view]) { double, _ in double }
            screens = service
        }
        let loaded = try composition.load(
            sessionFolder: folder.path, doubles: doubles, arguments: isolation.arguments)
        if let service = loaded.services.first(where: \.takesArguments) {
            throw UsageError(
                "Name a command for the service \(service.name): viperline run \(composition.files.joined(separator: " ")) -- COMMAND"
            )
        }
        let chosen = try composition.variables()
        var session = isolation.apply(to: loaded).openingPagesForUsers(
            isAmongDoubles: isolation.only != nil, chosen: agent?.variables(chosen) ?? chosen)
        if agent != nil { session = try session.showing(page, besides: screens, in: folder.path) }
        if keeping.watch, !session.services.contains(where: \.isWatched) {
            throw UsageError(
                "--watch: no service has a file of its own; name files under develop.watch in the compose file")
        }
        let recording = try keeping.record.map { path throws(SystemError) in try CassetteOutput(path) }
        return try Supervisor(
            keeping.watch ? session : session.unwatched, in: folder, log: LogTarget(option: keeping.log),
            recording: recording
        )
        .run()
    }
}

/// Options for what a session leaves behind, and what it follows.
struct KeepingOptions: CommandOptions {
    var log: String?
    var record: String?
    var watch = false

    static var table: OptionTable<Self> {
        [
            .option(
                "log", value: "file", \.log,
                """
                A file for the services' stderr, or - for stderr. The default is a file in the session's folder, \
                limited to the last 8 MB. If anything goes wrong, Viperline keeps it and prints its path; it keeps \
                the last ten logs. A file named here grows without limit.
                """),
            .option(
                "record", value: "file", \.record,
                "Record all events and typed input into a file, compressed if its name ends in .gz."),
            .flag(
                "watch", \.watch,
                """
                Replace a service when you save one of its files: those under develop.watch in the compose file, or \
                else those in its command. If the new program dies, the old one stays; the screen and the log show \
                the reason.
                """),
        ]
    }
}

extension LogTarget {
    /// - Parameter option: a file, or `-` for stderr; nil for a file in the session's folder.
    init(option: String?) {
        self = option.map { $0 == "-" ? .diagnostics : .file($0) } ?? .sessionFolder
    }
}
