import Compression
import Foundation
import JSONRPC
import Platform
import Processes
import Recording
import TestSupport
import Testing

@testable import RPC

/// `viperline rpc` between a test, as the client, and a real server.
final class RelayRun {
    let process: PipedProcess
    private(set) var output: [UInt8] = []

    init(_ options: [String] = [], server: [String]) throws {
        signal(SIGPIPE, SIG_IGN)
        var launch = Launch([Products.executable("viperline"), "rpc"] + options + ["--"] + server)
        launch.group = .own
        process = try PipedProcess(
            launch, [.input, .output, .diagnostics], mostUnread: 1 << 26, mostWords: 1 << 16, leavesGroup: true)
    }

    /// A server of some lines of Python, which has `json`, `sys`, `receive()` and `send(message)`.
    convenience init(_ options: [String] = [], python body: String) throws {
        try self.init(options, server: ["python3", "-c", Self.prelude + body])
    }

    static let prelude = """
        import json, os, signal, sys, time
        def send(message):
            sys.stdout.write(json.dumps(message, separators=(',', ':')) + chr(10)); sys.stdout.flush()
        def receive():
            for line in sys.stdin: yield json.loads(line)

        """

    static let echo = """
        for message in receive():
            if 'id' in message: send({'jsonrpc': '2.0', 'id': message['id'], 'result': {'method': message['method']}})
        """

    func send(_ text: String) {
        #expect(process.give(Array(text.utf8)))
        process.write()
    }

    /// One step of what a client does meanwhile.
    func turn() {
        process.write()
        output += process.readOutput()
        process.readDiagnostics()
        usleep(500)
    }

    /// Waits for a line of the server.
    func line() -> String {
        _ = eventually {
            turn()
            return output.contains(0x0A) || process.outputNumber == nil
        }
        let line = output.prefix { $0 != 0x0A }
        output.removeFirst(min(output.count, line.count + 1))
        return String(decoding: line, as: UTF8.self)
    }

    /// Waits until the output ends with a text, and takes all of it.
    func message(endingWith text: String) -> String {
        _ = eventually {
            turn()
            return output.reversed().starts(with: text.utf8.reversed()) || process.outputNumber == nil
        }
        defer { output = [] }
        return String(decoding: output, as: UTF8.self)
    }

    /// Waits for the end.
    func finish() -> (code: Int32, output: String, diagnostics: String) {
        process.endInput()
        return end()
    }

    func end() -> (code: Int32, output: String, diagnostics: String) {
        _ = eventually {
            turn()
            return process.reap() != nil && process.outputNumber == nil && process.diagnosticsNumber == nil
        }
        return (
            process.outcome?.code ?? -1, String(decoding: output, as: UTF8.self),
            String(decoding: process.lastWords, as: UTF8.self)
        )
    }
}

@Suite struct DialogueRelayTests {
    private static let call = #"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"# + "\n"
    private static let answer = #"{"jsonrpc":"2.0","id":1,"result":{"method":"tools/call"}}"#

    @Test func aDialoguePassesAndEndsWithTheInput() throws {
        let run = try RelayRun(python: RelayRun.echo)
        run.send(Self.call)
        expect(run.line(), equals: Self.answer)
        expect(run.finish() == (0, "", ""))
    }

    @Test func whatIsWrongIsNamedOnStderrBesideTheServersOwn() throws {
        let run = try RelayRun(
            python: """
                print('starting', flush=True)
                print('own words', file=sys.stderr, flush=True)
                next(receive())
                sys.exit(7)
                """)
        run.send(Self.call)
        let end = run.finish()
        expect(end.code, equals: 7)
        expect(end.output, equals: "starting\n")
        expect(end.diagnostics, contains: "own words\n")
        expect(
            end.diagnostics, contains: "viperline rpc: the server wrote output that is not a message: \"starting\"\n")
        expect(end.diagnostics, contains: "viperline rpc: the server never answered tools/call (id 1)\n")
    }

    @Test(arguments: [
        ("exit 3", 3), ("kill -KILL $$", 137), ("exec 0<&-; exit 0", 0),
        // What a server leaves behind holds its stdout, and does not keep the relay.
        ("sleep 60 & echo $! >&2; exit 5", 5),
    ])
    func theExitCodeIsTheServers(_ row: (script: String, code: Int32)) throws {
        let run = try RelayRun(server: ["sh", "-c", row.script])
        let end = run.end()
        expect(end.code, equals: row.code)
        if let left = Int32(end.diagnostics.trimmingCharacters(in: .whitespacesAndNewlines)) { kill(left, SIGKILL) }
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGUSR1]) func signalsReachTheServer(_ number: Int32) throws {
        let run = try RelayRun(
            python: """
                signal.signal(\(number), lambda number, frame: os._exit(40 + number))
                send({'jsonrpc': '2.0', 'method': 'ready'})
                time.sleep(60)
                """)
        expect(run.line(), contains: "ready")
        run.process.signalAlone(number)
        expect(run.end().code, equals: 40 + number)
    }

    @Test func ctrlZStopsTheServerToo() throws {
        let run = try RelayRun(
            python: """
                send({'jsonrpc': '2.0', 'method': 'ready', 'params': os.getpid()})
                for line in sys.stdin: pass
                """)
        let server = Int32(run.line().split { !$0.isNumber }.last ?? "") ?? 0
        run.process.signalAlone(SIGTSTP)
        func isStopped(_ pid: pid_t) -> Bool {
            let text = (try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)) ?? ""
            return text.split(separator: ")").last?.hasPrefix(" T") ?? false
        }
        #expect(eventually { isStopped(server) && isStopped(run.process.pid) })
        run.process.signalAlone(SIGCONT)
        #expect(eventually { !isStopped(server) })
        expect(run.finish().code, equals: 0)
    }

    /// Without the shim, the client's write would fail, too.
    @Test func aServerThatClosesItsInputFailsTheClientsWrite() throws {
        let run = try RelayRun(server: ["sh", "-c", "exec 0<&-; echo '{}'; sleep 60"])
        _ = run.line()
        #expect(
            eventually {
                _ = run.process.give(Array(Self.call.utf8))
                run.turn()
                return !run.process.takesInput
            })
        run.process.signalAlone(SIGTERM)
        expect(run.end().code, equals: 128 + SIGTERM)
    }

    /// Close, wait, SIGTERM, SIGKILL: as clients of MCP end a server.
    @Test func aServerDoesNotOutliveItsClient() throws {
        let script = """
            import signal, subprocess, sys
            relay = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            print(relay.stdout.readline().decode(), end='', flush=True)
            """
        let server = """
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            send({'jsonrpc': '2.0', 'method': 'ready', 'params': os.getpid()})
            while True: time.sleep(1)
            """
        let result = try Command.run([
            "python3", "-c", script, Products.executable("viperline"), "rpc", "--", "python3", "-c",
            RelayRun.prelude + server,
        ])
        let pid = Int32(result.output.split { !$0.isNumber }.last ?? "") ?? 0
        #expect(pid > 0)
        #expect(eventually { kill(pid, 0) != 0 })
    }

    /// A client that loses its patience kills the relay, which cannot end the server then.
    /// Many clients kill at once, without an end of the input or a signal before.
    @Test(arguments: [
        (options: [], endsInput: true, killsGroup: false), ([], false, false), ([], false, true),
        (["--watch", "."], false, false),
    ])
    func aKilledRelayLeavesNoServer(_ row: (options: [String], endsInput: Bool, killsGroup: Bool)) throws {
        let run = try RelayRun(
            row.options,
            python: """
                signal.signal(signal.SIGTERM, signal.SIG_IGN)
                child = __import__('subprocess').Popen(['sleep', '600'], stdin=-3, stdout=-3, stderr=-3)
                send({'jsonrpc': '2.0', 'method': 'ready', 'params': [os.getpid(), child.pid]})
                for line in sys.stdin: pass
                send({'jsonrpc': '2.0', 'method': 'ended'})
                while True: time.sleep(1)
                """)
        let processes = run.line().split { !$0.isNumber }.suffix(2).compactMap { Int32($0) }
        expect(processes.count, equals: 2)
        if row.endsInput {
            run.process.closeInput()
            expect(run.line(), contains: "ended")
        }
        if row.killsGroup { run.process.signal(SIGKILL) } else { run.process.signalAlone(SIGKILL) }
        expect(run.end().code, equals: 128 + SIGKILL)
        #expect(eventually { processes.allSatisfy { kill($0, 0) != 0 } })
    }

    /// Nobody reads the double's stderr: it answers nevertheless, and tells later what it has left out.
    @Test func aDoubleWhoseWordsNobodyReadsGoesOn() throws {
        let folder = try TemporaryFolder()
        let recording = try RelayRun(["--record", folder.path + "/r.ndjson"], python: RelayRun.echo)
        recording.send(Self.call)
        _ = (recording.line(), recording.finish())
        var launch = Launch([Products.executable("viperline"), "rpc", "double", folder.path + "/r.ndjson"])
        launch.group = .own
        let double = try PipedProcess(launch, [.input, .output, .diagnostics], mostUnread: 1 << 26, mostWords: 1 << 17)
        var answers = 0
        for number in 1...2000 {
            let request = #"{"jsonrpc":"2.0","id":\#(number),"method":"nothing-\#(number)"}"# + "\n"
            #expect(double.give(Array(request.utf8)))
        }
        #expect(
            eventually {
                double.write()
                answers += double.readOutput().count { $0 == 0x0A }
                return answers == 2000
            })
        double.readDiagnostics()
        let request = Self.call.dropLast(2) + #","params":{"a":1}}"# + "\n"
        #expect(double.give(Array(request.utf8)))
        #expect(
            eventually {
                double.write()
                double.readDiagnostics()
                return String(decoding: double.lastWords, as: UTF8.self).contains(" lines were left out here")
            })
    }

    @Test(arguments: [false, true]) func randomBytesPassUnchanged(_ isRecorded: Bool) throws {
        let folder = try TemporaryFolder()
        var random = Seeded(seed: 24)
        var part: [UInt8] = []
        while part.count < 100_000 {
            part += (0..<Int.random(in: 0...4000, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random)
            }
            part += #"{"jsonrpc":"2.0","method":"a"}"#.utf8
        }
        let sent = [[UInt8]](repeating: part, count: isRecorded ? 3 : 20).flatMap(\.self)
        let options = isRecorded ? ["--record", folder.path + "/random.ndjson.gz"] : []
        let run = try RelayRun(options, server: ["cat"])
        #expect(run.process.give(sent))
        run.process.endInput()
        let end = run.end()
        expect(end.code, equals: 0)
        expect(run.output, equals: sent)
    }

    /// Bounded: what the two pipes and the relay hold.
    @Test func aServerThatNeverReadsStopsTheClient() throws {
        let run = try RelayRun(server: ["sleep", "60"])
        #expect(run.process.give([UInt8](repeating: UInt8(ascii: "x"), count: 1 << 26)))
        var last = 0
        #expect(
            eventually {
                for _ in 0..<200 { run.turn() }
                defer { last = run.process.queued }
                return run.process.queued == last
            })
        #expect(run.process.queued > 1 << 26 - 1 << 22)
        run.process.signalAlone(SIGTERM)
        expect(run.end().code, equals: 128 + SIGTERM)
    }

    @Test func aDialogueIsACassette() throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/dialogue.ndjson"
        let run = try RelayRun(
            ["--record", file, "--protocol", "mcp"],
            python: "print('noise', flush=True)\n" + RelayRun.echo)
        expect(run.line(), equals: "noise")
        run.send(Self.call)
        expect(run.line(), equals: Self.answer)
        run.send(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"# + "\n")
        expect(run.finish().code, equals: 0)
        let reader = try CassetteReader(file)
        var rows: [String] = []
        while let line = try reader.next() {
            guard case .passage(let passage) = line, let frame = RecordedFrame(event: passage.event) else { continue }
            let kind = if case .message(let kind, _) = frame.content { kind.rawValue } else { "noise" }
            rows.append("\(frame.id) \(kind) \(frame.method ?? "-") \(frame.correlation ?? "-")")
        }
        expect(
            rows,
            equals: [
                "server-1 noise - -", "client-1 request tools/call client-1",
                "server-2 response tools/call client-1", "client-2 notification notifications/cancelled -",
            ])
        expect(reader.header?.rpc, equals: .init(framing: "lines", name: "mcp"))
        expect(reader.header?.services["server"]?.command.first, equals: "python3")
        for words in [["show"], ["stat"], ["diagram"], ["redact"]] {
            let result = try Command.run([Products.executable("viperline"), "cassette"] + words + [file])
            expect(result.status, equals: 0)
            expect(result.output, contains: words == ["stat"] ? "rpc.input.request" : "tools/call")
        }
    }

    /// The exit code is in a recording if it is the server's own, and a test of the server compares it.
    @Test(
        arguments: [
            ("cat; exit 3", nil, "exit 3", 0, "as recorded"), ("cat; exit 3", nil, "exit 0", 65, "- 3\n  + 0\n"),
            ("cat; exit 0", nil, "exit 3", 65, "the end: the server's exit code differs\n  - 0\n  + 3\n"),
            ("cat; kill -SEGV $$", nil, "exit 0", 65, "- 139\n  + 0\n"),
            ("cat; exit 0", nil, "exec sleep 60", 65, "- 0\n  + (nothing: it runs on after the end of its input)"),
            ("cat; exit 3", SIGTERM, "exit 5", 0, "as recorded"), ("cat; exit 3", SIGQUIT, "exit 5", 0, "as recorded"),
        ] as [(String, Int32?, String, Int32, String)])
    func theServersOwnExitCodeIsCompared(
        _ server: String, _ signal: Int32?, _ rest: String, _ code: Int32, _ text: String
    ) throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/dialogue.ndjson"
        let run = try RelayRun(["--record", file, "--protocol", "mcp"], server: ["sh", "-c", server])
        run.send(#"{"jsonrpc":"2.0","method":"a"}"# + "\n")
        _ = run.line()
        if let signal { kill(run.process.pid, signal) }
        _ = run.finish()
        func verify(_ options: [String] = []) throws -> Command.Result {
            try Command.run(
                [Products.executable("viperline"), "rpc", "verify", "--patience", "1", file] + options
                    + ["--", "sh", "-c", "cat; " + rest])
        }
        let outcome = try verify()
        expect(outcome.status == code && outcome.output.contains(text), "\(outcome)")
        guard code == 65, !rest.contains("sleep") else { return }
        try expect(verify(["--accept"]).status, equals: 0)
        try expect(verify().status, equals: 0)
    }

    /// The dialogue goes on without its recording.
    @Test func aFullDiskDoesNotStopTheDialogue() throws {
        let run = try RelayRun(["--record", "/dev/full"], python: RelayRun.echo)
        for _ in 0..<3 {
            run.send(Self.call)
            expect(run.line(), equals: Self.answer)
        }
        let end = run.finish()
        expect(end.code, equals: 0)
        expect(end.diagnostics, contains: "viperline rpc: the recording /dev/full has ended")
    }

    @Test func aSecretOfTheCommandIsNotRecorded() throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/dialogue.ndjson"
        let run = try RelayRun(
            ["--record", file], server: ["true", "--token", "ghp_16C7e42F292c6912E7710c838347Ae178B4a"])
        expect(run.finish().code, equals: 0)
        let text = try folder.text(of: "dialogue.ndjson")
        expect(text.contains("--token") && !text.contains("ghp_"))
    }
}
