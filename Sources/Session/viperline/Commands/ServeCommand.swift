import Platform
import ArgumentParser
import Composition
import WebAccess
import WebFront
import Wire

/// `viperline serve`: a session for each visitor.
struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Show an application in browsers, with a session for each visitor.",
        discussion: """
            Prints an address with a token. Each visitor who opens it gets a session of their own, which ends when no browser \
            has been connected for a time.

              viperline serve itunes -f offline --listen 127.0.0.1:8080 \\
                --sessions 50 --idle 600

            The address is good for any number of visitors. Put a proxy with TLS in front of what is reached over the network.

            Exit codes: 0 ended by Ctrl-C; 64 usage; 65 an error in a compose file; 69 it cannot listen.
            """)

    @Argument(help: "Compose files, as for viperline run.")
    var names: [String]

    @Option(
        name: [.customShort("f"), .long],
        help: "Another compose file, or the name of an installed one, to merge in; may be repeated.")
    var file: [String] = []

    @OptionGroup var place: ListenOptions

    @Option(help: "How many sessions there may be at a time.")
    var sessions = 20

    @Option(help: ArgumentHelp("How long a session lives without a browser.", valueName: "seconds"))
    var idle = 600

    func validate() throws {
        guard 1...10_000 ~= sessions else { throw ValidationError("--sessions: expected a number from 1 to 10,000") }
        guard 1...1_000_000 ~= idle else { throw ValidationError("--idle: expected a number of seconds, such as 600") }
    }

    func run() throws {
        var options = Front.Options(address: place.address ?? .standard)
        options.origins = place.origin
        options.mostSessions = sessions
        options.idle = idle
        let files = names + file.flatMap { ["-f", $0] }
        let service = try screenService(of: files)
        let viperline = Folders.current.executables + "/viperline"
        let front = Front(options) { view in
            [viperline, "run"] + files + ["--replace", "\(service)=" + view.map(Self.quoted).joined(separator: " ")]
        }
        guard let front else { throw ExitCode(ExitStatus.unavailable.rawValue) }
        if !options.address.isLocal {
            StandardStream.diagnose(
                "viperline serve", "anyone who can read traffic on this network can read what the browsers send")
        }
        try Output.write("Open \(front.url) in a browser. Ctrl-C ends all sessions.\n")
        throw ExitCode(front.run().rawValue)
    }

    /// Errors in the files are reported now, not to every visitor.
    /// - Returns: the service that the page replaces.
    private func screenService(of files: [String]) throws -> String {
        let composition = try CompositionOptions.parse(files)
        do {
            let loaded = try composition.load(sessionFolder: "$\(SessionVariable.folder)")
            guard let service = loaded.screenService else { throw ValidationError(WebOptions.noScreens) }
            return service
        } catch let error as ComposeError {
            throw composition.report(error)
        }
    }

    /// Quoted as one word for a shell.
    private static func quoted(_ word: String) -> String { "'\(word.replacing("'", with: #"'\''"#))'" }
}
