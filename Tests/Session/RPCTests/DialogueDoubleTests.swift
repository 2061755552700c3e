import JSON
import JSONRPC
import Platform
import Processes
import Recording
import TestSupport
import Testing
import Wire

@testable import RPC

/// A recorded dialogue as lines: `>` what the client sends, `<` what the server sends.
struct SampleDialogue {
    let script: DialogueScript

    init(_ lines: [String], _ table: DialogueProtocol? = nil, isRedacted: Bool = false) {
        let frames = lines.enumerated().map { index, line in
            let bytes = Array(line.dropFirst(2).utf8)
            let kind = (try? RPCMessage(bytes))?.kind ?? .notification
            let frame = RecordedFrame(
                sender: line.hasPrefix(">") ? .client : .server, id: "\(index)", content: .message(kind: kind, bytes))
            return (Expectation.Place(line: index + 2, time: Double(index)), frame)
        }
        script = DialogueScript(frames, table: table, isRedacted: isRedacted)
    }

    func double(_ side: RPCPeer = .server, _ mode: DialogueDouble.Mode = .standard) -> DialogueDouble {
        DialogueDouble(script, side: side, mode: mode)
    }
}

extension DialogueDouble {
    /// What it does upon a message: what it sends as it is, what it reports in brackets, its end as `end CODE`.
    mutating func reaction(_ json: String, at now: Instant = .at(0)) -> [String] {
        receive(Array(json.utf8), at: now).map(\.summary)
    }
}

extension DialogueDouble.Effect {
    var summary: String {
        switch self {
        case .send(let bytes): String(decoding: bytes, as: UTF8.self)
        case .report(let finding): "[\(finding)]"
        case .end(let code): "end \(code)"
        }
    }
}

/// A recording of which a double keeps so much, at most.
@Suite struct EndlessDialogueTests {
    @Test func aDialogueWithoutAnEndIsRefused() throws {
        let message = Array(#"{"jsonrpc":"2.0","method":"x"}"#.utf8)
        var line: [UInt8] = []
        RecordedFrame(sender: .client, id: "1", content: .message(kind: .notification, message)).passage(at: 1)
            .appendLine(to: &line)
        let text = String(repeating: String(decoding: line, as: UTF8.self), count: 101)
        let folder = try TemporaryFolder()
        try folder.write(text, to: "c.ndjson")
        let path = folder.path + "/c.ndjson"
        #expect(throws: SystemError("keep more than 100 events or 1 GiB of a recording in memory", code: EFBIG)) {
            try DialogueScript(CassetteReader(path), kept: KeptEvents(most: 100))
        }
    }
}

/// The demands of https://github.com/kerlenton/mcpsnoop/issues/208 on a double of an MCP server, in the order of that text.
@Suite struct DoubleDemandTests {
    private static let sample = SampleDialogue(
        [
            #"> {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","clientInfo":{"name":"a","version":"1"}}}"#,
            #"< {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-06-18"}}"#,
            #"> {"jsonrpc":"2.0","method":"notifications/initialized"}"#,
            #"> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"next","_meta":{"progressToken":1}}}"#,
            #"< {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}"#,
            #"< {"jsonrpc":"2.0","id":1,"result":{"text":"one"}}"#,
            #"> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"next","_meta":{"progressToken":2}}}"#,
            #"< {"jsonrpc":"2.0","id":2,"result":{"text":"two"}}"#,
        ], .mcp)

    /// 1. One message a line, and nothing else on stdout.
    @Test func oneMessageALine() {
        for entry in Self.sample.script.entries {
            let framed = Self.sample.script.framing.frame(entry.message.bytes)
            expect(framed.count { $0 == 0x0A } == 1 && framed.last == 0x0A)
        }
    }

    /// 2. The incoming id, never the recorded one.
    @Test(arguments: ["77", #""abc""#]) func theIncomingID(_ id: String) {
        var double = Self.sample.double()
        let sent = double.reaction(#"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"next"}}"#)
        expect(sent.last, equals: #"{"jsonrpc":"2.0","id":\#(id),"result":{"text":"one"}}"#)
    }

    /// 3. No reply to a notification, not even to one that was not recorded.
    @Test(arguments: ["notifications/initialized", "notifications/unknown"])
    func noReplyToANotification(_ method: String) {
        var double = Self.sample.double()
        let sent = double.reaction(#"{"jsonrpc":"2.0","method":"\#(method)"}"#)
        #expect(!sent.contains { $0.hasPrefix("{") })
    }

    /// 4. A match by method and parameters, without what is volatile in `_meta`.
    @Test func volatileValuesDoNotCount() {
        var double = Self.sample.double()
        let sent = double.reaction(
            #"{"id":5,"jsonrpc":"2.0","method":"tools/call","params":{"_meta":{"progressToken":"x","traceparent":"00-1"},"name":"next"}}"#
        )
        expect(
            sent,
            equals: [
                #"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"x","progress":1}}"#,
                #"{"jsonrpc":"2.0","id":5,"result":{"text":"one"}}"#,
            ])
    }

    /// 5. Equal calls are answered in recorded order, then the last ones again.
    @Test func equalCallsInRecordedOrder() {
        var double = Self.sample.double()
        let texts = (1...4).map { id in
            double.reaction(#"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"next"}}"#).last ?? ""
        }
        expect(texts.map { $0.contains("one") }, equals: [true, false, false, false])
        #expect(texts.dropFirst().allSatisfy { $0.contains("two") })
    }

    /// 6. What was not recorded is an error that names the method.
    @Test(arguments: [
        (
            #""method":"tools/list""#,
            #""error":{"code":-32601,"message":"tools/list was not recorded"}"#
        ),
        (
            #""method":"tools/call","params":{"name":"other"}"#,
            #"{"code":-32602,"message":"tools/call was not recorded with these parameters; the nearest, tools/call (line 5), differs at params.name: expected \"next\", got \"other\""}"#
        ),
    ])
    func anErrorNamesTheMethod(_ row: (request: String, error: String)) {
        var double = Self.sample.double()
        let sent = double.reaction(#"{"jsonrpc":"2.0","id":9,\#(row.request)}"#)
        #expect(sent.contains { $0.contains(row.error) && $0.contains(#""id":9"#) }, "\(sent)")
    }

    /// 7. It shows in the exit code.
    @Test func theExitCodeShowsIt() {
        var double = Self.sample.double()
        expect(double.exitCode, equals: 0)
        _ = double.reaction(#"{"jsonrpc":"2.0","id":9,"method":"tools/list"}"#)
        expect(double.exitCode, equals: 65)
        var strict = Self.sample.double(.server, .strict)
        expect(strict.reaction(#"{"jsonrpc":"2.0","id":9,"method":"tools/list"}"#).last, equals: "end 65")
    }

    /// 8. Each inexact answer is reported.
    @Test func inexactAnswersAreReported() {
        var double = Self.sample.double()
        let greeting = double.reaction(
            #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2024-11-05","clientInfo":{"name":"a","version":"2"}}}"#
        )
        expect(
            greeting.first,
            equals:
                #"[initialize (line 2): params.protocolVersion differs: expected "2025-06-18", got "2024-11-05"; answered as recorded]"#
        )
        expect(greeting.last, equals: #"{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-06-18"}}"#)
        var loose = Self.sample.double(.server, .loose)
        let sent = loose.reaction(#"{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"other"}}"#)
        expect(sent.first?.contains("params.name differs") == true && sent.last?.contains("one") == true)
        expect(double.exitCode == 0 && loose.exitCode == 0)
    }

    /// 9. A result that asks for input, and the call that goes on, are one operation.
    @Test func inputRequiredAndItsContinuationAreOneOperation() {
        func call(_ id: Int, _ state: String?) -> String {
            let more = state.map { #","inputResponses":{"a":"yes"},"requestState":"\#($0)""# } ?? ""
            return #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"ask"\#(more)}}"#
        }
        func asked(_ id: Int, _ state: String) -> String {
            #"{"jsonrpc":"2.0","id":\#(id),"result":{"resultType":"input_required","requestState":"\#(state)"}}"#
        }
        func done(_ id: Int, _ text: String) -> String {
            #"{"jsonrpc":"2.0","id":\#(id),"result":{"resultType":"complete","text":"\#(text)"}}"#
        }
        let sample = SampleDialogue(
            [
                "> " + call(1, nil), "< " + asked(1, "s1"), "> " + call(2, nil), "< " + asked(2, "s2"),
                "> " + call(3, "s1"), "< " + done(3, "first"), "> " + call(4, "s2"), "< " + done(4, "second"),
            ], .modernMCP)
        var double = sample.double()
        expect(double.reaction(call(10, nil)), equals: [asked(10, "s1")])
        expect(double.reaction(call(11, nil)), equals: [asked(11, "s2")])
        // The second operation goes on before the first one.
        expect(double.reaction(call(12, "s2")), equals: [done(12, "second")])
        expect(double.reaction(call(13, "s1")), equals: [done(13, "first")])
    }

    /// 10. A redacted capture is recognised, so that the command can refuse it.
    @Test func aRedactedCaptureIsRecognised() {
        #expect(SampleDialogue([], isRedacted: true).script.isRedacted)
        #expect(!Self.sample.script.isRedacted)
    }
}

/// The rest of what a double does.
@Suite struct DialogueDoubleTests {
    @Test func requestsOfTheServerComeAtTheirPlace() {
        let sample = SampleDialogue(
            [
                #"> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}}"#,
                #"< {"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{"text":"?"}}"#,
                #"> {"jsonrpc":"2.0","id":1,"result":{"text":"!"}}"#,
                #"< {"jsonrpc":"2.0","id":1,"result":{}}"#,
                #"< {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#,
            ], .mcp)
        var double = sample.double()
        let call = #"{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"a"}}"#
        expect(
            double.reaction(call),
            equals: [
                #"{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{"text":"?"}}"#
            ])
        expect(
            double.reaction(#"{"jsonrpc":"2.0","id":1,"result":{"text":"!"}}"#),
            equals: [
                #"{"jsonrpc":"2.0","id":8,"result":{}}"#,
                #"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#,
            ])
        // Again: the double's own request has a new id, and what followed the answer came once.
        expect(double.reaction(call).last?.contains(#""id":2,"method":"sampling"#), equals: true)
        expect(
            double.reaction(#"{"jsonrpc":"2.0","id":2,"result":{"text":"!"}}"#),
            equals: [
                #"{"jsonrpc":"2.0","id":8,"result":{}}"#
            ])
    }

    @Test func aCancelledRequestGetsNoAnswer() {
        let lines = [
            #"> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"slow"}}"#,
            #"< {"jsonrpc":"2.0","id":1,"method":"roots/list"}"#,
            #"> {"jsonrpc":"2.0","id":1,"result":{}}"#,
            #"< {"jsonrpc":"2.0","id":1,"result":{}}"#,
        ]
        var double = SampleDialogue(lines, .mcp).double()
        _ = double.reaction(#"{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"slow"}}"#)
        #expect(
            double.reaction(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}}"#).isEmpty)
        #expect(double.reaction(#"{"jsonrpc":"2.0","id":1,"result":{}}"#).isEmpty)
        // A language server answers nevertheless.
        var server = SampleDialogue(lines.map { $0.replacing("tools/call", with: "hover") }, .lsp).double()
        _ = server.reaction(#"{"jsonrpc":"2.0","id":5,"method":"hover","params":{"name":"slow"}}"#)
        let sent = server.reaction(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":5}}"#)
        expect(sent.first?.contains(#""id":5,"error":{"code":-32800"#), equals: true)
    }

    @Test func anAnswerAfterACancellationWaitsForIt() {
        var double = SampleDialogue(
            [
                #"> {"jsonrpc":"2.0","id":1,"method":"hover"}"#,
                #"> {"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}"#,
                #"< {"jsonrpc":"2.0","id":1,"error":{"code":-32800,"message":"cancelled"}}"#,
            ], .lsp
        ).double()
        #expect(double.reaction(#"{"jsonrpc":"2.0","id":7,"method":"hover"}"#).isEmpty)
        expect(
            double.reaction(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":7}}"#),
            equals: [
                #"{"jsonrpc":"2.0","id":7,"error":{"code":-32800,"message":"cancelled"}}"#
            ])
    }

    @Test func theDebugAdapterHasItsOwnNumbers() {
        var double = SampleDialogue(
            [
                #"> {"seq":1,"type":"request","command":"initialize","arguments":{}}"#,
                #"< {"seq":5,"type":"response","request_seq":1,"success":true,"command":"initialize"}"#,
                #"< {"seq":6,"type":"event","event":"initialized"}"#,
                #"> {"seq":2,"type":"request","command":"disconnect"}"#,
                #"< {"seq":7,"type":"response","request_seq":2,"success":true,"command":"disconnect"}"#,
            ]
        ).double()
        expect(
            double.reaction(#"{"seq":41,"type":"request","command":"initialize"}"#),
            equals: [
                #"{"seq":1,"type":"response","request_seq":41,"success":true,"command":"initialize"}"#,
                #"{"seq":2,"type":"event","event":"initialized"}"#,
            ])
        let refused = double.reaction(#"{"seq":42,"type":"request","command":"threads"}"#)
        expect(
            refused.last,
            equals:
                #"{"seq":3,"type":"response","request_seq":42,"success":false,"command":"threads","message":"threads was not recorded"}"#
        )
        expect(double.reaction(#"{"seq":43,"type":"request","command":"disconnect"}"#).last, equals: "end 65")
    }

    @Test func aBatchGetsABatch() {
        var double = SampleDialogue(
            [
                #"> [{"jsonrpc":"2.0","id":1,"method":"a"},{"jsonrpc":"2.0","id":2,"method":"b"}]"#,
                #"< [{"jsonrpc":"2.0","id":1,"result":1},{"jsonrpc":"2.0","id":2,"result":2}]"#,
            ]
        ).double()
        expect(
            double.reaction(#"[{"jsonrpc":"2.0","id":8,"method":"b"},{"jsonrpc":"2.0","id":9,"method":"a"}]"#),
            equals: [
                #"[{"jsonrpc":"2.0","id":8,"result":2},{"jsonrpc":"2.0","id":9,"result":1}]"#
            ])
    }

    @Test func anotherFolderIsTheRecordedOne() {
        var double = SampleDialogue(
            [
                #"> {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":1,"rootUri":"file:///old/place"}}"#,
                #"< {"jsonrpc":"2.0","id":1,"result":{}}"#,
                #"> {"jsonrpc":"2.0","id":2,"method":"hover","params":{"uri":"file:///old/place/a.py"}}"#,
                #"< {"jsonrpc":"2.0","id":2,"result":{"uri":"file:///old/place/b.py","other":"/old/placeholder"}}"#,
            ], .lsp
        ).double()
        let greeting = double.reaction(
            #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":2,"rootUri":"file:///new"}}"#)
        expect(greeting, equals: [#"{"jsonrpc":"2.0","id":1,"result":{}}"#])
        expect(
            double.reaction(#"{"jsonrpc":"2.0","id":2,"method":"hover","params":{"uri":"file:///new/a.py"}}"#),
            equals: [
                #"{"jsonrpc":"2.0","id":2,"result":{"uri":"file:///new/b.py","other":"/old/placeholder"}}"#
            ])
    }

    @Test func anUnknownVersionOfTheModernProtocolIsRefused() {
        func list(_ version: String) -> String {
            #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"\#(version)"}}}"#
        }
        var double = SampleDialogue(["> " + list("2026-07-28"), #"< {"jsonrpc":"2.0","id":1,"result":{}}"#]).double()
        let sent = double.reaction(list("2027-01-01")).last ?? ""
        expect(sent.contains(#""code":-32022"#) && sent.contains(#""supported":["2026-07-28"]"#), "\(sent)")
    }

    @Test func aRequestWithoutARecordedAnswerGetsNone() {
        var double = SampleDialogue([#"> {"jsonrpc":"2.0","id":1,"method":"a"}"#]).double()
        expect(
            double.reaction(#"{"jsonrpc":"2.0","id":1,"method":"a"}"#),
            equals: [
                "[a (line 2) was recorded without an answer, so it gets none]"
            ])
    }

    @Test func theRecordedPaceIsKept() {
        let sample = SampleDialogue([
            #"> {"jsonrpc":"2.0","id":1,"method":"a"}"#, #"< {"jsonrpc":"2.0","id":1,"result":1}"#,
        ])
        var double = DialogueDouble(sample.script, side: .server, pace: .recorded)
        #expect(double.reaction(#"{"jsonrpc":"2.0","id":1,"method":"a"}"#, at: .at(.seconds(10))).isEmpty)
        expect(double.nextDue, equals: .at(.seconds(11)))
        expect(double.advance(at: .at(.seconds(11))).map(\.summary), equals: [#"{"jsonrpc":"2.0","id":1,"result":1}"#])
    }
}

/// What comes of hostile peers.
@Suite struct DialogueDoubleLimitTests {
    @Test func openRequestsAreBounded() {
        // Each waits for an answer to the double's own request.
        var double = SampleDialogue([
            #"> {"jsonrpc":"2.0","id":1,"method":"a"}"#, #"< {"jsonrpc":"2.0","id":1,"method":"b"}"#,
            #"> {"jsonrpc":"2.0","id":1,"result":1}"#, #"< {"jsonrpc":"2.0","id":1,"result":1}"#,
        ]).double()
        double.runs.limit = 3
        let sent = (1...4).map { double.reaction(#"{"jsonrpc":"2.0","id":\#($0),"method":"a"}"#).last ?? "" }
        expect(sent.map { $0.contains(#""error""#) }, equals: [false, false, false, true])
    }

    @Test(arguments: ["", "x", "[", "{}", "[1,2]", #"{"jsonrpc":"2.0","id":{},"method":"a"}"#, #"{"id":1,"result":1}"#])
    func whatIsNoMessageIsReported(_ text: String) {
        var double = SampleDialogue([#"> {"jsonrpc":"2.0","id":1,"method":"a"}"#]).double()
        let found = double.reaction(text)
        expect(!found.isEmpty && found.allSatisfy { $0.hasPrefix("[") })
    }

    @Test func aServerThatFloodsNotificationsIsReported() {
        let sample = SampleDialogue([
            #"> {"jsonrpc":"2.0","id":1,"method":"a"}"#, #"< {"jsonrpc":"2.0","id":1,"result":1}"#,
        ])
        var client = sample.double(.client, .trial)
        _ = client.start(at: .at(0))
        let found = (0...DialogueDouble.mostUnpaired).flatMap { _ in client.reaction(#"{"jsonrpc":"2.0","method":"x"}"#)
        }
        expect(found, equals: ["[x was not recorded]"])
    }
}
