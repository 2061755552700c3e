import Foundation
import JSONRPC
import Platform
import Processes
import TestSupport
import Testing

@testable import RPC

/// Another server under a living client: `viperline rpc --watch`.
@Suite struct ServerSuccessionTests {
    /// A server of MCP, of which a version is saved.
    private struct Server {
        let folder: TemporaryFolder
        var path: String { folder.path + "/server.py" }

        init() throws {
            folder = try TemporaryFolder()
            try save(version: 1)
        }

        func save(version: Int, tools: [String] = ["a"], pages: Int = 1, start: String = "") throws {
            let names = tools.map { "'\($0)'" }.joined(separator: ",")
            let body = """
                \(start)
                tools, version, pages = [\(names)], \(version), \(pages)
                for message in receive():
                    method, id = message.get('method'), message.get('id')
                    params = message.get('params') or {}
                    if method == 'slow': time.sleep(600)
                    elif method == 'held':
                        while not os.path.exists('\(folder.path)/go'): time.sleep(0.01)
                        send({'jsonrpc': '2.0', 'id': id, 'result': {'version': version}})
                    elif method == 'crash': os._exit(3)
                    elif method == 'ask': send({'jsonrpc': '2.0', 'id': 1, 'method': 'roots/list'})
                    elif method == 'tools/list':
                        page = int(params.get('cursor') or 0)
                        result = {'tools': tools[page::pages]}
                        if page + 1 < pages: result['nextCursor'] = str(page + 1)
                        send({'jsonrpc': '2.0', 'id': id, 'result': result})
                    elif method is None: send({'jsonrpc': '2.0', 'method': 'heard', 'params': message})
                    elif id is not None: send({'jsonrpc': '2.0', 'id': id, 'result': {'version': version}})
                """
            try (RelayRun.prelude + body).write(toFile: path, atomically: true, encoding: .utf8)
        }

        func run(_ options: [String] = ["--watch"]) throws -> RelayRun {
            try RelayRun(options, server: ["python3", path])
        }
    }

    private static func request(_ id: Int, _ method: String, _ params: String = "{}") -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"# + "\n"
    }

    private static let initialize = request(0, "initialize", #"{"protocolVersion":"2025-06-18"}"#)

    private func answer(_ id: Int, version: Int) -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"result":{"version":\#(version)}}"#
    }

    private static let listChanged = #"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#

    private func waitForReports(_ count: Int, of text: String, in run: RelayRun) -> Bool {
        eventually {
            run.turn()
            return String(decoding: run.process.lastWords, as: UTF8.self).split(separator: "\n")
                .count { $0.contains(text) } >= count
        }
    }

    @Test func aSavedServerTakesOverAndOneThatFailsDoesNot() throws {
        let server = try Server()
        let run = try server.run()
        run.send(Self.initialize)
        expect(run.line(), equals: answer(0, version: 1))
        run.send(Self.request(1, "tools/list"))
        expect(run.line(), contains: #"{"tools":["a"]}"#)
        try server.save(version: 2)
        #expect(waitForReports(1, of: "the new server is in use", in: run))
        run.send(Self.request(2, "tools/call"))
        // The list is the same, so nothing reports that it has changed.
        expect(run.line(), equals: answer(2, version: 2))
        try server.save(version: 3, start: "sys.exit(9)")
        #expect(waitForReports(1, of: "the new server is not used: it ended with exit code 9", in: run))
        run.send(Self.request(3, "tools/call"))
        expect(run.line(), equals: answer(3, version: 2))
        try server.save(version: 4, tools: ["a", "b"])
        expect(run.line(), equals: Self.listChanged)
        run.send(Self.request(4, "tools/call"))
        expect(run.line(), equals: answer(4, version: 4))
        expect(run.finish().code, equals: 0)
    }

    @Test func pagesOfAListAreCompared() throws {
        let server = try Server()
        try server.save(version: 1, tools: ["a", "b"], pages: 2)
        let run = try server.run()
        run.send(Self.initialize)
        expect(run.line(), equals: answer(0, version: 1))
        run.send(Self.request(1, "tools/list"))
        expect(run.line(), contains: "nextCursor")
        run.send(Self.request(2, "tools/list", #"{"cursor":"1"}"#))
        expect(run.line(), contains: #"["b"]"#)
        try server.save(version: 2, tools: ["a", "b"], pages: 2)
        #expect(waitForReports(1, of: "the new server is in use", in: run))
        try server.save(version: 3, tools: ["a", "c"], pages: 2)
        expect(run.line(), equals: Self.listChanged)
        expect(run.finish().code, equals: 0)
    }

    @Test(arguments: [
        ([], "the server was replaced during the call; this request may not be sent twice; --resend slow permits it"),
        (["--resend", "slow"], ""),
    ])
    func aCallUnderWayIsRefusedOrSentAgain(_ row: (options: [String], reason: String)) throws {
        let server = try Server()
        let run = try server.run(["--watch"] + row.options)
        run.send(Self.initialize)
        expect(run.line(), equals: answer(0, version: 1))
        run.send(Self.request(1, "slow"))
        try server.save(version: 2, start: "time.sleep = lambda _: send({'jsonrpc': '2.0', 'id': 1, 'result': {}})")
        let reply = run.line()
        if row.reason.isEmpty {
            expect(reply, equals: #"{"jsonrpc":"2.0","id":1,"result":{}}"#)
        } else {
            expect(reply, equals: #"{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"\#(row.reason)"}}"#)
        }
        run.send(Self.request(2, "tools/call"))
        expect(run.line(), equals: answer(2, version: 2))
        expect(run.finish().code, equals: 0)
    }

    @Test func aCallUnderWayIsAnsweredByTheServerThatHasIt() throws {
        let server = try Server()
        let run = try server.run()
        run.send(Self.initialize)
        expect(run.line(), equals: answer(0, version: 1))
        run.send(Self.request(1, "held"))
        try server.save(version: 2)
        #expect(waitForReports(1, of: "the new server waits, at most 10 seconds, for calls under way", in: run))
        try "".write(toFile: server.folder.path + "/go", atomically: true, encoding: .utf8)
        expect(run.line(), equals: answer(1, version: 1))
        #expect(waitForReports(1, of: "the new server is in use", in: run))
        run.send(Self.request(2, "tools/call"))
        expect(run.line(), equals: answer(2, version: 2))
        expect(run.finish().code, equals: 0)
    }

    /// A request that kills each server must not be sent for ever.
    @Test func aDeadServerIsReplacedAndItsCallSentOnceMore() throws {
        let server = try Server()
        defer { withExtendedLifetime(server) {} }
        let run = try server.run(["--watch", "--resend", "crash"])
        run.send(Self.initialize)
        expect(run.line(), equals: answer(0, version: 1))
        run.send(Self.request(1, "crash"))
        expect(run.line(), contains: "two servers ended without an answer")
        run.send(Self.request(2, "tools/call"))
        expect(run.line(), equals: answer(2, version: 1))
        expect(run.finish().code, equals: 0)
    }

    @Test func aServerThatHangsIsKilledAndReplaced() throws {
        let run = try RelayRun(["--answer-within", "3"], server: ["sh", "-c", Self.shellServer])
        run.send(Self.initialize)
        expect(run.line(), equals: #"{"jsonrpc":"2.0","id":0,"result":{}}"#)
        run.send(Self.request(1, "slow"))
        expect(run.line(), contains: "the server was replaced during the call")
        run.send(Self.request(2, "tools/call"))
        expect(run.line(), equals: #"{"jsonrpc":"2.0","id":2,"result":{}}"#)
        expect(run.finish().code, equals: 0)
    }

    /// Answers each request, but `slow`; it starts in a millisecond.
    private static let shellServer = #"""
        while IFS= read -r line; do
            case $line in *'"slow"'*) exec sleep 600 ;; *\"id\":*) ;; *) continue ;; esac
            id=${line#*\"id\":} id=${id%%[,\}]*}
            printf '{"jsonrpc":"2.0","id":%s,"result":{}}\n' "$id"
        done
        """#

    /// Both servers ask with the id 1; the client answers the first one late.
    @Test func requestsOfTwoServersAreNotConfused() throws {
        let server = try Server()
        defer { withExtendedLifetime(server) {} }
        let run = try server.run()
        run.send(Self.initialize)
        expect(run.line(), equals: answer(0, version: 1))
        run.send(#"{"jsonrpc":"2.0","method":"ask"}"# + "\n")
        expect(run.line(), equals: #"{"jsonrpc":"2.0","id":1,"method":"roots/list"}"#)
        run.process.signalAlone(SIGUSR1)
        #expect(waitForReports(1, of: "the new server is in use", in: run))
        run.send(#"{"jsonrpc":"2.0","method":"ask"}"# + "\n")
        let second = run.line()
        expect(second.contains("viperline-") && second.contains("roots/list"))
        let id = second.split(separator: "\"").first { $0.hasPrefix("viperline-") } ?? ""
        run.send(#"{"jsonrpc":"2.0","id":1,"result":"late"}"# + "\n")
        run.send(#"{"jsonrpc":"2.0","id":"\#(id)","result":"own"}"# + "\n")
        expect(
            run.line(), equals: #"{"jsonrpc":"2.0","method":"heard","params":{"jsonrpc":"2.0","id":1,"result":"own"}}"#)
        let end = run.finish()
        expect(end.code, equals: 0)
        // The two requests are not one with an id used twice.
        expect(!end.diagnostics.contains("no open request has") && !end.diagnostics.contains("has no answer yet"))
    }

    /// The new language server knows the open documents, and not the closed ones.
    @Test func documentsAreOpenedAgain() throws {
        let body = """
            documents = {}
            while True:
                header = sys.stdin.buffer.readline()
                if not header: break
                sys.stdin.buffer.readline()
                message = json.loads(sys.stdin.buffer.read(int(header.split(b':')[1])))
                document = (message.get('params') or {}).get('textDocument') or {}
                if message['method'] == 'textDocument/didOpen': documents[document['uri']] = document['text']
                if message['method'] == 'textDocument/didClose': del documents[document['uri']]
                if 'id' in message:
                    answer = json.dumps({'jsonrpc': '2.0', 'id': message['id'], 'result': [os.getpid(), documents]})
                    sys.stdout.write('Content-Length: %d\\r\\n\\r\\n%s' % (len(answer), answer)); sys.stdout.flush()
            """
        let run = try RelayRun(["--answer-within", "60"], python: body)
        func send(_ message: String) {
            run.send(String(decoding: Framing.headers.frame(Array(message.utf8)), as: UTF8.self))
        }
        func reply() -> String { (run.line(), run.line(), run.message(endingWith: "}")).2 }
        send(#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":1}}"#)
        let first = reply()
        send(#"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"a","text":"A"}}}"#)
        send(#"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"b","text":"B"}}}"#)
        send(#"{"jsonrpc":"2.0","method":"textDocument/didClose","params":{"textDocument":{"uri":"a"}}}"#)
        run.process.signalAlone(SIGUSR1)
        #expect(waitForReports(1, of: "the new server is in use", in: run))
        send(#"{"jsonrpc":"2.0","id":2,"method":"textDocument/hover"}"#)
        let second = reply()
        #expect(second.hasSuffix(#"{"b": "B"}]}"#))
        #expect(first.split(separator: "[").last?.prefix(5) != second.split(separator: "[").last?.prefix(5))
        expect(run.finish().code, equals: 0)
    }

    /// With a time that is over as its next one, the relay would turn without end.
    @Test func nothingIsDueWhileASuccessorTakesItsTime() throws {
        let launch = Launch(["/bin/sleep", "60"])
        let succession = ServerSuccession(launch, watch: nil, answerWithin: .seconds(5))
        let server = try PipedProcess(launch, mostUnread: .max)
        let (now, late) = (Instant.now, Instant.now + .seconds(8))
        var calls = PendingCalls(.mcp)
        let greeting = calls.observe(
            .message(Array(Self.initialize.utf8), wrapping: []), from: .client, in: .lines, at: now)
        _ = succession.pass(greeting, in: .lines, .mcp, at: now)
        expect(succession.deadline(in: .mcp, isOpen: true), equals: now + .seconds(5))
        expect(succession.deadline(in: .mcp, isOpen: false), equals: nil)
        succession.request(because: "asked")
        for time in [now, late] {
            #expect(succession.proceed(server, in: .lines, .mcp, isOpen: true, at: time) == nil)
            #expect(succession.deadline(in: .mcp, isOpen: true) ?? .past > late)
        }
    }

    /// A replaced server that stays wakes the relay twice: to ask, and to kill.
    @Test func nothingIsDueWhileAReplacedServerStays() throws {
        let stubborn = Launch(["/bin/sh", "-c", "trap '' TERM; echo; while :; do sleep 0.01; done"])
        let succession = ServerSuccession(stubborn, watch: nil, grace: .milliseconds(20))
        let old = try PipedProcess(stubborn, mostUnread: .max)
        #expect(eventually { !old.readOutput().isEmpty })
        let successor = try Successor(stubborn, for: succession.history, prefix: "a", in: .lines, at: .now)
        _ = succession.replace(old, by: successor, in: .mcp, at: .now)
        var wakes = 0
        while let deadline = succession.deadline(in: .mcp, isOpen: true), wakes < 100 {
            wakes += 1
            var set = PollSet()
            set.wait(until: deadline)
            _ = succession.proceed(successor.process, in: .lines, .mcp, isOpen: true, at: .now)
        }
        expect(wakes == 2 && old.wasKilled, "\(wakes)")
        #expect(
            eventually {
                _ = succession.proceed(successor.process, in: .lines, .mcp, isOpen: true, at: .now)
                return succession.processes.isEmpty
            })
    }

    /// Hundreds of servers leave no descriptor and no memory behind. (10,000 were tried by hand.)
    @Test func manySuccessorsLeaveNothingBehind() throws {
        let run = try RelayRun(["--answer-within", "60"], server: ["sh", "-c", Self.shellServer])
        run.send(Self.initialize)
        expect(run.line(), equals: #"{"jsonrpc":"2.0","id":0,"result":{}}"#)
        func usage() -> (descriptors: Int, pages: Int) {
            let folder = "/proc/\(run.process.pid)"
            let memory = (try? String(contentsOfFile: folder + "/statm", encoding: .utf8)) ?? ""
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/fd")) ?? []
            return (names.count, Int(memory.split(separator: " ").dropFirst().first ?? "") ?? 0)
        }
        var before = usage()
        for number in 1...200 {
            run.process.signalAlone(SIGUSR1)
            #expect(
                eventually {
                    run.process.write()
                    return run.process.readDiagnostics().contains(subsequence: Array("is in use".utf8))
                })
            run.send(Self.request(number, "tools/call"))
            expect(run.line(), equals: #"{"jsonrpc":"2.0","id":\#(number),"result":{}}"#)
            if number == 50 { before = usage() }
        }
        let after = usage()
        // Servers that were replaced may still be ending.
        #expect(after.descriptors <= before.descriptors + 8)
        #expect(after.pages <= before.pages + 512)
        expect(run.finish().code, equals: 0)
    }
}

extension [UInt8] {
    fileprivate func contains(subsequence: [UInt8]) -> Bool {
        String(decoding: self, as: UTF8.self).contains(String(decoding: subsequence, as: UTF8.self))
    }
}
