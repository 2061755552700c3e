import CommandBasis
import Commands

/// `viperline mcp`: a session for a client of the Model Context Protocol.
struct MCPCommand: Command {
    static let configuration = CommandConfiguration(
        name: "mcp",
        abstract: "Let an agent use an application, over the Model Context Protocol.",
        discussion: """
            A server for clients of the Model Context Protocol, on standard input and output: of 2026-07-28, and with the handshake \
            of earlier versions. A client starts it, uses the application through four tools (screen, act, wait, read), and ends it \
            by closing its input. --print-config prints the client's configuration:
              viperline mcp itunes
              viperline mcp ./todo.py        # a script, as for viperline app --mcp

            The agent sees the screens as text, and can do what a user could do there. For an application in one file, it also gets \
            the verbs as tools, such as search_stories. The view runs no command on this machine; pages and files need --allow. As \
            in viperline run, you can record the session, replace its roles, and watch it on a page, whose address goes to stderr:
              viperline mcp hackernews --web --record agent.ndjson

            Exit codes: 0 the client has ended; otherwise those of viperline run.
            """)

    var composition = CompositionOptions()
    var isolation = IsolationOptions()
    var agent = AgentOptions()
    var page = WebOptions()
    var keeping = KeepingOptions()
    var printConfig = false

    static var table: OptionTable<Self> {
        [
            .group(\.composition),
            .group(\.isolation),
            .group(\.agent),
            .group(\.page),
            .group(\.keeping),
            .flag("print-config", \.printConfig, "Print a client's configuration, and start nothing."),
        ]
    }

    func run() throws {
        if printConfig {
            let words = CommandLine.arguments.dropFirst().filter { $0 != "--print-config" }
            return try Output.write(ClientEntry(words).text(for: composition.files[0]))
        }
        var session = RunCommand()
        session.composition = composition
        session.isolation = isolation
        session.keeping = keeping
        session.agent = agent
        session.page = page
        try session.run()
    }
}
