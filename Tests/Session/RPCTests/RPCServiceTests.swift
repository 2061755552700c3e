import JSON
import JSONRPC
import Platform
import TestSupport
import Testing
import Wire

@testable import RPC
@testable import RPCMessages

/// The adapter of `viperline rpc serve` as a value. `RPCServeTests` runs it with real servers.
@Suite struct RPCServiceTests {
    /// What it does, as short lines: `> message` to the server, `TYPE data` to the bus.
    private static func lines(_ effects: [RPCService.Effect]) -> [String] {
        effects.map { effect in
            switch effect {
            case .send(let message): "> \(String(decoding: message, as: UTF8.self))"
            case .emit(let event):
                "\(event.type.split(separator: ".").last ?? "") \(String(decoding: event.data, as: UTF8.self))"
            case .report(let text): "! \(text)"
            case .startAgain: "again"
            case .fail(let reason): "fail \(reason)"
            }
        }
    }

    private static func service(_ spoken: ServedProtocol = .jsonRPC, limit: Int = 1 << 20) -> RPCService {
        var settings = RPCService.Settings(lineLimit: limit, run: "7", version: "9")
        settings.spoken = spoken
        return RPCService(settings)
    }

    private static func receive(_ line: String, _ service: inout RPCService) -> [String] {
        lines(service.receive(.message(Array(line.utf8), wrapping: [])))
    }

    private static func send(_ line: String, _ service: inout RPCService) throws -> [String] {
        lines(service.receive(try Event(line: line)))
    }

    private static let request =
        #"{"type":"rpc.input.request","id":"a","subject":"s","correlationid":"c","data":{"method":"m","params":[1, 2]}}"#

    /// A service without a handshake that has sent one request.
    private static func asking(limit: Int = 1 << 20) throws -> RPCService {
        var service = service(limit: limit)
        expect(lines(service.begin()), equals: [#"ready {"protocol":"json-rpc"}"#])
        try expect(send(request, &service), equals: [#"> {"jsonrpc":"2.0","id":3,"method":"m","params":[1, 2]}"#])
        return service
    }

    // MARK: The handshake

    private static let initialize = #"> {"jsonrpc":"2.0","id":2,"method":"initialize","params":"#
    private static let initialized = #"> {"jsonrpc":"2.0","method":"notifications/initialized","params":{}}"#
    private static let info = #""capabilities":{"tools":{}},"serverInfo":{"name":"x"}"#

    @Test(
        arguments: [
            (
                #"{"jsonrpc":"2.0","id":1,"result":{\#(info)}}"#,
                #"ready {\#(info.replacing(",", with: #","protocol":"mcp-2026","#)),"version":"2026-07-28"}"#
            ),
            (
                #"{"jsonrpc":"2.0","id":1,"result":{"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"y"}}}}"#,
                #"ready {"protocol":"mcp-2026","serverInfo":{"name":"y"},"#
            ),
            (#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"x"}}"#, initialize),
            (
                #"{"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"x","data":{"supported":["2025-06-18"]}}}"#,
                initialize
            ),
            (
                #"{"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"x","data":{"supported":["2027-01-01"]}}}"#,
                "fail the server has only the versions 2027-01-01"
            ),
            (#"{"jsonrpc":"2.0","id":9,"result":{}}"#, nil),
            // A process that writes nothing is no discovery.
            (#"{"jsonrpc":"2.0","id":1,"result":{}}"#, initialize),
            (#"{"jsonrpc":"2.0","id":1,"result":null}"#, initialize),
            (#"{"jsonrpc":"2.0","id":1,"result":{"ok":true}}"#, initialize),
            (#"{"id":1,"result":{\#(info)}}"#, initialize), (#"{"jsonrpc":"2.0","id":1,"error":"bad"}"#, initialize),
        ] as [(String, String?)])
    func anMCPServerShowsItsEra(_ answer: String, _ effect: String?) {
        var service = Self.service(.mcp)
        let first = Self.lines(service.begin())
        expect(
            first.count == 1 && first[0].contains("server/discover")
                && first[0].contains(#"protocolVersion":"2026-07-28""#))
        let effects = Self.receive(answer, &service)
        expect(effects.count, equals: (effect == nil ? 0 : 1))
        #expect(effects.first?.hasPrefix(effect ?? "") ?? true, "\(effects)")
    }

    /// Messages that other clients refuse are errors: of the handshake, and of a request.
    @Test(arguments: [
        #"{"id":ID,"result":{}}"#, #"{"jsonrpc":"2.0","id":ID,"result":null}"#,
        #"{"jsonrpc":"2.0","id":ID,"error":"bad"}"#,
    ])
    func whatOthersRefuseIsAnError(_ answer: String) throws {
        var service = Self.service(.mcp)
        _ = (service.begin(), service.passOver())
        var other = service
        let refused = Self.receive(answer.replacing("ID", with: "2"), &other)
        _ = Self.receive(#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":""}}"#, &other)
        expect(
            refused.isEmpty
                || refused[0].hasPrefix("fail the server's answer to initialize is none that clients accept"))
        _ = Self.receive(#"{"jsonrpc":"2.0","id":1,"result":{"capabilities":{}}}"#, &service)
        _ = try Self.send(Self.request, &service)
        let found = Self.receive(answer.replacing("ID", with: "3"), &service)
        expect(found.count == 1 && found[0].contains(#""code":-32004,"message":"the server's answer is none that"#))
    }

    /// Silence means the era before; a late success still counts.
    @Test(arguments: [true, false]) func aSilentServerGetsInitialize(_ answersLate: Bool) {
        var service = Self.service(.mcp)
        _ = service.begin()
        #expect(service.patience != nil)
        expect(Self.lines(service.passOver()).first?.hasPrefix(Self.initialize), equals: true)
        #expect(service.passOver().isEmpty)
        let late = Self.receive(#"{"jsonrpc":"2.0","id":1,"result":{"capabilities":{}}}"#, &service)
        expect(late, equals: [#"ready {"capabilities":{},"protocol":"mcp-2026","version":"2026-07-28"}"#])
        guard !answersLate else { return }
        var other = Self.service(.mcp)
        _ = (other.begin(), other.passOver())
        let answer = Self.receive(#"{"jsonrpc":"2.0","id":2,"result":{"protocolVersion":"2025-03-26"}}"#, &other)
        expect(answer, equals: [Self.initialized, #"ready {"protocol":"mcp","version":"2025-03-26"}"#])
        expect(other.isReady && other.patience == nil)
    }

    @Test(
        arguments: [
            (
                .acp, #"{"protocolVersion":1,"clientCapabilities":{}"#,
                #"{"protocolVersion":1,"agentInfo":{"name":"x"}}"#,
                [#"ready {"protocol":"acp","serverInfo":{"name":"x"},"version":"1"}"#]
            ),
            (
                .lsp, #"{"processId":null"#, #"{"capabilities":{"hoverProvider":true}}"#,
                [
                    #"> {"jsonrpc":"2.0","method":"initialized","params":{}}"#,
                    #"ready {"capabilities":{"hoverProvider":true},"protocol":"lsp"}"#,
                ]
            ),
        ] as [(ServedProtocol, String, String, [String])])
    func eachProtocolHasItsHandshake(_ spoken: ServedProtocol, _ params: String, _ result: String, _ effects: [String])
    {
        var service = Self.service(spoken)
        expect(Self.lines(service.begin()).first?.hasPrefix(Self.initialize + params), equals: true)
        expect(Self.receive(#"{"jsonrpc":"2.0","id":2,"result":\#(result)}"#, &service), equals: effects)
    }

    /// A server that ends at a method that it does not know is started again, once, without the question.
    @Test func aServerThatDiesOfTheQuestionIsStartedAgain() {
        var service = Self.service(.mcp)
        _ = service.begin()
        expect(Self.lines(service.end("x")), equals: ["again"])
        expect(Self.lines(service.begin()).first?.hasPrefix(Self.initialize), equals: true)
        expect(Self.lines(service.end("ended")), equals: ["fail the server ended before it was ready"])
    }

    @Test func aRefusedHandshakeIsTold() {
        var service = Self.service(.acp)
        _ = service.begin()
        let effects = Self.receive(#"{"jsonrpc":"2.0","id":2,"error":{"code":1,"message":"no licence"}}"#, &service)
        expect(effects, equals: ["fail the server refuses initialize: no licence"])
    }

    // MARK: Requests

    @Test(
        arguments: [
            (#""result":{"x": 1}"#, #"{"method":"m","result":{"x": 1}}"#), (#""result":null"#, #"{"method":"m"}"#),
            (
                #""error":{"code":-1,"message":"no","data":[1]}"#,
                #"{"error":{"code":-1,"data":[1],"message":"no"},"method":"m"}"#
            ),
            (#""error":"no""#, #"{"error":{"code":0,"message":"\"no\""},"method":"m"}"#),
        ]) func anAnswerBelongsToItsRequest(_ outcome: String, _ data: String) throws
    {
        var service = try Self.asking()
        expect(Self.receive(#"{"jsonrpc":"2.0","id":4,\#(outcome)}"#, &service), equals: [])
        let effects = service.receive(.message(Array(#"{"jsonrpc":"2.0","id":3,\#(outcome)}"#.utf8), wrapping: []))
        expect(Self.lines(effects), equals: ["response \(data)"])
        guard case .emit(let event) = effects.first else { return }
        expect((event.subject, event.correlationID, event.causationID) == ("s", "c", "a"))
        #expect(!service.hasOpenRequests)
        expect(Self.receive(#"{"jsonrpc":"2.0","id":3,\#(outcome)}"#, &service), equals: [], "the second one")
    }

    @Test func aBatchIsSeveralAnswers() throws {
        var service = try Self.asking()
        _ = try Self.send(Self.request, &service)
        let effects = Self.receive(
            #"[{"jsonrpc":"2.0","id":4,"result":4},{"jsonrpc":"2.0","id":3,"result":3}]"#, &service)
        expect(effects, equals: [#"response {"method":"m","result":4}"#, #"response {"method":"m","result":3}"#])
    }

    @Test func aResultThatIsTooLongBecomesAnError() throws {
        var service = try Self.asking(limit: 10_000)
        let text = String(repeating: "x", count: 20_000)
        let effects = Self.receive(#"{"jsonrpc":"2.0","id":3,"result":"\#(text)"}"#, &service)
        expect(
            effects.count == 1 && effects[0].contains(#""code":-32001,"data":{"bytes":20002,"limit":10000}"#),
            "\(effects)")
        var other = try Self.asking()
        let beyond = Self.lines(other.receive(.tooLong(99_000_000)))
        expect(beyond.first?.contains("99000000 bytes") == true && !other.hasOpenRequests)
    }

    @Test func aCancelledRequestIsAnsweredAtOnce() throws {
        for id in ["a", "c"] {
            var service = Self.service(.mcp)
            _ = (service.begin(), service.passOver())
            _ = Self.receive(#"{"jsonrpc":"2.0","id":2,"result":{}}"#, &service)
            _ = try Self.send(Self.request, &service)
            let effects = try Self.send(#"{"type":"rpc.input.cancel","id":"x","data":{"id":"\#(id)"}}"#, &service)
            expect(
                effects,
                equals: [
                    #"> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":3}}"#,
                    #"response {"error":{"code":-32800,"message":"m was cancelled"},"method":"m"}"#,
                ])
            expect(Self.receive(#"{"jsonrpc":"2.0","id":3,"result":1}"#, &service), equals: [])
        }
    }

    /// A list is waited for; a call may take as long as the user likes.
    @Test(arguments: [("tools/list", true), ("prompts/list", true), ("tools/call", false), ("resources/read", false)])
    func aListThatDoesNotComeIsAnError(_ method: String, _ isList: Bool) throws {
        var service = Self.service(.mcp)
        _ = (service.begin(), service.passOver())
        _ = Self.receive(#"{"jsonrpc":"2.0","id":2,"result":{}}"#, &service)
        let begin = Instant.now
        let due = begin + RPCService.listPatience
        _ = service.receive(try Event(line: Self.request.replacing(#""m""#, with: "\"\(method)\"")), at: begin)
        expect(service.deadline, equals: (isList ? due : nil))
        #expect(service.expire(at: begin + .seconds(24)).isEmpty)
        expect(
            Self.lines(service.expire(at: due)),
            equals: (isList
                ? [
                    #"> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":3}}"#,
                    #"response {"error":{"code":-32005,"message":"the server has not answered \#(method) "#
                        + #"for 25 seconds"},"method":"\#(method)"}"#,
                ] : []))
        expect(service.deadline == nil && service.hasOpenRequests != isList)
    }

    @Test func requestsAreBounded() throws {
        var service = try Self.asking()
        for _ in 1..<RPCService.mostOpen { _ = try Self.send(Self.request, &service) }
        let effects = try Self.send(Self.request, &service)
        expect(effects.count == 1 && effects[0].contains("-32002"), "\(effects)")
        expect(service.end("x").count, equals: RPCService.mostOpen + 2)
    }

    /// Another process may have carried it out.
    @Test(arguments: [("tools/list", true), ("tools/call", false)])
    func onlyWhatChangesNothingIsRepeated(_ method: String, _ isSent: Bool) throws {
        var service = Self.service(.mcp)
        _ = (service.begin(), service.passOver())
        _ = Self.receive(#"{"jsonrpc":"2.0","id":2,"result":{}}"#, &service)
        let line = #"{"type":"rpc.input.request","id":"a","replayed":true,"data":{"method":"\#(method)"}}"#
        let effects = try Self.send(line, &service)
        expect(
            effects.count == 1 && effects[0].hasPrefix(isSent ? ">" : #"response {"error":{"code":-32003"#),
            "\(effects)")
    }

    @Test func progressBelongsToItsRequest() throws {
        var service = Self.service(.mcp)
        _ = service.begin()
        _ = Self.receive(#"{"jsonrpc":"2.0","id":1,"result":{"capabilities":{}}}"#, &service)
        let sent = try Self.send(
            #"{"type":"rpc.input.request","id":"a","correlationid":"c","data":{"method":"tools/call","params":{"name":"x","_meta":{"a":1}}}}"#,
            &service)
        expect(sent.first?.contains(#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","#), equals: true)
        expect(sent.first?.contains(#""progressToken":3,"a":1}"#), equals: true)
        let line = #"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":3,"progress":1}}"#
        guard case .emit(let event) = service.receive(.message(Array(line.utf8), wrapping: [])).first else {
            throw Missing()
        }
        expect((event.type, event.correlationID) == ("rpc.output.notification", "c"))
    }

    // MARK: The server's own

    @Test(arguments: [true, false]) func requestsOfTheServerHaveAnAnswer(_ areForwarded: Bool) throws {
        var settings = RPCService.Settings(lineLimit: 1 << 20, run: "7", version: "9")
        (settings.spoken, settings.forwardsRequests) = (.jsonRPC, areForwarded)
        var service = RPCService(settings)
        _ = service.begin()
        expect(
            Self.receive(#"{"jsonrpc":"2.0","id":"p","method":"ping"}"#, &service),
            equals: [
                #"> {"jsonrpc":"2.0","id":"p","result":{}}"#
            ])
        let effects = Self.receive(#"{"jsonrpc":"2.0","id":"q","method":"roots/list"}"#, &service)
        guard areForwarded else {
            return expect(
                effects.first?.hasPrefix(#"> {"jsonrpc":"2.0","id":"q","error":{"code":-32601"#), equals: true)
        }
        expect(effects, equals: [#"request {"method":"roots/list","request":"7-1"}"#])
        let answer = #"{"type":"rpc.input.response","data":{"request":"7-1","result":{"roots":[]}}}"#
        try expect(Self.send(answer, &service), equals: [#"> {"jsonrpc":"2.0","id":"q","result":{"roots":[]}}"#])
        try expect(Self.send(answer, &service), equals: ["! no request 7-1 of the server is open"])
    }

    @Test func theEndOfTheServerAnswersAllRequests() throws {
        var service = try Self.asking()
        expect(
            Self.lines(service.end("ended with exit code 3")),
            equals: [
                #"response {"error":{"code":-32000,"message":"the server ended with exit code 3"},"method":"m"}"#,
                #"ended {"message":"The server ended with exit code 3.","requests":1}"#,
                "fail The server ended with exit code 3.",
            ])
    }

    @Test func whatIsNoMessageIsReported() throws {
        var service = try Self.asking()
        expect(
            Self.lines(service.receive(.noise(Array("hello".utf8), .stray))),
            equals: [
                "! \(FrameReader.Problem.stray): hello"
            ])
        let effects = Self.receive(#"{"id":{}}"#, &service)
        expect(effects.count == 1 && effects[0].hasPrefix("! "))
        for _ in 0..<50 { _ = Self.receive("{}", &service) }
        expect(Self.receive("{}", &service), equals: [], "reports end")
        #expect(service.hasOpenRequests)
    }

    struct Missing: Error {}
}
