import CommandBasis
import Commands
import Composition
import Platform
import SafeText
import WebAccess
import WebFront
import Wire

/// `viperline serve`: a session for each visitor.
struct ServeCommand: Command {
    static let configuration = CommandConfiguration(
        name: "serve",
        abstract: "Show an application in browsers, with a session for each visitor.",
        discussion: """
            Prints an address with a token. Each visitor who opens it gets a session of their own, which ends when no browser \
            has been connected for a time.

              viperline serve itunes -f offline --listen 127.0.0.1:8080 \\
                --sessions 50 --idle 600
              viperline serve -- python3 packages.py      # a program of viperline app

            The logs of all sessions go to standard error. Any number of visitors can use the address. SIGUSR1 ends \
            all sessions, and replaces the address with a new one. On a network, put a proxy with TLS in front of it.

            Exit codes: 0 ended by Ctrl-C; 64 usage; 65 an error in a compose file; 69 it cannot listen.
            """)

    var names: [String] = []
    var file: [String] = []
    var place = ListenOptions()
    var sessions = 20
    var idle = 600
    var showErrors = false
    var command: [String] = []

    static var table: OptionTable<Self> {
        [
            .arguments("names", \.names, "Compose files or a script, as for viperline run."),
            .option(
                "file", letter: "f", \.file,
                "Another compose file, or the name of an installed one, to merge in; may be repeated."),
            .group(\.place),
            .option("sessions", \.sessions, "The most sessions at a time.").within(1...10_000),
            .option("idle", value: "seconds", \.idle, "End a session after this time without a browser.").within(
                1...1_000_000),
            .flag(
                "show-errors", \.showErrors,
                "Show visitors a failed program's output, which may contain secrets, instead of a number for the log."
            ),
            .rest("command", \.command, "Instead of files: a program and its arguments, as for viperline app."),
        ]
    }

    func validate() throws {
        guard (names + file).isEmpty != command.isEmpty else {
            throw UsageError("Name an application, such as itunes, or else a program after --")
        }
    }

    func run() throws {
        var options = Front.Options(address: place.address ?? .standard)
        options.origins = place.origin
        options.mostSessions = sessions
        options.idle = idle
        options.showsErrors = showErrors
        let session = try session()
        let front = Front(options) { view in session(ShellWords.joined(view)) }
        guard let front else { throw ExitCode(.unavailable) }
        if !options.address.isLocal {
            StandardStream.diagnose(
                "viperline serve", "anyone who can read traffic on this network can read what the browsers send")
        }
        throw ExitCode(
            try front.run { try Output.report("Open \($0) in a browser. Ctrl-C ends all sessions.\n") })
    }

    /// - Returns: what starts a session with that view, which is in the form of a shell's line.
    private func session() throws -> (_ view: String) -> [String] {
        let viperline = Folders.current.executables + "/viperline"
        guard command.isEmpty else {
            try AppCommand.checkProgram(of: command)
            return { [viperline, "app", "--log", "-", "--replace", "\(AppComposition.view)=\($0)", "--"] + command }
        }
        let files = names + file.flatMap { ["-f", $0] }
        let isScript = files.count == 1 && ApplicationFolders().script(named: files[0]) != nil
        let service = isScript ? AppComposition.view : try screenService(of: files)
        return { [viperline, "run", "--log", "-"] + files + ["--replace", "\(service)=\($0)"] }
    }

    /// Errors in the files are reported now, not to every visitor.
    /// - Returns: the service that the page replaces.
    private func screenService(of files: [String]) throws -> String {
        let loaded = try CompositionOptions.parse(files).load(sessionFolder: "$\(SessionVariable.folder)")
        guard let service = loaded.screenService else { throw UsageError(WebOptions.noScreens) }
        return service
    }
}
