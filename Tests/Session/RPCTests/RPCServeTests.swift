import Foundation
import TestSupport
import Testing
import Wire

/// `viperline rpc serve` and the application `mcp` with real processes.
@Suite struct RPCServeTests {
    private static let viperline = Products.executable("viperline")
    private static let double = ["python3", Checkout.path("Tests/Doubles/mcp_server.py")]

    private static func request(_ id: String, _ data: String) -> String {
        #"{"type":"rpc.input.request","id":"\#(id)","data":\#(data)}"# + "\n"
    }

    /// The events of a pipeline, without those of the process.
    private static func serve(_ input: String, _ command: [String]) throws -> (events: [Event], Command.Result) {
        let result = try Command.run([viperline, "rpc", "serve", "--"] + command, input: input)
        let events = try result.lines.map { try Event(line: $0) }.filter { !$0.type.hasPrefix("process.") }
        return (events, result)
    }

    @Test(
        arguments: [
            ([], "mcp"), (["--modern"], "mcp-2026"), (["--die-on-discover"], "mcp"), (["--noise"], "mcp"),
            (["--silent"], "mcp"),
        ] as [([String], String)])
    func aServerOfEitherEraIsAsked(_ options: [String], _ name: String) throws {
        let input =
            Self.request("a", #"{"method":"tools/list"}"#)
            + Self.request("b", #"{"method":"tools/call","params":{"name":"add","arguments":{"a":2}}}"#)
        let (events, result) = try Self.serve(input, Self.double + options)
        expect(result.status, equals: 0, "\(result.diagnostics)")
        expect(events.map(\.type), equals: ["rpc.output.ready", "rpc.output.response", "rpc.output.response"])
        expect(String(decoding: events[0].data, as: UTF8.self), contains: #""protocol":"\#(name)""#)
        expect(events.dropFirst().map(\.causationID), equals: ["a", "b"])
        expect(String(decoding: events[2].data, as: UTF8.self), contains: #""structuredContent":{"sum":3}"#)
        expect(
            result.diagnostics.contains("neither a message nor a header: Server is listening"),
            equals: options.contains("--noise"))
    }

    @Test func aServerThatCrashesLeavesNoRequestWithoutAnAnswer() throws {
        let crash = Self.request("b", #"{"method":"tools/call","params":{"name":"crash"}}"#)
        let (events, result) = try Self.serve(
            Self.request("a", #"{"method":"tools/call","params":{"name":"slow"}}"#) + crash, Self.double)
        expect(
            events.dropFirst().map(\.type), equals: ["rpc.output.response", "rpc.output.response", "rpc.output.ended"])
        #expect(
            events.dropFirst().dropLast().allSatisfy {
                String(decoding: $0.data, as: UTF8.self).contains(#""code":-32000"#)
            })
        expect(result.status, equals: 69)
        expect(result.diagnostics, contains: "it has crashed", "its stderr is passed on")
    }

    @Test(
        arguments: [
            (["no-such-server"], 127, "start no-such-server: No such file or directory"),
            (["sh", "-c", "echo no key >&2; exit 2"], 1, "the server ended with exit code 2 before it was ready"),
        ] as [([String], Int32, String)])
    func aServerThatDoesNotBeginIsTold(_ command: [String], _ status: Int32, _ words: String) throws {
        let (events, result) = try Self.serve("", command)
        expect(events.isEmpty && result.status == status && result.diagnostics.contains(words), "\(result.diagnostics)")
    }

    /// The same protocol of another framing, and a real language server.
    @Test func aLanguageServerIsAsked() throws {
        let request = Self.request("a", #"{"method":"shutdown"}"#)
        let result = try Command.run(
            [Self.viperline, "rpc", "serve", "--protocol", "lsp", "--", Self.viperline, "lsp"], input: request)
        expect(result.status, equals: 0, "\(result.diagnostics)")
        expect(result.output.contains(#""type":"rpc.output.ready""#) && result.output.contains(#""protocol":"lsp""#))
        expect(result.output, contains: #""causationid":"a","data":{"method":"shutdown"}"#, "\(result.output)")
    }

    // MARK: The application

    /// - Parameter commands: of the linear view, without `quit`.
    private static func browse(
        _ commands: [String], options: [String] = [], _ command: [String] = double, language: String = "C"
    ) throws -> Command.Result {
        let input = (commands + ["quit"]).map { $0 + "\n" }.joined()
        return try Command.run(
            [viperline, "run", "mcp"] + options + ["--"] + command, input: input, environment: ["LC_ALL": language])
    }

    @Test func aToolIsCalledFromItsForm() throws {
        let result = try Self.browse([
            "select 2", "set a 7", "submit", "back", "back", "press Calls", "select 1", "press Call again",
        ])
        expect(result.status, equals: 0, "\(result.diagnostics)")
        for text in [
            "== double ==", "Tools (9)", "a (required): (nothing entered)", "sum: 8", "== Calls ==",
            "1. add — {\"a\":7,\"b\":1}  done (success)",
        ] {
            expect(result.output, contains: text, "\(text): \(result.output)")
        }
    }

    /// A second session: the server has ended in between, and what was entered is still there.
    @Test func aServerThatEndsIsStartedAgain() throws {
        let result = try Self.browse([
            "select 8", "press Call", "press Close", "back", "back", "select 1", "set text hello", "submit",
        ])
        expect(
            result.output,
            contains: "“crash” has no result: The server ended with exit code 3. It is being started again")
        expect(result.output, contains: "> submit\n", "\(result.output)")
        expect(result.output, contains: "\nhello\n", "\(result.output)")
    }

    @Test(
        arguments: [
            (["no-such-server"], 69, "start no-such-server: No such file or directory"),
            (["sh", "-c", "echo API_KEY is not set >&2; exit 2"], 69, "API_KEY is not set"),
        ] as [([String], Int32, String)])
    func aServerThatCannotBeginEndsTheSession(_ command: [String], _ status: Int32, _ words: String) throws {
        let result = try Self.browse([], command)
        expect(result.status == status && result.diagnostics.contains(words), "\(result.diagnostics)")
    }

    @Test func theCommandIsAskedFor() throws {
        let result = try Command.run([Self.viperline, "run", "mcp"])
        expect(
            result.status == 64 && result.diagnostics.contains("viperline run mcp -- COMMAND"), "\(result.diagnostics)")
        let greeting = try Command.run([Self.viperline, "run", "greeting", "--", "x"])
        expect(
            greeting.status == 65
                && greeting.diagnostics.contains(#"-- x: no command of these files takes words: none has "$@""#))
    }

    @Test func longResultsAreBoundedAndTold() throws {
        let result = try Self.browse([
            "select 6", "set bytes 16775000", "submit", "press Close", "back", "set bytes 900000", "submit",
        ])
        expect(
            result.output,
            contains: "The answer has 16775039 bytes; a line of this session has at most 16777216 (line_limit)")
        expect(result.output, contains: "The beginning of 900,000 bytes")
    }

    /// The recording of a session is a test of the presenter, and has no secret.
    @Test func aRecordedSessionIsATest() throws {
        let folder = try TemporaryFolder()
        let tape = folder.url.appendingPathComponent("tape.ndjson").path
        let run = try Self.browse(
            ["select 3", "set title T", "set colour green", "set api_key sesame-1234", "submit"],
            options: ["--record", tape], Self.double + ["--secret"])
        expect(run.status == 0 && run.output.contains("title: T"), "\(run.diagnostics)\(run.output)")
        try expect(String(contentsOfFile: tape, encoding: .utf8), lacks: "sesame")
        let verified = try Command.run([Self.viperline, "verify", "presenter", tape])
        expect(verified.status, equals: 0, "\(verified.output)\(verified.diagnostics)")
    }

    // MARK: Other services

    /// The example of protocols/rpc.md: a role in shell that asks a server.
    @Test func aRoleUsesAServerAsItsInteractor() throws {
        let page = try String(contentsOfFile: Checkout.path("protocols/rpc.md"), encoding: .utf8)
        let file = try require(
            page.components(separatedBy: "```yaml\n# clock.yaml\n").dropFirst().first?.components(separatedBy: "```")
                .first)
        #expect(file.split(separator: "\n").count <= 15)
        let folder = try TemporaryFolder()
        let command = "[python3, \(Checkout.path("Tests/Doubles/mcp_server.py"))]"
        let words = command.dropFirst().dropLast()
        let text = file.replacing("mcp-server-time", with: words).replacing("get_current_time", with: "echo")
            .replacing("timezone", with: "text").replacing("Europe/Berlin", with: "noon")
        let result = try Command.run([Self.viperline, "run", try folder.write(text, to: "clock.yaml").path])
        expect(result.status, equals: 0, "\(result.diagnostics)")
        let printed = try String(contentsOf: folder.url.appendingPathComponent("time.txt"), encoding: .utf8)
        expect(printed, contains: "noon", "\(printed)")
    }
}
