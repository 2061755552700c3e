import JSONRPC
import Platform
import TestSupport
import Testing

@testable import RPC

/// What is wrong in a dialogue, from its bytes.
@Suite struct DialogueDiagnosisTests {
    struct Row: CustomTestStringConvertible {
        let name: String
        var table: DialogueProtocol?
        var framing: Framing?
        let dialogue: [(RPCPeer, String)]
        let reports: [String]

        init(
            _ name: String, in table: DialogueProtocol? = nil, framing: Framing? = nil,
            _ dialogue: [(RPCPeer, String)], _ reports: [String]
        ) {
            (self.name, self.table, self.framing) = (name, table, framing)
            (self.dialogue, self.reports) = (dialogue, reports)
        }

        var testDescription: String { name }
    }

    private static func receive(
        _ text: String, _ inspector: inout DialogueInspector, from side: RPCPeer, at now: Instant
    ) {
        Array(text.utf8).withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = inspector.read(from: side) { room in
                    let next = UnsafeRawBufferPointer(rebasing: rest.prefix(room.count))
                    room.copyMemory(from: next)
                    return next.count
                }
                rest = rest.dropFirst(count)
                while inspector.next(from: side, at: now) != nil {}
            }
        }
    }

    private static func reports(
        of dialogue: [(RPCPeer, String)], _ table: DialogueProtocol? = nil, framing: Framing? = nil
    ) -> [String] {
        var inspector = DialogueInspector(framing: framing, table, patience: .seconds(30))
        let now = Instant.now
        for (side, text) in dialogue {
            receive(text, &inspector, from: side, at: now)
        }
        for side in RPCPeer.allCases { inspector.end(of: side, at: now) }
        inspector.conclude()
        return inspector.takeReports()
    }

    /// The Python SDK of MCP refuses all of these.
    @Test(
        arguments: [
            (#"{"id":1,"result":{}}"#, EnvelopeFault.noVersion),
            (#"{"jsonrpc":"1.0","id":1,"result":{}}"#, .otherVersion),
            (#"{"jsonrpc":2.0,"id":1,"result":{}}"#, .otherVersion),
            (#"{"jsonrpc":"2.0","id":1,"result":null}"#, .resultIsNoObject),
            (#"{"jsonrpc":"2.0","id":1,"result":[1]}"#, .resultIsNoObject),
            (#"{"jsonrpc":"2.0","id":1,"error":null}"#, .errorIsNoObject),
            (#"{"jsonrpc":"2.0","id":1,"error":"bad"}"#, .errorIsNoObject),
            (#"{"jsonrpc":"2.0","id":1,"error":{"message":"x"}}"#, .noCode),
            (#"{"jsonrpc":"2.0","id":1,"error":{"code":1.5,"message":"x"}}"#, .noCode),
            (#"{"jsonrpc":"2.0","id":1,"error":{"code":1}}"#, .noText),
            (#"{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":""}}"#, .resultAndError),
            (#"{"jsonrpc":"2.0","method":"a","params":[1]}"#, .paramsAreNoObject),
            (#"{"jsonrpc":"2.0","method":"a","params":"s"}"#, .paramsAreNoObject),
            (#"{"jsonrpc":"2.0","id":null,"method":"a"}"#, .nullID),
            (#"{"jsonrpc":"2.0","id":1.5,"method":"a"}"#, .fractionalID),
            (#"{"seq":1,"type":"response","request_seq":1,"command":"a"}"#, .noSuccess),
            (#"{"seq":1,"type":"response","request_seq":1,"success":true}"#, .noCommand),
            (#"{"seq":"1","type":"event","event":"a"}"#, .noNumber),
            (#"{"jsonrpc":"2.0","id":-1,"error":{"code":-32600,"message":"x"}}"#, nil),
            (#"{"jsonrpc":"2.0","id":"1.5","method":"a","params":{}}"#, nil),
            (#"{"seq":1,"type":"event","event":"a"}"#, nil),
        ] as [(String, EnvelopeFault?)])
    func whatOthersRefuseIsNamed(_ message: String, _ fault: EnvelopeFault?) throws {
        try expect(RPCMessage(Array(message.utf8)).fault(in: .mcp), equals: fault)
        let reports = Self.reports(of: [(.server, message + "\n")], .mcp)
        guard let fault else { return #expect(!reports.contains { $0.hasPrefix("the server: ") }) }
        #expect(reports.contains { $0.hasPrefix("the server: \(fault.rawValue): ") }, "\(reports)")
    }

    /// Language servers answer with anything, and their clients write null for no parameters.
    @Test(arguments: [
        #"{"jsonrpc":"2.0","id":1,"result":null}"#, #"{"jsonrpc":"2.0","id":1,"method":"shutdown","params":null}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"a","params":[]}"#,
    ])
    func aLanguageServerMay(_ message: String) throws {
        try expect(RPCMessage(Array(message.utf8)).fault(in: .lsp), equals: nil)
    }

    private static let call = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\"}\n"
    private static let answer = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n"
    private static let cancel =
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}\n"

    static let rows = [
        Row("all is well", [(.client, call), (.server, answer)], []),
        Row(
            "noise, once", [(.client, call), (.server, "Server started\u{1B}[0m\nand more\n" + answer)],
            [
                #"the server wrote output that is not a message: "Server started\u{1B}[0m""#,
                "1 more findings like these",
            ]),
        Row(
            "broken JSON", [(.client, call), (.server, "{\"id\":1,\n" + answer)],
            [
                "the server: the message is not valid JSON: invalid JSON at byte 8: \"{\"id\":1,\""
            ]),
        Row(
            "no message", [(.client, "{\"id\":{}}\n")],
            [#"the client: the id is neither a string nor a number: "{"id":{}}""#]),
        Row("no answer", [(.client, call)], ["the server never answered tools/call (id 1)"]),
        Row(
            "no answer of the client", in: .mcp,
            [(.server, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"roots/list\"}\n")],
            ["the client never answered roots/list (id 1)"]),
        Row("a cancelled request needs none", in: .mcp, [(.client, call + cancel)], []),
        Row(
            "an answer after a cancellation", in: .mcp, [(.client, call + cancel), (.server, answer)],
            ["the server answered tools/call (id 1) after it was cancelled"]),
        Row(
            "a language server answers cancelled requests", in: .lsp, framing: .lines,
            [
                (.client, call),
                (.client, "{\"jsonrpc\":\"2.0\",\"method\":\"$/cancelRequest\",\"params\":{\"id\":1}}\n"),
                (.server, answer),
            ], []),
        Row(
            "an id used twice", [(.client, call + call), (.server, answer)],
            ["the client uses the id 1 of tools/call, which has no answer yet, again for tools/call"]),
        Row(
            "an answer to nothing", [(.client, call), (.server, answer + answer)],
            ["the server answered the id 1, which no open request has"]),
        Row(
            "a server that asks", in: .modernMCP,
            [(.server, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"roots/list\"}\n")],
            [
                "the server sent a request (roots/list); in mcp-2026 it must not",
                "the client never answered roots/list (id 1)",
            ]),
        Row(
            "a client that answers", in: .modernMCP, [(.client, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n")],
            ["the client sent a response; in mcp-2026 it must not"]),
        Row(
            "a subscription stays open", in: .modernMCP,
            [(.client, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"subscriptions/listen\"}\n")], []),
        Row(
            "a byte order mark", in: .mcp, [(.server, "\u{FEFF}{\"jsonrpc\":\"2.0\",\"method\":\"a\"}\n")],
            ["the server put a byte order mark (EF BB BF) in front of a message"]),
        Row(
            "CR LF", [(.client, call), (.server, String(answer.dropLast()) + "\r\n")],
            ["the server ends lines with CR LF; that is legal, but some programs expect LF alone"]),
        Row(
            "a wrong length", in: .lsp,
            [(.client, "Content-Length: 2\r\n\r\n{}x"), (.server, "Content-Length: two\r\n\r\n")],
            [
                #"the client: the message has neither a method nor a result nor an error: "{}""#,
                #"the server sent a broken frame: "two" is not a valid Content-Length: "Content-Length: two""#,
                #"the client's output ended in the middle of a message: "x""#,
            ]),
        Row(
            "LF in a header", in: .lsp,
            [
                (.client, "Content-Length: \(call.utf8.count)\n\n" + call),
                (.server, "Content-Length: \(answer.utf8.count)\r\n\r\n" + answer),
            ],
            ["the client ends header lines with LF alone; the protocol requires CR LF, and most programs refuse it"]),
        Row(
            "a line without an end", [(.server, "{" + String(repeating: "x", count: FrameReader.longestMessage))],
            [
                "the server sent a message of 16777217 bytes or more; beyond 16 MiB none is examined or recorded",
                #"the server's output ended in the middle of a message: """#,
            ]),
        Row(
            "half a message", [(.client, call), (.server, answer + "{\"jsonrpc\"")],
            [#"the server's output ended in the middle of a message: "{"jsonrpc"""#]),
        Row(
            "requests of a batch", [(.client, "[" + call.dropLast() + "]\n"), (.server, answer)], []),
    ]

    @Test(arguments: rows) func isNamed(_ row: Row) {
        expect(Self.reports(of: row.dialogue, row.table, framing: row.framing), equals: row.reports)
    }

    @Test func aSlowRequestIsReportedOnce() throws {
        var inspector = DialogueInspector(framing: nil, nil, patience: .seconds(30))
        let now = Instant.now
        func send(_ text: String, from side: RPCPeer) {
            Self.receive(text, &inspector, from: side, at: now)
        }
        send(Self.call, from: .client)
        send("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"b\"}\n", from: .client)
        send(Self.answer, from: .server)
        expect(inspector.deadline, equals: now + .seconds(30))
        inspector.proceed(at: now + .seconds(29))
        expect(inspector.takeReports(), equals: [])
        inspector.proceed(at: now + .seconds(30))
        expect(inspector.takeReports(), equals: ["the server has not answered b (id 2) for 30 seconds"])
        expect(inspector.deadline, equals: nil)
    }

    @Test func thousandsOfFindingsAreBounded() {
        let noise = (0..<5000).map { "{\"jsonrpc\":\"2.0\",\"id\":\"\($0)\",\"method\":\"m\($0)\"}\n" }.joined()
        let reports = Self.reports(of: [(.client, noise + noise)])
        #expect(reports.count <= DialogueDiagnosis.most + 1)
    }

    /// A frame may be quoted, but not its megabytes.
    @Test func quotationsAreShort() {
        let reports = Self.reports(of: [(.client, String(repeating: "x", count: 1 << 20) + "\n")])
        expect(reports.count, equals: 1)
        #expect(reports.allSatisfy { $0.utf8.count < 1000 })
    }
}
