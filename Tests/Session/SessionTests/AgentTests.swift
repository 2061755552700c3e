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

    /// A client that waits for each answer before it sends the next line; it kills the view where a line asks for that.
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
        expect(lines[6], contains: "== App Store ==\\nas version")
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
        expect(
            result.output,
            contains: #"{"mcpServers":{"itunes":{"args":["mcp","\#(file)","-f","offline"],"command":"/"#)
        expect(result.output, contains: #"{"servers":{"itunes":"#)
        expect(result.status, equals: 0)
    }

    @Test func theVerbsOfAFileAreTools() throws {
        let result = try Self.run(
            [
                #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#,
                #"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#,
                Self.call(3, "open_issue"), Self.call(4, "open_in_the_browser_issue"),
            ], ["mcp", Checkout.path("Tests/Applications/issues/compose.yaml"), "--replace", "fetcher=cat /dev/null"])
        let lines = result.lines
        expect(lines.count, equals: 5, result.output + result.diagnostics)
        guard lines.count == 5 else { return }
        expect(
            lines[1], contains: #"{"name":"list_issues","description":"Issues: the rows that filters leave","#)
        expect(lines[1], contains: #""state":{"type":"string","enum":["Open","Closed","All"],"description":"State"}"#)
        for name in ["open_issue", "closed_ones_issues", "reload_issues", "open_in_the_browser_issue"] {
            expect(lines[1], contains: #"{"name":"\#(name)","#)
        }
        expect(lines[2], contains: "row is missing")
        expect(lines[3], contains: "the scene issue is not open")
    }

    /// What an agent does is in a recording, so its view is verified like any other.
    @Test func aRecordedSessionIsVerified() throws {
        let folder = try TemporaryFolder()
        let recording = folder.path + "/agent.ndjson"
        let result = try Self.run(
            [
                #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#,
                Self.call(2, "act", #""action":"search","text":"paper""#),
                Self.call(3, "act", #""action":"open","row":"2","version":99"#),
                Self.call(4, "act", #""action":"open","row":"2""#), Self.call(5, "act", #""action":"back""#),
                // More than a pipe holds at first, and refused.
                Self.call(6, "act", #""action":"search","text":"\#(String(repeating: "x", count: 200_000))""#),
            ], Self.application + ["--record", recording])
        expect(result.lines.last, equals: "ended with 0", result.output + result.diagnostics)
        for service in ["view", "presenter", "router"] {
            let verdict = try Command.run(
                [Products.executable("viperline"), "verify", service, recording],
                environment: ["XDG_RUNTIME_DIR": folder.path])
            expect(verdict.status, equals: 0, verdict.output + verdict.diagnostics)
        }
        let replay = try Command.run(
            [Products.executable("viperline"), "replay", recording, "--linear"], input: "play\n",
            environment: ["XDG_RUNTIME_DIR": folder.path])
        expect(replay.output, contains: #"act {"action":"open","row":"2"}"#, replay.diagnostics)
        let changed = try String(contentsOfFile: recording, encoding: .utf8)
            .replacing(#"\"text\":\"paper\""#, with: #"\"text\":\"stone\""#)
        try changed.write(toFile: recording, atomically: true, encoding: .utf8)
        let verdict = try Command.run(
            [Products.executable("viperline"), "verify", "view", recording, "--patience", "1"],
            environment: ["XDG_RUNTIME_DIR": folder.path])
        expect(verdict.status, equals: 1, verdict.output + verdict.diagnostics)
    }

    /// The recording has a placeholder for a secret that the form needs.
    @Test func aRecordedFormWithASecretIsVerified() throws {
        let program = """
            import json, sys
            field = {"id": "pin", "label": "PIN", "kind": "secret", "required": True}
            form = {"id": "door", "fields": [field], "submit": "Open"}
            print(json.dumps({"title": "Open", "rows": []} if sys.argv[1:] else {"title": "Closed", "parts": [{"form": form}]}))
            """
        let folder = try TemporaryFolder()
        let recording = folder.path + "/agent.ndjson"
        let result = try Self.run(
            [
                #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#,
                Self.call(2, "act", #""action":"submit","values":{"pin":""}"#),
                Self.call(3, "act", #""action":"submit","values":{"pin":"hunter2"}"#),
            ], ["app", "--mcp", "--record", recording, "--", "python3", "-c", program])
        expect(result.lines.last, equals: "ended with 0", result.output + result.diagnostics)
        expect(result.output, contains: "This is required")
        expect(result.output, contains: "== Open ==")
        expect(try String(contentsOfFile: recording, encoding: .utf8), lacks: "hunter2")
        let verdict = try Command.run(
            [Products.executable("viperline"), "verify", "view", recording],
            environment: ["XDG_RUNTIME_DIR": folder.path])
        expect(verdict.status, equals: 0, verdict.output + verdict.diagnostics)
    }

    /// Who opens the page sees the session of the agent.
    @Test func aPageShowsTheSessionToo() throws {
        let script = """
            import http.cookiejar, json, re, subprocess, sys, urllib.request
            server = subprocess.Popen(
                sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            def call(id, method, params):
                server.stdin.write(json.dumps({"jsonrpc": "2.0", "id": id, "method": method, "params": params}) + "\\n")
                server.stdin.flush()
                return server.stdout.readline()
            address = line = ""
            while not address: address = "".join(re.findall(r"http://\\S+", line := server.stderr.readline()))
            # The client's user has no terminal in which Ctrl-C would end the session.
            print(line.endswith(f"Open {address} in a browser.\\n"))
            call(1, "initialize", {"protocolVersion": "2025-11-25"})
            call(2, "tools/call", {"name": "act", "arguments": {"action": "search", "text": "paper"}})
            port, rest = re.search(r":(\\d+)(/.*)", address).groups()
            jar = http.cookiejar.CookieJar()
            opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
            def get(path):
                request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers={"Sec-Fetch-Site": "none"})
                return opener.open(request, timeout=30).read().decode()
            page = get(rest)
            print("Paper Piano" in page or "Paper Piano" in get("/"))
            server.stdin.close()
            print("ended with", server.wait())
            """
        let folder = try TemporaryFolder()
        let result = try Command.run(
            ["timeout", "60", "python3", "-c", script, Products.executable("viperline")] + Self.application + ["--web"],
            environment: ["XDG_RUNTIME_DIR": folder.path, "TMPDIR": folder.path])
        expect(result.lines, equals: ["True", "True", "ended with 0"], result.diagnostics)
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
            view.stdin.write(b'{"type":"process.input.restore","data":{"handshake":"plain","pending":[],"scenes":{},"open":[],"version":3}}\n')
            view.stdin.flush()
            print(os.read(answers[0], 65536).decode())
            """#
        let result = try Command.run(["timeout", "60", "python3", "-c", script, Products.executable("viperline-view")])
        expect(result.output, contains: #""result":{"tools":"#, result.output + result.diagnostics)
    }

    @Test func settingsThatAreNoneAreRefused() throws {
        let result = try Command.run([Products.executable("viperline-view"), "--mcp", "--settings", "{]"])
        expect(result.status, equals: 64)
        expect(result.diagnostics, contains: "--settings: expected the settings as viperline mcp gives them")
    }

    @Test(arguments: [
        (["mcp", "no-such-application"], 65), (["mcp", Checkout.path("compose/patterns/mvc.yaml")], 64),
        (["app", "--mcp"], 64), (["app", "--allow", "files", "--", "true"], 64),
        (["app", "--mcp", "--linear", "--", "true"], 64), (["app", "--mcp", "--open", "cat", "--", "true"], 64),
        (["mcp", "itunes", "--allow", "everything"], 64), (["mcp", "itunes", "--browser"], 64),
    ]) func whatCannotBeServedIsRefused(words: [String], status: Int) throws {
        let folder = try TemporaryFolder()
        let result = try Command.run(
            [Products.executable("viperline")] + words, environment: ["XDG_RUNTIME_DIR": folder.path])
        expect(Int(result.status), equals: status, result.diagnostics)
        expect(result.output, equals: "")
    }
}
