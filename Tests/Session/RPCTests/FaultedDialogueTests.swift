import Foundation
import Platform
import Processes
import TestSupport
import Testing

@testable import RPC

/// `viperline rpc --fault` between a test, as the client, and a real server; a second `viperline rpc` names what is wrong.
@Suite struct FaultedDialogueTests {
    private static let start =
        #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}"# + "\n"
    private static let call = #"{"jsonrpc":"2.0","id":1,"method":"a"}"# + "\n"
    private static let cancel = #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"# + "\n"

    struct Row: Sendable, CustomTestStringConvertible {
        let kind: String
        /// What the outer one names.
        let finding: String
        /// True if a line arrives.
        var arrives = true
        var cancels = false
        var code: Int32 = 0
        var reaction = "; then the client "
        var testDescription: String { kind }
    }

    @Test(arguments: [
        Row(kind: "drop", finding: "the server never answered a (id 1)", arrives: false),
        Row(kind: "delay=1500ms", finding: "the server has not answered a (id 1) for 1 seconds"),
        Row(kind: "duplicate", finding: "the server answered the id 1, which no open request has"),
        Row(kind: "never", finding: "the server never answered a (id 1)", arrives: false),
        Row(kind: "noise", finding: "the server wrote output that is not a message: \"a deliberate fault"),
        Row(
            kind: "half", finding: "the server's output ended in the middle of a message", code: 1,
            reaction: ", which ended the process"),
        Row(kind: "wrong-length", finding: "the server: the message is not valid JSON"),
        Row(kind: "crlf", finding: "the server ends lines with CR LF"),
        Row(kind: "bom", finding: "the server put a byte order mark (EF BB BF) in front of a message"),
        Row(kind: "after-cancel", finding: "the server answered a (id 1) after it was cancelled", cancels: true),
        Row(kind: "unknown-id", finding: "the server answered the id 999999937, which no open request has"),
        Row(kind: "id-type", finding: "the server answered the id \"1\", which no open request has"),
        Row(
            kind: "exit=3", finding: "the server never answered a (id 1)", arrives: false, code: 3,
            reaction: ", which ended the process"),
    ])
    func theOtherSidesDiagnosisNamesIt(row: Row) throws {
        let inner = [Products.executable("viperline"), "rpc", "--fault", "a:\(row.kind)", "--"]
        let run = try RelayRun(["--slow", "1"], server: inner + ["python3", "-c", RelayRun.prelude + RelayRun.echo])
        run.send(Self.start)
        expect(run.line(), contains: #""id":0"#)
        run.send(Self.call)
        if row.cancels { run.send(Self.cancel) }
        if row.arrives { _ = run.line() }
        let end = run.finish()
        expect(end.code, equals: row.code)
        expect(end.diagnostics, contains: "viperline rpc: \(row.finding)", "\(end.diagnostics)")
        expect(
            end.diagnostics, contains: "viperline rpc: fault a:\(row.kind): applied to 1 of 1\(row.reaction)",
            "\(end.diagnostics)")
    }

    /// All other messages are as they were, and in their order.
    @Test func whatNoFaultNamesPasses() throws {
        let run = try RelayRun(["--fault", "b:drop"], python: RelayRun.echo)
        let lines = (1...500).map { #"{"jsonrpc":"2.0","id":\#($0),"method":"a"}"# + "\n" }
        run.send(lines.joined())
        let end = run.finish()
        let answers = (1...500).map { #"{"jsonrpc":"2.0","id":\#($0),"result":{"method":"a"}}"# + "\n" }
        expect(end.output, equals: answers.joined())
        expect(end.diagnostics, equals: "viperline rpc: fault b:drop: not applied (the server sent no such message)\n")
    }

    @Test func sixtyFourMebibytesAreNeverInMemory() throws {
        let inner = [Products.executable("viperline"), "rpc", "--fault", "a:huge", "--"]
        let server = ["python3", "-c", RelayRun.prelude + RelayRun.echo]
        let client = """
            import resource, subprocess, sys
            run = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            run.stdin.write(sys.stdin.buffer.read()); run.stdin.close()
            count = 0
            while piece := run.stdout.read(1 << 16): count += len(piece)
            print(run.wait(), count >> 20, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss < 48 << 10)
            """
        let result = try Command.run(
            ["python3", "-c", client, Products.executable("viperline"), "rpc", "--"] + inner + server, input: Self.call)
        expect(result.output, equals: "0 64 True\n", "\(result.diagnostics)")
        expect(
            result.diagnostics, contains: "the server sent a message of 16777217 bytes or more", "\(result.diagnostics)"
        )
    }

    /// Writes until its input ends.
    private static let ticking = """
        import threading
        def tick():
            while True:
                send({'jsonrpc': '2.0', 'method': 'tick'}); time.sleep(0.005)
        threading.Thread(target=tick, daemon=True).start()
        sys.stdin.read()
        os._exit(0)
        """

    private func ticks(_ run: RelayRun) {
        for _ in 0..<20 { expect(run.line(), contains: "tick") }
    }

    @Test func aServerThatIgnoresTheEndOfItsInputNeedsASignal() throws {
        let run = try RelayRun(["--fault", "ignore-eof"], python: Self.ticking)
        ticks(run)
        run.process.endInput()
        ticks(run)
        run.process.signalAlone(SIGTERM)
        let end = run.end()
        expect(end.code, equals: 128 + SIGTERM)
        expect(
            end.diagnostics, contains: "fault ignore-eof: applied; then the client sent SIGTERM\n", "\(end.diagnostics)"
        )
    }

    @Test func aServerThatIgnoresSIGTERMEndsWithItsInput() throws {
        let run = try RelayRun(["--fault", "ignore-term"], python: Self.ticking)
        ticks(run)
        run.process.signalAlone(SIGTERM)
        ticks(run)
        let end = run.finish()
        expect(end.code, equals: 0)
        expect(end.diagnostics, contains: "fault ignore-term: applied; then the client ended\n", "\(end.diagnostics)")
    }
}
