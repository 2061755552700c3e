import Foundation
import TestSupport
import Testing

/// `viperline mcp`: a client's lines in, the application's answers out.
@Suite struct AgentTests {
    private static let pattern =
        #"{"jsonrpc":"2.0","id":%,"method":"tools/call","params":{"name":"@","arguments":{#}}}"#

    private static func call(_ id: Int, _ tool: String, _ arguments: String = "") -> String {
        pattern.replacing("%", with: "\(id)").replacing("@", with: tool).replacing("#", with: arguments)
    }

    /// The session of an application with the double of its fetcher, which needs no network.
    private static let application = [
        "mcp", Checkout.path("compose/itunes.yaml"), "--replace",
        "fetcher=python3 '\(Checkout.path("Tests/Doubles/fetcher.py"))'",
    ]

    /// A client that waits for each answer before it sends the next line; it kills the view where a line says so.
    private static let client = """
        import json, os, pathlib, signal, subprocess, sys
        server = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        def is_view(process):
            try:
                parent = (process / "stat").read_text().rsplit(")", 1)[1].split()[1]
                return parent == str(server.pid) and b"--mcp" in (process / "cmdline").read_bytes()
            except OSError:
                return False
        for line in sys.stdin:
            if line == "kill the view\\n":
                for process in filter(is_view, pathlib.Path("/proc").glob("[0-9]*")):
                    os.kill(int(process.name), signal.SIGKILL)
                continue
            server.stdin.write(line)
            server.stdin.flush()
            if "id" in json.loads(line):
                print(server.stdout.readline(), end="")
        server.stdin.close()
        print(server.stdout.read(), end="")
        print("ended with", server.wait())
        """

    private static func run(_ lines: [String], _ words: [String] = application) throws -> Command.Result {
        let folder = try TemporaryFolder()
        return try Command.run(
            ["python3", "-c", client, Products.executable("viperline")] + words,
            input: lines.map { $0 + "\n" }.joined(),
            environment: ["XDG_RUNTIME_DIR": folder.path, "TMPDIR": folder.path])
    }

    @Test func aClientUsesAnApplicationAndEndsIt() throws {
        let result = try Self.run([
            Self.call(1, "screen"),
            #"{"jsonrpc":"2.0","id":2,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}"#,
            #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
            Self.call(3, "screen"),
            Self.call(4, "act", #""action":"search","text":"paper""#),
            Self.call(5, "act", #""action":"open","row":"2""#),
            Self.call(6, "act", #""action":"open","row":"2""#),
            Self.call(7, "act", #""action":"back""#),
        ])
        let lines = result.lines
        expect(lines.count, equals: 8, result.output + result.diagnostics)
        guard lines.count == 8 else { return }
        expect(lines[0], contains: "the first request is initialize")
        expect(lines[1], contains: #""protocolVersion":"2025-06-18""#)
        expect(lines[2], contains: "== App Store ==")
        expect(lines[3], contains: "[2] Paper Piano")
        expect(lines[4], contains: "Softer keys.")
        expect(lines[5], contains: #""isError":true"#)
        expect(lines[6], contains: "[3] Paper Drums")
        expect(lines[7], equals: "ended with 0")
        expect(result.diagnostics, equals: "")
    }

    @Test func aClientUsesAProgramThatPrintsScreens() throws {
        let program = """
            import json, sys
            rows = [{"id": "a", "title": "Alpha"}]
            print(json.dumps({"title": " ".join(sys.argv[1:]) or "Start", "rows": rows}))
            """
        let result = try Self.run(
            [
                #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#,
                Self.call(2, "screen"), Self.call(3, "act", #""action":"open","row":"a""#),
            ], ["app", "--mcp", "--", "python3", "-c", program])
        let lines = result.lines
        expect(lines.count, equals: 4, result.output + result.diagnostics)
        guard lines.count == 4 else { return }
        expect(lines[1], contains: #"== Start ==\n"#)
        expect(lines[1], contains: "[a] Alpha")
        expect(lines[2], contains: "== select a ==")
        expect(lines[3], equals: "ended with 0")
    }

    @Test func theConfigurationOfAClientIsPrinted() throws {
        let file = Checkout.path("compose/itunes.yaml")
        let result = try Command.run(
            [Products.executable("viperline"), "mcp", "./itunes.yaml", "--print-config", "-f", "offline"],
            folder: Checkout.path("compose"))
        expect(result.output, contains: #"{"mcpServers":{"itunes":{"command":"/"#)
        expect(result.output, contains: #"/viperline","args":["mcp","\#(file)","-f","offline"]}}}"#)
        expect(result.output, contains: #"{"servers":{"itunes":"#)
        expect(result.status, equals: 0)
    }

    /// The successor of a killed view knows the handshake and the screen.
    @Test func aViewThatIsKilledIsReplacedUnderItsClient() throws {
        let result = try Self.run([
            #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#,
            Self.call(2, "screen"),
            Self.call(3, "act", #""action":"search","text":"paper""#),
            "kill the view",
            Self.call(4, "screen"),
            Self.call(5, "act", #""action":"open","row":"2""#),
        ])
        let lines = result.lines
        expect(lines.count, equals: 6, result.output + result.diagnostics)
        guard lines.count == 6 else { return }
        expect(lines[3], contains: "[2] Paper Piano")
        expect(lines[4], contains: "Softer keys.")
        expect(lines[5], equals: "ended with 0")
    }

    /// A call that waits for the successor of a view is read after the memory of the view. Regression: there was no handshake yet.
    @Test func aSuccessorRemembersBeforeItReads() throws {
        let script = #"""
            import os, subprocess, sys
            client, answers = os.pipe(), os.pipe()
            os.write(client[1], b'{"jsonrpc":"2.0","id":7,"method":"tools/list"}\n')
            def connect():
                os.dup2(client[0], 3)
                os.dup2(answers[1], 4)
            view = subprocess.Popen(
                [sys.argv[1], "--mcp"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, preexec_fn=connect, pass_fds=(3, 4),
                env={**os.environ, "VIPERLINE_SERVICE": "view", "VIPERLINE_RESTORED": "1"})
            def sleeps():
                with open(f"/proc/{view.pid}/wchan") as file: return "poll" in file.read()
            while not sleeps() and view.poll() is None: pass
            view.stdin.write(b'{"type":"process.input.restore","data":{"isInitialized":true,"pending":[],"scenes":{},"open":[],"version":3}}\n')
            view.stdin.flush()
            print(os.read(answers[0], 65536).decode())
            """#
        let result = try Command.run(["timeout", "60", "python3", "-c", script, Products.executable("viperline-view")])
        expect(result.output, contains: #""result":{"tools":"#, result.output + result.diagnostics)
    }

    @Test(arguments: [
        (["mcp", "no-such-application"], 65), (["mcp", Checkout.path("compose/patterns/mvc.yaml")], 64),
        (["app", "--mcp"], 64), (["app", "--mcp", "--web", "--", "true"], 64),
        (["app", "--mcp", "--linear", "--", "true"], 64), (["app", "--mcp", "--open", "cat", "--", "true"], 64),
    ]) func whatCannotBeServedIsRefused(words: [String], status: Int) throws {
        let folder = try TemporaryFolder()
        let result = try Command.run(
            [Products.executable("viperline")] + words, environment: ["XDG_RUNTIME_DIR": folder.path])
        expect(Int(result.status), equals: status, result.diagnostics)
        expect(result.output, equals: "")
    }
}
