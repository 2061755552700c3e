import Commands
import JSONRPC
import Platform
import Processes
import RPC
import Version
import Wire

struct RPCServeCommand: Command {
    static let configuration = CommandConfiguration(
        name: "serve",
        abstract: "Connect a session with a JSON-RPC server: an MCP server, an agent, a language server.",
        discussion: """
            In a compose file, this is the command of a service. It starts the server, makes the handshake of the protocol, and \
            reports rpc.output.ready. Then each rpc.input.request is a request to the server, and rpc.output.response its answer:

              services:
                server:
                  command: [viperline, rpc, serve, --, mcp-server-time]
                  receives: [rpc.input]
                  sends: [rpc.output]
                  restart: on-failure
                  recovery: redeliver

            In a pipeline, too:
              echo '{"type":"rpc.input.request","data":{"method":"tools/list"}}' |
                viperline rpc serve -- mcp-server-time | jq .data

            When the server ends, open requests get errors, and this program ends, so that the supervisor starts \
            both again. protocols/rpc.md describes the events.

            Exit codes: 0 at the end of the input; 1 the server did not begin; 64 usage; 69 it has ended; 127 it can't be started.
            """)

    var spoken = ServedProtocol.mcp
    var framing: Framing?
    var root: String?
    var forwards = false
    var command: [String] = []

    static var table: OptionTable<Self> {
        [
            .option(
                "protocol", value: "name", \.spoken,
                "The server's protocol; mcp detects its version. json-rpc has no handshake."),
            .option(
                "framing", value: "name", \.framing,
                "The form of messages, if not the protocol's: lines, or headers with a Content-Length."),
            .option("root", value: "uri", \.root, "With lsp: the URI of the workspace; this folder otherwise."),
            .flag(
                "forward-requests", \.forwards,
                """
                Send the server's own requests as rpc.output.request, and wait for rpc.input.response. Without it, they are \
                refused (-32601).
                """),
            .rest("command", \.command, isRequired: true, "The server and its arguments."),
        ]
    }

    func validate() throws {
        guard !command.isEmpty else { throw UsageError("Name the server: viperline rpc serve -- COMMAND") }
        guard root == nil || spoken == .lsp else { throw UsageError("--root is for --protocol lsp") }
    }

    func run() throws {
        let environment = RoleEnvironment.current(role: "server")
        var settings = RPCService.Settings(
            lineLimit: environment.lineLimit, run: environment.run, version: Version.current)
        settings.spoken = spoken
        settings.root = root ?? WorkingFolder.path.flatMap { spoken.root(of: $0) }
        settings.forwardsRequests = forwards
        do {
            var loop = try ServeLoop(settings, framing: framing, command: command, in: environment)
            throw ExitCode(loop.run())
        } catch let error as SystemError {
            StandardStream.diagnose(environment.service, "\(error)")
            throw ExitCode(127)
        }
    }
}

extension ServedProtocol: ArgumentValue {}
