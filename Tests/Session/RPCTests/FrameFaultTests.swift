import JSONRPC
import Platform
import TestSupport
import Testing

@testable import RPC

/// Each fault, byte by byte.
@Suite struct FrameFaultTests {
    /// A dialogue of lines: `c` and the client's message, `s` and the server's, `+` and seconds, `end c`.
    private struct Dialogue {
        var plan: FrameFaultPlan
        var now = Instant.now
        let framing: Framing

        init(_ faults: [String], seed: UInt64 = 1, framing: Framing = .lines) throws {
            plan = FrameFaultPlan(try faults.map { try FrameFault($0) }, seed: seed)
            self.framing = framing
        }

        /// What is written, one text for each step: `c:` to the client, `s:` to the server.
        mutating func play(_ script: [String]) -> [String] {
            script.flatMap { line -> [FrameStep] in
                let word = line.prefix { $0 != " " }
                let rest = String(line.dropFirst(word.count + 1))
                switch word {
                case "+":
                    now += .seconds(Double(rest) ?? 0)
                    return plan.proceed(at: now)
                case "end": return plan.end(of: rest == "c" ? .client : .server, at: now)
                case "term":
                    plan.signal(SIGTERM, at: now)
                    return []
                default:
                    let item = FrameReader.Item.message(
                        Array(rest.utf8),
                        wrapping: framing == .lines ? [] : Array("Content-Length: \(rest.utf8.count)".utf8))
                    return plan.receive(item, from: word == "c" ? .client : .server, in: framing, at: now)
                }
            }.map(Self.text)
        }

        private static func text(_ step: FrameStep) -> String {
            switch step {
            case .send(let bytes, let peer): "\(peer == .client ? "c" : "s"):" + String(decoding: bytes, as: UTF8.self)
            case .fill(let byte, let count, let peer): "\(peer == .client ? "c" : "s"):\(count)*\(UnicodeScalar(byte))"
            case .exit(let code): "exit \(code)"
            }
        }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let fault: String
        var script = [ask, answer]
        let written: [String]
        var framing = Framing.lines
        var testDescription: String { fault }
    }

    private static let ask = #"c {"jsonrpc":"2.0","id":1,"method":"a"}"#
    private static let asked = #"s:{"jsonrpc":"2.0","id":1,"method":"a"}"# + "\n"
    private static let answer = #"s {"jsonrpc":"2.0","id":1,"result":{"x":2}}"#
    private static let answered = #"c:{"jsonrpc":"2.0","id":1,"result":{"x":2}}"# + "\n"
    private static let cancel = #"c {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#
    private static let cancelled = "s:" + cancel.dropFirst(2) + "\n"
    private static let start =
        #"c {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}"#
    private static let started = "s:" + start.dropFirst(2) + "\n"
    private static let long = #"c {"jsonrpc":"2.0","id":7,"method":"a"}"#
    private static let longAsked = "s:" + long.dropFirst(2) + "\n"
    private static let longAnswer = #"s {"jsonrpc":"2.0","id":7,"result":[]}"#
    private static let debugAsk = #"c {"seq":3,"type":"request","command":"a"}"#
    private static let debugAnswer = #"s {"seq":9,"type":"response","request_seq":3,"success":true,"command":"a"}"#

    private static func header(_ text: String) -> String {
        "Content-Length: \(text.utf8.count)\r\n\r\n\(text)"
    }

    static let rows = [
        Row(fault: "b:drop", written: [asked, answered]),
        Row(fault: "client:b:drop", written: [asked, answered]),
        Row(fault: "a:drop", written: [asked]),
        Row(fault: "*:drop", written: [asked]),
        Row(fault: "client:a:drop", script: [ask], written: []),
        Row(
            fault: "a#2:drop", script: [ask, answer, ask, answer, ask, answer],
            written: [asked, answered, asked, asked, answered]),
        Row(
            fault: "n:drop", script: [#"s {"method":"n"}"#, #"c {"method":"n"}"#],
            written: [#"s:{"method":"n"}"# + "\n"]),
        Row(
            fault: "a:delay=1.5s", script: [ask, answer, "+ 1", #"s {"method":"n"}"#, "+ 0.5"],
            written: [asked, #"c:{"method":"n"}"# + "\n", answered]),
        Row(fault: "a:duplicate", written: [asked, answered, answered]),
        Row(fault: "a:never", script: [ask, answer, #"s {"method":"n"}"#, ask], written: [asked, asked]),
        Row(
            fault: "a:error=-32603",
            written: [
                asked,
                #"c:{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"a deliberate fault of viperline rpc"}}"#
                    + "\n",
            ]),
        Row(
            fault: "client:a:error=5", script: [ask, answer],
            written: [
                #"c:{"jsonrpc":"2.0","id":1,"error":{"code":5,"message":"a deliberate fault of viperline rpc"}}"#
                    + "\n",
                answered,
            ]),
        Row(fault: "n:error=5", script: [#"s {"method":"n"}"#], written: [#"c:{"method":"n"}"# + "\n"]),
        Row(
            fault: "a:error=5", script: [debugAsk, debugAnswer],
            written: [
                "s:" + header(String(debugAsk.dropFirst(2))),
                "c:"
                    + header(
                        #"{"seq":9,"type":"response","request_seq":3,"success":false,"command":"a","message":"a deliberate fault of viperline rpc","body":{"error":{"id":5,"format":"a deliberate fault of viperline rpc"}}}"#
                    ),
            ], framing: .headers),
        Row(
            fault: "a:noise",
            written: [asked, "c:a deliberate fault of viperline rpc: this line is no message\n", answered]),
        Row(fault: "a:half", written: [asked, #"c:{"jsonrpc":"2.0","id""#, "exit 1"]),
        Row(
            fault: "a:wrong-length",
            written: [asked, #"c:{"jsonrpc":"2.0","id"# + "\n" + #"":1,"result":{"x":2}}"# + "\n"]),
        Row(
            fault: "n:wrong-length", script: [#"s {"method":"n"}"#],
            written: ["c:Content-Length: 13\r\n\r\n" + #"{"method":"n"}"#], framing: .headers),
        Row(fault: "a:crlf", written: [asked, answered.dropLast() + "\r\n"]),
        Row(
            fault: "n:crlf", script: [#"s {"method":"n"}"#],
            written: ["c:Content-Length: 14\n\n" + #"{"method":"n"}"#], framing: .headers),
        Row(fault: "a:bom", written: [asked, "c:\u{FEFF}", answered]),
        Row(
            fault: "a:huge",
            written: [
                asked, #"c:{"jsonrpc":"2.0","id":1,"result":{"x":2},"padding":""#, "c:67108864*x", "c:\"}\n",
            ]),
        Row(
            fault: "n:huge", script: [#"s {"method":"n"}"#],
            written: [
                "c:Content-Length: 67108891\r\n\r\n" + #"{"method":"n","padding":""#, "c:67108864*x", "c:\"}",
            ], framing: .headers),
        Row(fault: "a:unknown-id", written: [asked, #"c:{"jsonrpc":"2.0","id":999999937,"result":{"x":2}}"# + "\n"]),
        Row(fault: "client:a:unknown-id", written: [asked, answered]),
        Row(fault: "a:id-type", written: [asked, #"c:{"jsonrpc":"2.0","id":"1","result":{"x":2}}"# + "\n"]),
        Row(
            fault: "client:a:id-type",
            script: [#"c {"id":"12","method":"a"}"#, #"c {"id":"x","method":"a"}"#, #"c {"id":"012","method":"a"}"#],
            written: [#"{"id":12,"method":"a"}"#, #"{"id":0,"method":"a"}"#, #"{"id":0,"method":"a"}"#].map {
                "s:\($0)\n"
            }),
        Row(fault: "a:exit=3", written: [asked, "exit 3"]),
        Row(
            fault: "a:after-cancel", script: [start, long, longAnswer, cancel],
            written: [started, longAsked, cancelled, "c:" + longAnswer.dropFirst(2) + "\n"]),
        // A server that keeps the rule and sends nothing after the cancellation, and one that does not.
        Row(
            fault: "a:after-cancel", script: [start, long, cancel, longAnswer],
            written: [started, longAsked, cancelled, #"c:{"jsonrpc":"2.0","id":7,"result":{}}"# + "\n"]),
        Row(
            fault: "b:after-cancel", script: [start, long, cancel, longAnswer],
            written: [started, longAsked, cancelled, "c:" + longAnswer.dropFirst(2) + "\n"]),
        Row(fault: "a:delay=60s", script: [ask, answer, "end s"], written: [asked, answered]),
        Row(fault: "ignore-eof", written: [asked, answered]),
        Row(fault: "*:drop", script: [#"s {"broken"#], written: [#"c:{"broken"# + "\n"]),
    ]

    @Test(arguments: rows) func isWritten(row: Row) throws {
        var dialogue = try Dialogue([row.fault], framing: row.framing)
        expect(dialogue.play(row.script), equals: row.written)
    }

    @Test func theFirstOfTheCommandLineStrikes() throws {
        var dialogue = try Dialogue(["a#2:drop", "a:crlf", "a:bom"])
        let written = dialogue.play([Self.ask, Self.answer, Self.ask, Self.answer])
        expect(written, equals: [Self.asked, Self.answered.dropLast() + "\r\n", Self.asked])
    }

    @Test func theSameSeedGivesTheSameRun() throws {
        func struck(_ seed: UInt64) throws -> [Bool] {
            var dialogue = try Dialogue(["n@0.3:drop"], seed: seed)
            return (0..<1000).map { _ in dialogue.play([#"s {"method":"n"}"#]).isEmpty }
        }
        let first = try struck(7)
        try expect(struck(7), equals: first)
        #expect(try struck(8) != first)
        expect((250...350), contains: first.count { $0 })
    }

    @Test func whatIsHeldBackIsBounded() throws {
        var dialogue = try Dialogue(["n:delay=1s"])
        let large = #"s {"method":"n","params":{"x":""# + String(repeating: "x", count: 6 << 20) + #""}}"#
        #expect(dialogue.play([large, large]).isEmpty)
        expect(dialogue.play([large]).count, equals: 1)
        expect(dialogue.play(["+ 1"]).count, equals: 2)
    }

    @Test(arguments: [
        (
            ["a:drop"], [ask, answer, #"c {"method":"m"}"#],
            "fault a:drop: applied to 1 of 1; then the client sent the notification m"
        ),
        (
            ["a:drop"], [ask, answer, #"c {"method":"\u001b[2J"}"#],
            #"fault a:drop: applied to 1 of 1; then the client sent the notification \u{1B}[2J"#
        ),
        (["a:drop"], [ask, answer, "end c"], "fault a:drop: applied to 1 of 1; then the client ended"),
        (["a:drop"], [ask, answer], "fault a:drop: applied to 1 of 1; then the client sent nothing more"),
        (
            ["a:drop"], [ask, answer, "+ 11", ask],
            "fault a:drop: applied to 1 of 1; then the client was silent for 10 s"
        ),
        (["a#3:drop"], [ask, answer], "fault a#3:drop: not applied (1 seen)"),
        (["b:drop"], [ask, answer], "fault b:drop: not applied (the server sent no such message)"),
        (["client:b:drop"], [ask], "fault client:b:drop: not applied (the client sent no such message)"),
        (
            ["a:drop"], [start, long, longAnswer, cancel],
            "fault a:drop: applied to 1 of 1; then the client cancelled a"
        ),
        (
            ["a:after-cancel"], [start, long, longAnswer],
            "fault a:after-cancel: not applied (1 seen); 1 held back, as nobody cancelled the request"
        ),
        (
            ["client:a:error=1"], [ask, #"c {"method":"m"}"#],
            "fault client:a:error=1: applied to 1 of 1; then the client sent the notification m"
        ),
        (
            ["a:duplicate"], [ask, answer, ask, answer, #"c {"method":"m"}"#],
            "fault a:duplicate: applied to 2 of 2; then the client sent the request a (1), sent the notification m (1)"
        ),
        (["a@1:drop"], [ask, answer, "end c"], "fault a@1:drop: applied to 1 of 1; then the client ended"),
        (["a@0.000001:drop"], [ask, answer], "fault a@0.000001:drop (seed 1): not applied (1 seen)"),
        (["ignore-term"], [ask], "fault ignore-term: not applied (there was no occasion)"),
        (["ignore-eof"], ["end c", "term"], "fault ignore-eof: applied; then the client sent SIGTERM"),
        (["ignore-term"], ["term"], "fault ignore-term: applied; then the client sent nothing more"),
        (["a:exit=3"], [ask, answer], "fault a:exit=3: applied to 1 of 1, which ended the process"),
    ])
    func theReportNamesWhatTheOtherSideDid(_ row: (faults: [String], script: [String], line: String)) throws {
        var dialogue = try Dialogue(row.faults)
        _ = dialogue.play(row.script)
        expect(dialogue.plan.conclude(at: dialogue.now), equals: [row.line])
    }

    @Test(arguments: [
        ("a", "expected METHOD:KIND"), (":drop", "expected METHOD:KIND"), ("a#0:drop", "expected METHOD:KIND"),
        ("a@0:drop", "expected METHOD:KIND"), ("a@1.5:drop", "expected METHOD:KIND"),
        ("a@nan:drop", "expected METHOD:KIND"),
        ("a#99999999999:drop", "expected METHOD:KIND"),
        ("a:dropped", "unknown fault \"dropped\"; known are drop, delay=TIME"),
        ("a:drop=1", "drop takes no value"), ("a:delay", "delay: expected"), ("a:delay=2d", "delay: expected"),
        ("a:delay=86401s", "delay: expected"), ("a:error=x", "error: expected"),
        ("a:error=2147483648", "error: expected"),
        ("a:exit=256", "exit: expected"), ("a:ignore-eof", "ignore-eof stands alone"),
    ])
    func aWrongFaultIsRefused(_ row: (text: String, reason: String)) {
        #expect(throws: FrameFault.Refused.self) { try FrameFault(row.text) }
        do { _ = try FrameFault(row.text) } catch { #expect(error.description.hasPrefix(row.reason), "\(error)") }
    }

    @Test func aFaultNamesItsMessages() throws {
        let fault = try FrameFault("client:x:y/z#3@0.5:delay=20ms")
        expect(fault.sender == .client && fault.method == "x:y/z" && fault.ordinal == 3 && fault.probability == 0.5)
        expect(fault.kind, equals: .delay(0.02))
        try expect(FrameFault("*:exit=0").method, equals: nil)
    }
}
