import Commands
import JSONRPC
import RPC
import Wire

/// `viperline rpc`: stands between a client and its server.
struct RPCCommand: Command {
    static let configuration = CommandConfiguration(
        name: "rpc",
        abstract: "Watch, record and change the dialogue of a client and its server (MCP, ACP, LSP, DAP).",
        usage: """
            viperline rpc [<options>] -- <command> ...
            viperline rpc <subcommand>
            """,
        discussion: """
            Where a client starts a server, let it start viperline rpc -- and the server's command instead:

              viperline rpc -- python3 server.py

            It forwards every byte, and stderr, signals and the exit code. On its stderr, it names what is wrong: \
            output that is not a message, a request without an answer, an answer to nothing.

            Exit codes: the server's; 128+N if signal N ended it; 64 usage; 69 the server can't be started.
            """,
        subcommands: [])

    var command: [String] = []

    static var table: OptionTable<Self> {
        [
            .rest("command", \.command, isRequired: true, "The server and its arguments.")
        ]
    }

    func run() throws {
        throw UsageError("not finished")
    }
}
