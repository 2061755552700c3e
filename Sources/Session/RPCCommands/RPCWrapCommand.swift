import CommandBasis
import Commands
import Processes
import RPC
import SafeText

struct RPCWrapCommand: Command {
    static let configuration = CommandConfiguration(
        name: "wrap",
        abstract: "Let a client start one of its servers through viperline rpc.",
        usage: """
            viperline rpc wrap <name> [--config <file>] [--yes] [-- <options of viperline rpc>]
            viperline rpc wrap --list
            """,
        discussion: """
            Changes the command of the server in the client's configuration: .mcp.json, .vscode/mcp.json and .cursor/mcp.json in this folder; \
            ~/.claude.json, ~/.cursor/mcp.json, and those of Claude Desktop and VS Code in ~/.config. Any other file in JSON has to be \
            named. Everything else in the file stays, with comments and spacing; viperline rpc unwrap puts the command back.

              viperline rpc wrap --list
              viperline rpc wrap time
              viperline rpc wrap time --config ~/.claude.json -- --fault 'tools/call#2:drop'

            Without options, each start of the server makes a new recording in ~/.local/state/viperline/rpc/NAME (in \
            XDG_STATE_HOME, if that is set). The folder keeps the newest \(RecordingFolder.mostRecordings) \
            recordings, at most 1 GiB; viperline rpc reports on stderr what it removes.

            Exit codes: 0 written; 1 the answer was no; 64 usage, or neither a terminal nor --yes; 65 no such server, or it cannot be wrapped; \
            69 the system refused.
            """)

    var name = ""
    var choice = ConfigurationChoice()
    var list = false
    var yes = false
    var options: [String] = []

    static var table: OptionTable<Self> {
        [
            .argument("name", \.name, isRequired: false, "The server's name in the configuration."),
            .group(\.choice),
            .flag("list", \.list, "Only list all servers; a star marks wrapped ones."),
            .flag("yes", letter: "y", \.yes, "Do not ask."),
            .rest("options", \.options, isRequired: false, "Options of viperline rpc; without any: --record."),
        ]
    }

    mutating func validate() throws {
        guard list == name.isEmpty else { throw UsageError("Name one server, or use --list") }
        guard !options.contains("--") else { throw UsageError("The server's command is in the client's configuration") }
        guard options.first?.hasPrefix("-") ?? true else {
            throw UsageError("Begin with an option: viperline rpc wrap \(name) -- --watch \(options[0])")
        }
        // The options count when the client starts the server, whose user does not see an error then.
        if !options.isEmpty { _ = try RPCCommand.parse(options + ["--", "server"]) }
    }

    func run() throws { try list ? show() : wrap() }

    private func show() throws {
        for found in try choice.servers() {
            let mark = found.server.wrapped == nil ? " " : "*"
            let command = found.server.wrapped ?? found.server.command
            let text = found.server.problem.map { "(\($0))".printable } ?? ConfigurationChoice.Found.shown(command)
            try Output.write("\(mark) \(found.title): \(text)\n")
        }
    }

    private func wrap() throws {
        let found = try choice.server(named: name)
        let program = OwnExecutable.asCalled ?? OwnExecutable.neighbour("viperline")
        let options = try self.options.isEmpty ? ["--record", RecordingFolder.path(for: name)] : self.options
        let new = [program, "rpc"] + options + ["--"] + found.server.command
        try choice.change(found, to: new, isAgreed: yes) { try $0.wrapping($1, in: program, options: options) }
        let way = ShellWords.joined(["viperline", "rpc", "unwrap", name] + choice.words)
        try Output.write(
            "Written. It counts when the client starts the server again; \(way) puts the command back.\n"
                .printable(keeping: "\n"))
    }
}

struct RPCUnwrapCommand: Command {
    static let configuration = CommandConfiguration(
        name: "unwrap",
        abstract: "Put back the command of a server that viperline rpc wrap has changed.",
        discussion: """
            The file is then as it was before, byte for byte, unless somebody has changed it since: then only the command is put back.

            Exit codes: 0 written; 1 the answer was no; 64 usage, or neither a terminal nor --yes; 65 no such server, or it is not wrapped; \
            69 the system refused.
            """)

    var name = ""
    var choice = ConfigurationChoice()
    var yes = false

    static var table: OptionTable<Self> {
        [
            .argument("name", \.name, "The server's name in the configuration."),
            .group(\.choice),
            .flag("yes", letter: "y", \.yes, "Do not ask."),
        ]
    }

    func run() throws {
        let found = try choice.server(named: name, isWrapped: true)
        try choice.change(found, to: found.server.wrapped ?? [], isAgreed: yes) { try $0.unwrapping($1) }
        try Output.write("Written. It counts when the client starts the server again.\n")
    }
}
