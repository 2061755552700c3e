import CommandBasis
package import Commands
import JSONRPC
import Processes
import RPC
import Recording
import Wire

/// The command about dialogues of other programs.
package let rpcCommand: any Command.Type = RPCCommand.self

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
            In your client's settings, put viperline rpc -- in front of the server's command:

              viperline rpc -- python3 server.py
              viperline rpc --record dialogue.ndjson -- python3 server.py

            It passes bytes, signals, the end of the input and the exit code through unchanged, and leaves stderr to the server. \
            There it also reports each problem once: output that is not a message, a request without an answer, an \
            answer without a request or after a cancellation, an id used twice, a forbidden message. See \
            protocols/rpc.md.

            --watch replaces the server when you save one of its files, and the client stays connected: the new \
            server gets the client's earlier messages, and takes over if it answers. It gets open requests again if \
            the protocol makes that harmless or --resend names them; the others get an error. --answer-within does \
            the same for a server that hangs or dies, and SIGUSR1 at any time:

              viperline rpc --watch . -- python3 server.py
              viperline rpc --watch src --resend tools/call -- my-server

            --fault changes messages on their way, to see how the other side handles them; a report follows at the \
            end. It names the messages that the server (or client:, the client) sends: requests, notifications and \
            responses of a method, or *; with #N the Nth, with @P each with that probability:

              viperline rpc --fault 'tools/call#2:drop' -- python3 server.py
              viperline rpc --fault 'client:*@0.1:delay=200ms' -- python3 server.py

            Kinds: \(FrameFault.kinds.joined(separator: ", ")); the last two stand alone.

            Exit codes: the server's; 128+N if signal N ended it; 64 usage; 69 the server can't be started, or the recording \
            can't be written.
            """,
        subcommands: [
            RPCDoubleCommand.self, RPCVerifyCommand.self, RPCServeCommand.self, RPCWrapCommand.self,
            RPCUnwrapCommand.self,
        ])

    var dialogue = DialogueOptions()
    var faults = FaultOptions()
    var succession = SuccessionOptions()
    var record: String?
    var slow = 30.0
    var command: [String] = []

    static var table: OptionTable<Self> {
        [
            .group(\.dialogue),
            .option(
                "record", value: "file", \.record,
                "Record as a cassette, compressed if its name ends in .gz; in a new file of a folder if it ends in a slash."
            ),
            .group(\.succession),
            .group(\.faults),
            .option("slow", value: "seconds", \.slow, "Report a request without an answer for this time.").within(
                .waits),
            .rest("command", \.command, isRequired: true, "The server and its arguments."),
        ]
    }

    mutating func validate() throws {
        guard !succession.replaces || faults.isEmpty else {
            throw UsageError("--fault and --watch or --answer-within exclude each other")
        }
    }

    func run() throws {
        var launch = Launch(try CommandLine.program(command, orElse: .unavailable))
        launch.group = .own
        let succession = try succession.succession(launch, of: command)
        let recording = try record.map { path throws(SystemError) in
            if let words = RecordingFolder.makeRoom(in: path) { StandardStream.diagnose("viperline rpc", words) }
            return try CassetteOutput(RecordingFolder.file(path))
        }
        let inspector = DialogueInspector(
            framing: dialogue.framing, dialogue.table, patience: .seconds(slow),
            recording: recording.map { DialogueRecording(in: $0, of: command) })
        let relay = try DialogueRelay(
            launch, inspector: inspector, faults: faults.plan(dialogue.table), succession: succession)
        throw ExitCode(relay.run())
    }
}

/// The framing and the protocol of a dialogue, where its first messages do not show them.
struct DialogueOptions: CommandOptions {
    var framing: Framing?
    var table: DialogueProtocol?

    static var table: OptionTable<Self> {
        [
            .option(
                "framing", \.framing,
                "The form of messages: lines, or with headers (Content-Length). The first message shows it."),
            .option(
                "protocol", value: "name", \.table,
                "The protocol. The client's first messages show it; anything else is JSON-RPC."),
        ]
    }
}

extension DialogueProtocol: ArgumentValue {
    package static var choices: [String] { all.map(\.name) }
    package var argument: String { name }

    package init?(argument: String) {
        guard let known = Self.named(argument) else { return nil }
        self = known
    }
}

extension Framing: ArgumentValue {}
