import JSONRPC
import Platform
import Recording
import TestSupport
import Testing

@testable import RPC

/// Messages of a dialogue, and what belongs together.
@Suite struct RPCMessageTests {
    private func summary(_ json: String) -> String {
        do throws(RPCMessage.Problem) {
            let message = try RPCMessage(Array(json.utf8))
            func text(_ bytes: [UInt8]?) -> String { bytes.map { String(decoding: $0, as: UTF8.self) } ?? "-" }
            let parts = [
                message.kind.rawValue, text(message.id), message.method ?? "-", text(message.text(message.params)),
                text(message.text(message.result)), text(message.text(message.error)),
            ]
            return parts.joined(separator: " ")
        } catch {
            return "\(error)"
        }
    }

    @Test(arguments: [
        (#"{"jsonrpc":"2.0","id":1,"method":"a","params":{"b":1}}"#, #"request 1 a {"b":1} - -"#),
        (#"{"jsonrpc":"2.0","id":"1","method":"a"}"#, #"request "1" a - - -"#),
        (#"{"jsonrpc":"2.0","method":"a"}"#, "notification - a - - -"),
        (#"{"jsonrpc":"2.0","id":null,"method":"a"}"#, "notification - a - - -"),
        (#"{"jsonrpc":"2.0","id":1,"result":null}"#, "response 1 - - null -"),
        (#"{"jsonrpc":"2.0","id":1,"error":{"code":-1}}"#, #"response 1 - - - {"code":-1}"#),
        (#"[{"jsonrpc":"2.0","id":1,"method":"a"}]"#, "batch - - - - -"),
        (#"{"seq":3,"type":"request","command":"next","arguments":{"t":1}}"#, #"request 3 next {"t":1} - -"#),
        (
            #"{"seq":4,"type":"response","request_seq":3,"success":true,"command":"next"}"#,
            "response 3 next - true -"
        ),
        (
            #"{"seq":4,"type":"response","request_seq":3,"success":false,"command":"next","message":"no"}"#,
            #"response 3 next - - "no""#
        ),
        (#"{"seq":5,"type":"event","event":"stopped","body":{}}"#, "notification - stopped {} - -"),
        (#"{"seq":5,"type":"other"}"#, #""other" is neither request, response nor event"#),
        (#"{"jsonrpc":"2.0","id":{},"method":"a"}"#, "the id is neither a string nor a number"),
        (#"{"jsonrpc":"2.0","method":1}"#, "the method is not a string"),
        ("{}", "the message has neither a method nor a result nor an error"),
        ("[1", "the batch is not valid JSON"),
    ])
    func isRead(_ row: (json: String, summary: String)) { expect(summary(row.json), equals: row.summary) }

    @Test func brokenJSONIsRefused() {
        #expect(summary(#"{"id":1,"#).hasPrefix("the message is not valid JSON"))
        #expect(throws: RPCMessage.Problem.self) { try RPCMessage([0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D]) }
    }

    @Test(arguments: [
        (#"{"id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}"#, Framing.lines, "mcp"),
        (#"{"id":0,"method":"initialize","params":{"protocolVersion":1}}"#, .lines, "acp"),
        (#"{"id":0,"method":"initialize","params":{"processId":1,"capabilities":{}}}"#, .headers, "lsp"),
        (#"{"id":0,"method":"server/discover"}"#, .lines, "mcp-2026"),
        (
            #"{"id":0,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#,
            .lines, "mcp-2026"
        ),
        (#"{"seq":1,"type":"request","command":"initialize"}"#, .headers, "dap"),
        (#"{"id":0,"method":"tools/list"}"#, .lines, "none"),
    ])
    func theFirstMessageShowsTheProtocol(_ row: (json: String, framing: Framing, name: String)) throws {
        let message = try RPCMessage(Array(row.json.utf8))
        expect((DialogueProtocol.spoken(by: message, in: row.framing)?.name ?? "none"), equals: row.name)
    }

    /// Later messages are not searched for it.
    @Test(arguments: [(99, "mcp"), (100, "json-rpc")]) func aHundredMessagesMayShowTheProtocol(_ row: (Int, String)) {
        var calls = PendingCalls(nil)
        func receive(_ json: String, from sender: RPCPeer = .client) {
            _ = calls.observe(.message(Array(json.utf8), wrapping: []), from: sender, in: .lines, at: .past)
        }
        for _ in 0..<row.0 { receive(#"{"method":"a"}"#) }
        for _ in 0..<200 { receive(#"{"method":"a"}"#, from: .server) }
        receive(#"{"id":1,"method":"initialize","params":{"protocolVersion":"2025-03-26"}}"#)
        expect(calls.table.name, equals: row.1)
    }

    /// Whoever looks at a frame, its bytes were copied once: out of the memory into which they were read.
    @Test(arguments: Framing.allCases) func aFrameIsCopiedOnce(_ framing: Framing) {
        let message = Array(
            #"{"jsonrpc":"2.0","id":1,"method":"a","params":{"b":"\#(String(repeating: "c", count: 1000))"}}"#.utf8)
        var reader = FrameReader(framing: framing)
        var places: [UnsafeRawBufferPointer] = []
        let frame = framing.frame(message)
        _ = reader.read { room in
            room.copyBytes(from: frame)
            places.append(UnsafeRawBufferPointer(room))
            return frame.count
        }
        guard let item = reader.next() else { return expect(false) }
        var calls = PendingCalls(.jsonRPC)
        let seen = calls.observe(item, from: .client, in: framing, at: .past)
        guard case .message(let bytes, _) = seen.item else { return expect(false) }
        let place = bytes.withUnsafeBytes(\.baseAddress)
        expect(seen.parts.map { $0.message.bytes.withUnsafeBytes(\.baseAddress) }, equals: [place])
        // The next read goes where the frame was: nothing is left to be moved.
        _ = reader.read { room in
            places.append(UnsafeRawBufferPointer(room))
            return 0
        }
        expect(places[1].baseAddress, equals: places[0].baseAddress)
    }
}

@Suite struct PendingCallsTests {
    private func relations(_ table: DialogueProtocol, _ messages: [(RPCPeer, String)]) throws -> [PendingCalls.Relation]
    {
        var open = PendingCalls(table)
        return try messages.map { open.receive(try RPCMessage(Array($0.1.utf8)), from: $0.0) }
    }

    @Test func bothSidesUseTheSameIDs() throws {
        let found = try relations(
            .mcp,
            [
                (.client, #"{"id":1,"method":"tools/call"}"#), (.server, #"{"id":1,"method":"roots/list"}"#),
                (.client, #"{"id":1,"result":{}}"#), (.server, #"{"id":1,"result":{}}"#),
                (.server, #"{"id":1,"result":{}}"#),
            ])
        let methods = found.map { relation in
            if case .response(let request) = relation { request.method } else { "" }
        }
        expect(methods, equals: ["", "", "roots/list", "tools/call", ""])
        expect(found.last, equals: .strayResponse)
    }

    @Test func aCancelledRequestIsKnown() throws {
        let found = try relations(
            .lsp,
            [
                (.client, #"{"id":1,"method":"textDocument/hover"}"#),
                (.client, #"{"method":"$/cancelRequest","params":{"id":1}}"#), (.server, #"{"id":1,"result":null}"#),
            ])
        guard case .response(let request)? = found.last else {
            Issue.record("\(found)")
            return
        }
        #expect(request.isCancelled)
    }

    @Test func aRepeatedIDIsFound() throws {
        let found = try relations(
            .jsonRPC, [(.client, #"{"id":1,"method":"a"}"#), (.client, #"{"id":1,"method":"b"}"#)])
        guard case .repeatedID(let request, let open)? = found.last else {
            Issue.record("\(found)")
            return
        }
        expect(request.method == "b" && open.method == "a")
    }

    @Test func progressBelongsToTheRequestWithItsToken() throws {
        let found = try relations(
            .mcp,
            [
                (.client, #"{"id":1,"method":"tools/call","params":{"_meta":{"progressToken":7}}}"#),
                (.server, #"{"method":"notifications/progress","params":{"progressToken":7,"progress":1}}"#),
                (.server, #"{"method":"notifications/progress","params":{"progressToken":8,"progress":1}}"#),
            ])
        guard case .progress(let request?) = found[1] else {
            Issue.record("\(found)")
            return
        }
        expect(request.method, equals: "tools/call")
        expect(found[2], equals: .progress(of: nil))
    }

    @Test func theOldestOpenRequestsAreForgotten() throws {
        var open = PendingCalls(.jsonRPC)
        for id in 1...PendingCalls.most + 10 {
            _ = open.receive(try RPCMessage(Array(#"{"id":\#(id),"method":"a"}"#.utf8)), from: .client)
        }
        expect(open.all.count, equals: PendingCalls.most)
        expect(
            open.receive(try RPCMessage(Array(#"{"id":1,"result":1}"#.utf8)), from: .server), equals: .strayResponse)
    }
}

extension PendingCallsTests {
    /// A request that stays open for ever must not keep all later ones.
    @Test func answeredRequestsAreForgottenBehindAnOpenOne() throws {
        var open = PendingCalls(.modernMCP)
        _ = open.receive(try RPCMessage(Array(#"{"id":0,"method":"subscriptions/listen"}"#.utf8)), from: .client)
        for id in 1...3 * PendingCalls.most {
            _ = open.receive(try RPCMessage(Array(#"{"id":\#(id),"method":"a"}"#.utf8)), from: .client)
            _ = open.receive(try RPCMessage(Array(#"{"id":\#(id),"result":1}"#.utf8)), from: .server)
        }
        expect(open.all.map(\.method), equals: ["subscriptions/listen"])
    }

    @Test func longIDsAreNotRemembered() throws {
        var open = PendingCalls(.jsonRPC)
        let id = String(repeating: "7", count: PendingCalls.longestID + 1)
        _ = open.receive(try RPCMessage(Array(#"{"id":\#(id),"method":"a"}"#.utf8)), from: .client)
        #expect(open.all.isEmpty)
    }
}

/// Frames as events of a cassette.
@Suite struct RecordedFrameTests {
    private static let rows: [RecordedFrame] = [
        RecordedFrame(
            sender: .client, id: "client-1", method: "tools/list", correlation: "client-1",
            content: .message(kind: .request, Array(#"{"jsonrpc": "2.0","id":1,"method":"tools/list"}"#.utf8))),
        RecordedFrame(
            sender: .server, id: "server-1", method: "tools/list", correlation: "client-1",
            content: .message(kind: .response, Array(#"{"jsonrpc":"2.0","id":1,"result":{}}"#.utf8)), wrapping: "\r"),
        RecordedFrame(sender: .server, id: "server-2", content: .noise(Array("starting…".utf8))),
        RecordedFrame(sender: .server, id: "server-3", content: .noise([0xFF, 0x00])),
        RecordedFrame(sender: .client, id: "client-2", content: .message(kind: .batch, Array("[{},{}]".utf8))),
    ]

    @Test(arguments: rows) func isReadAsWritten(_ frame: RecordedFrame) {
        var line: [UInt8] = []
        frame.passage(at: 1.5).appendLine(to: &line)
        let bytes = Array(line.dropLast())
        guard let passage = Passage(line: bytes.span) else {
            Issue.record("not a passage: \(String(decoding: line, as: UTF8.self))")
            return
        }
        expect(passage.sender == frame.sender.rawValue && passage.receivers == [frame.sender.other.rawValue])
        expect(RecordedFrame(event: passage.event), equals: frame)
    }

    @Test func spacingWithLineFeedsIsLeftOut() {
        let frame = RecordedFrame(
            sender: .client, id: "client-1", content: .message(kind: .request, Array("{\n \"id\": \"a\\nb\"\n}".utf8)))
        #expect(String(decoding: frame.event, as: UTF8.self).hasSuffix(#""data":{"id":"a\nb"}}"#))
    }
}
