import Formatting
import JSON
import TestSupport
import Testing
import ViewMessages
import Wire

@testable import Presenter

/// The browser of MCP servers: `viperline-presenter --mcp`. `PresenterConversationTests` runs the same conversations with the program.
@Suite struct MCPPresenterTests {
    static let conversations = Conversation.all(of: "presenter").filter { $0.arguments == ["--mcp"] }

    @Test func thereAreConversations() { #expect(Self.conversations.count >= 14) }

    @Test(arguments: conversations) func logic(_ conversation: Conversation) throws {
        var presenter = MCPPresenter()
        #expect(try conversation.check(&presenter) == nil)
    }

    @Test(arguments: conversations) func aSuccessorKnowsWhatItsPredecessorKnew(_ conversation: Conversation) throws {
        #expect(try conversation.checkSuccession(from: MCPPresenter(), to: MCPPresenter()) == nil)
    }

    /// A secret is in the request, and in nothing that is kept.
    @Test func aSecretIsNotInTheState() throws {
        let conversation = Conversation(role: "presenter", name: "mcp-secret-is-not-kept")
        var presenter = MCPPresenter()
        let sent = try conversation.lines().flatMap { try presenter.receive(Event(line: $0)) }
        #expect(
            sent.contains {
                $0.type == "rpc.input.request" && String(decoding: $0.data, as: UTF8.self).contains("sesame")
            })
        let shown = sent.filter { $0.type == "view.input.show" }.flatMap(\.data)
        #expect(!String(decoding: shown + (presenter.snapshot() ?? []), as: UTF8.self).contains("sesame"))
    }

    /// A long list, a long history and large results stay within a line of the bus.
    @Test func theStateFitsIntoALine() throws {
        var presenter = MCPPresenter()
        func receive(_ line: String) throws -> [Event] { try presenter.receive(Event(line: line)) }
        _ = try receive(
            #"{"type":"router.output.didNavigate","id":"r1","data":{"stack":[{"scene":"mcp-1","name":"mcp"}]}}"#)
        let words = String(repeating: "word ", count: 200)
        let tools = (0..<1000).map {
            #"{"name":"tool-\#($0)","inputSchema":{"description":"\#(words)","properties":{}}}"#
        }
        let list = try receive(
            #"{"type":"rpc.output.response","id":"a","data":{"method":"tools/list","result":{"tools":[\#(tools.joined(separator: ","))]}}}"#
        )
        #expect(list.last.map { String(decoding: $0.data, as: UTF8.self) }?.contains("entries were left out") == true)
        let text = String(repeating: "x", count: 100_000)
        for number in 1...300 {
            _ = try receive(
                #"{"type":"view.output.didSelect","id":"v\#(number)","subject":"mcp-1","data":{"row":"tool tool-1"}}"#)
            _ = try receive(
                #"{"type":"router.output.didNavigate","id":"n\#(number)","data":{"stack":[{"scene":"mcp-1","name":"mcp"},{"scene":"e-\#(number)","name":"mcp-entry","parameters":{"entry":"tool tool-1"}}]}}"#
            )
            let call = try receive(
                #"{"type":"view.output.didPress","id":"p\#(number)","subject":"e-\#(number)","data":{"control":"call"}}"#
            )
            #expect(call.map(\.type) == ["rpc.input.request", "router.input.open"])
            _ = try receive(
                #"{"type":"rpc.output.response","id":"c\#(number)","correlationid":"p\#(number)","data":{"method":"tools/call","result":{"content":[{"type":"text","text":"\#(text)"}]}}}"#
            )
        }
        // Descriptions, arguments and errors count, too.
        let described = (0..<1000).map { #"{"name":"other-\#($0)","description":"\#(words)"}"# }
        _ = try receive(
            #"{"type":"rpc.output.notification","id":"l","data":{"method":"notifications/tools/list_changed"}}"#)
        _ = try receive(
            #"{"type":"rpc.output.response","id":"b","data":{"method":"tools/list","result":{"tools":[\#(described.joined(separator: ","))]}}}"#
        )
        #expect((presenter.snapshot()?.count ?? .max) < LineBuffer.standardLimit / 8 * 7)
    }

    /// A server that reports a change after each list would be asked for ever.
    @Test func aListThatAlwaysChangesIsLoadedAFewTimes() throws {
        var presenter = MCPPresenter()
        func receive(_ line: String) throws -> [Event] { try presenter.receive(Event(line: line)) }
        _ = try receive(
            #"{"type":"router.output.didNavigate","id":"r1","data":{"stack":[{"scene":"mcp-1","name":"mcp"}]}}"#)
        var loads = 0
        for number in 0..<100 {
            let sent = try receive(
                #"{"type":"rpc.output.notification","id":"l\#(number)","data":{"method":"notifications/tools/list_changed"}}"#
            )
            loads += sent.contains { $0.type == "rpc.input.request" } ? 1 : 0
            _ = try receive(
                #"{"type":"rpc.output.response","id":"a\#(number)","data":{"method":"tools/list","result":{"tools":[]}}}"#
            )
        }
        #expect(loads == MCPPresenter.mostReloads)
        let reload = try receive(
            #"{"type":"view.output.didPress","id":"v1","subject":"mcp-1","data":{"control":"reload"}}"#)
        #expect(reload.filter { $0.type == "rpc.input.request" }.count == 4, "the user decides")
    }

    @Test(arguments: ["mcp", "mcp-entry", "mcp-call", "mcp-history", "nobody-knows-it"])
    func everyActionIsAnsweredWithItsCorrelation(_ name: String) throws {
        var presenter = MCPPresenter()
        _ = try presenter.receive(
            Event(
                line:
                    #"{"type":"router.output.didNavigate","id":"r1","data":{"stack":[{"scene":"mcp-1","name":"mcp"},{"scene":"s-2","name":"\#(name)","parameters":{"entry":"tool x","call":"99999999999999999999"}}]}}"#
            ))
        let actions = [
            #""didSearch","data":{"query":"x"}"#, #""didSelect","data":{"row":"call-1"}"#,
            #""didSelect","data":{"row":1}"#,
            #""didPress","data":{"control":"retry"}"#, #""didPress","data":{"control":"call"}"#,
            #""didPress","data":{"control":"edit"}"#, #""didPress","data":{"control":"history"}"#,
            #""didSubmit","data":{"form":"arguments","values":{}}"#, #""didSubmit","data":{}"#, #""didDance""#,
            #""didGoBack""#,
        ]
        for (number, action) in actions.enumerated() {
            for subject in ["", #""subject":"mcp-1","#, #""subject":"s-2","#, #""subject":"gone","#] {
                let id = "v\(number)\(subject.utf8.count)"
                let line = #"{"id":"\#(id)",\#(subject)"type":"view.output.\#(action.dropFirst())}"#
                let answers = try presenter.receive(Event(line: line))
                #expect(
                    answers.contains {
                        ($0.type == "view.input.show" || $0.type.hasPrefix("router.input.")) && $0.correlation == id
                    }, "\(line)")
            }
        }
    }

    // MARK: Forms

    private static func field(_ schema: String, name: String = "x", required: Bool = false) -> MCPField {
        let root = Array(##"{"$defs":{"A":{"$ref":"#/$defs/A"},"B":{"type":"integer"}}}"##.utf8)
        return MCPField(name, MCPSchema.read(Array(schema.utf8), in: root), isRequired: required)
    }

    private static let kinds: [(String, MCPField.Kind)] = [
        (#"{"type":"string"}"#, .text), (#"{"type":["null","integer"]}"#, .number(isInteger: true)),
        (#"{"anyOf":[{"type":"null"},{"type":"boolean"}]}"#, .flag),
        (##"{"$ref":"#/$defs/B"}"##, .number(isInteger: true)),
        (##"{"$ref":"#/$defs/A"}"##, .json(first: nil)), (##"{"$ref":"#/$defs/C"}"##, .json(first: nil)),
        (#"{"$ref":"https://a.example/schema"}"#, .json(first: nil)), ("true", .json(first: nil)),
        ("5", .json(first: nil)),
        (#"{"oneOf":[{"const":1},{"const":"b"}]}"#, .choice([Array("1".utf8), Array(#""b""#.utf8)])),
        (#"{"type":"string","format":"password"}"#, .secret), (#"{"type":"string","maxLength":9999}"#, .lines),
        (#"{"type":"array","items":{"type":"string"}}"#, .json(first: UInt8(ascii: "["))),
        (#"{"title":5}"#, .json(first: nil)), (#"{"anyOf":[{"type":"string"},{"type":"integer"}]}"#, .json(first: nil)),
    ]

    @Test(arguments: kinds) func aSchemaBecomesAField(_ schema: String, _ kind: MCPField.Kind) {
        #expect(Self.field(schema).kind == kind)
    }

    private static let values: [(String, FieldValue?, String?)] = [
        (#"{"type":"number"}"#, .number("1e2"), "1e2"),
        (#"{"type":"integer"}"#, .number("12345678901234567890"), "12345678901234567890"),
        (#"{"type":"integer"}"#, .number("1.5"), "! Not a whole number"),
        (#"{"type":"number"}"#, .text("NaN"), "! Not a number"),
        (#"{"type":"number","minimum":2}"#, .number("1"), "! At least 2"), (#"{"type":"string"}"#, .text(""), nil),
        (#"{"type":"string","maxLength":2}"#, .text("äöü"), "! At most 2 characters"),
        (#"{"type":"object"}"#, .text("{\n\"a\": 1}"), #"{"a":1}"#),
        (#"{"type":"object"}"#, .text("[]"), "! A JSON object is wanted here, in braces"),
        (#"{"type":"object"}"#, .text("{"), "! This is not valid JSON"), ("{}", .text(" null "), "null"),
        (#"{"enum":["a"]}"#, .text("1"), nil), (#"{"type":"boolean"}"#, .flag(false), nil),
        (#"{"type":"boolean","default":true}"#, .flag(false), "false"), (#"{"type":"string"}"#, nil, nil),
    ]

    @Test(arguments: values) func aValueBecomesAnArgument(_ schema: String, _ value: FieldValue?, _ result: String?) {
        let found: String? =
            switch Self.field(schema).json(value, for: Reader()) {
            case .success(let json): json.map { String(decoding: $0, as: UTF8.self) }
            case .failure(let mistake): "! \(mistake.text)"
            }
        #expect(found == result)
    }
}
