import ArgumentParser
import Composition
import Serving
import WebAccess
import Wire

/// `viperline serve`: a session for each visitor.
struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Show an application in browsers, with a session for each visitor.",
        discussion: """
            Prints an address with a token. Whoever opens it gets a session, which is started then, and ends when no browser \
            has been connected for a time.

              viperline serve itunes -f offline --listen 127.0.0.1:8080 --sessions 50 --idle 600

            The address is good for any number of visitors. Put a proxy with TLS in front of what is reached over the network.

            Exit codes: 0 ended by Ctrl-C; 64 usage; 69 it cannot listen.
            """)

    @Argument(help: "Compose files, as viperline run takes them.")
    var names: [String]

    @Option(
        name: [.customShort("f"), .long],
        help: "Another compose file, or the name of an installed one, to merge in; may be repeated.")
    var file: [String] = []

    @Option(
        help: ArgumentHelp(
            "Where to listen: ADDRESS:PORT, PORT on the loopback, or unix:/PATH.", valueName: "address"))
    var listen = "127.0.0.1:0"

    @Option(help: ArgumentHelp("Another origin by which browsers reach it, such as that of a proxy.", valueName: "url"))
    var origin: [String] = []

    @Option(help: "How many sessions there may be at a time.")
    var sessions = 20

    @Option(help: ArgumentHelp("How long a session lives without a browser.", valueName: "seconds"))
    var idle = 600

    func validate() throws {
        guard ListenAddress(listen) != nil else {
            throw ValidationError("--listen wants an address and a port, such as 127.0.0.1:8080, or unix:/path")
        }
        if let wrong = origin.first(where: { !WebOrigin.isValid($0) }) {
            throw ValidationError("--origin \(wrong): it wants a scheme and a host, such as https://tools.example")
        }
        guard 1...10_000 ~= sessions else { throw ValidationError("--sessions wants a number from 1 to 10,000") }
        guard 1...1_000_000 ~= idle else { throw ValidationError("--idle wants seconds, such as 600") }
    }

    func run() throws {
        var options = Front.Options(address: ListenAddress(listen) ?? .standard)
        options.origins = origin
        options.mostSessions = sessions
        options.idle = idle
        let files = names + file.flatMap { ["-f", $0] }
        let viperline = Folders.current.executables + "/viperline"
        let front = Front(options) { view in
            [viperline, "run"] + files + ["--replace", "view=" + view.map(Self.quoted).joined(separator: " ")]
        }
        guard let front else { throw ExitCode(ExitStatus.unavailable.rawValue) }
        if !options.address.isLocal {
            StandardStream.diagnose(
                "viperline serve", "whoever reaches this address over the network can read what the browsers send")
        }
        try Output.write("Open \(front.url) in a browser. Ctrl-C ends all sessions.\n")
        throw ExitCode(front.run().rawValue)
    }

    /// As a shell would take it for one word.
    private static func quoted(_ word: String) -> String { "'\(word.replacing("'", with: #"'\''"#))'" }
}
