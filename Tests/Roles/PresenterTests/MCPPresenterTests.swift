import Formatting
import JSON
import RPCMessages
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
        try expect(conversation.check(&presenter), equals: nil)
    }

    @Test(arguments: conversations) func aSuccessorKnowsWhatItsPredecessorKnew(_ conversation: Conversation) throws {
        try expect(conversation.checkSuccession(from: MCPPresenter(), to: MCPPresenter()), equals: nil)
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
        expect(String(decoding: shown + (presenter.snapshot() ?? []), as: UTF8.self), lacks: "sesame")
    }

    /// A long list, a long history and large results stay within a line of the bus.
    @Test func theStateFitsIntoALine() throws {
        var presenter = MCPPresenter()
        func receive(_ line: String) throws -> [Event] { try presenter.receive(Event(line: line)) }
        _ = try receive(
            #"{"type":"router.output.didNavigate","id":"r1","data":{"stack":[{"scene":"mcp-1","name":"mcp"}]}}"#)
        _ = try receive(#"{"type":"rpc.output.ready","id":"s0","data":{"protocol":"mcp"}}"#)
        let words = String(repeating: "word ", count: 200)
        let tools = (0..<1000).map {
            #"{"name":"tool-\#($0)","inputSchema":{"description":"\#(words)","properties":{}}}"#
        }
        let list = try receive(
            #"{"type":"rpc.output.response","id":"a","data":{"method":"tools/list","result":{"tools":[\#(tools.joined(separator: ","))]}}}"#
        )
        expect(
            list.last.map { String(decoding: $0.data, as: UTF8.self) }?.contains("entries were left out"), equals: true)
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
            expect(call.map(\.type), equals: ["rpc.input.request", "router.input.open"])
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
        _ = try receive(#"{"type":"rpc.output.ready","id":"s0","data":{"protocol":"mcp"}}"#)
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
        expect(loads, equals: MCPPresenter.mostReloads)
        let reload = try receive(
            #"{"type":"view.output.didPress","id":"v1","subject":"mcp-1","data":{"control":"reload"}}"#)
        expect(reload.filter { $0.type == "rpc.input.request" }.count, equals: 4, "the user decides")
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

    /// Only what a server declares is asked for, and a list that never comes holds nothing up for ever.
    @Test(arguments: [
        (#"{"tools":{}}"#, ["tools/list"]), ("{}", []),
        (#"{"prompts":{},"tools":{"listChanged":true}}"#, ["tools/list", "prompts/list"]),
        (#"{"resources":{}}"#, ["resources/list", "resources/templates/list"]),
    ])
    func onlyWhatIsDeclaredIsAskedFor(_ capabilities: String, _ lists: [String]) throws {
        var presenter = MCPPresenter()
        func receive(_ line: String) throws -> [Event] { try presenter.receive(Event(line: line)) }
        let first = try receive(
            #"{"type":"router.output.didNavigate","id":"r1","data":{"stack":[{"scene":"mcp-1","name":"mcp"}]}}"#)
        expect(first.map(\.type), equals: ["view.input.show"])
        let asked = try receive(
            #"{"type":"rpc.output.ready","id":"s0","data":{"protocol":"mcp","capabilities":\#(capabilities)}}"#)
        func methods(_ events: [Event]) -> [String] {
            events.filter { $0.type == "rpc.input.request" }.compactMap {
                JSONSlices.member("method", of: $0.data.span).flatMap { [event = $0] in
                    try? String(json: Array(event.data[$0]))
                }
            }
        }
        expect(methods(asked), equals: lists)
        var last = asked.last
        for (number, method) in lists.enumerated() where method != "resources/templates/list" {
            last = try receive(
                #"{"type":"rpc.output.response","id":"a\#(number)","data":{"method":"\#(method)","result":{"tools":[],"resources":[],"prompts":[]}}}"#
            ).last
        }
        expect(last.map { !String(decoding: $0.data, as: UTF8.self).contains("Loading") }, equals: true)
    }

    /// A cursor may be an empty text; but a server may also mean its last page by it.
    @Test func anEmptyCursorIsFollowedOnce() throws {
        var catalogue = MCPCatalogue()
        _ = catalogue.reload(["tools/list"])
        func page(_ name: String, _ cursor: String) throws -> String? {
            let next = catalogue.receive(
                .init(
                    method: "tools/list",
                    result: JSONBytes(Array(#"{"tools":[{"name":"\#(name)"}],"nextCursor":"\#(cursor)"}"#.utf8))),
                lineLimit: 1 << 20)
            return next?.params.map { String(decoding: $0.bytes, as: UTF8.self) }
        }
        try expect(
            page("a", "") == #"{"cursor":""}"# && page("b", "x") == #"{"cursor":"x"}"#
                && page("c", "") == #"{"cursor":""}"#)
        try expect(page("a", ""), equals: nil)
        expect(catalogue.entries.map(\.name) == ["a", "b", "c"] && catalogue.omitted == 0 && catalogue.pending.isEmpty)
    }

    /// With long lines, large results and pictures are shown; what does not fit into the state is not in it.
    @Test func theLimitsFollowTheLine() throws {
        func shown(_ lineLimit: Int) throws -> (screen: String, state: Int) {
            var presenter = MCPPresenter(lineLimit: lineLimit)
            var output: [Event] = []
            for line in [
                #"{"type":"rpc.output.ready","id":"s0","data":{"protocol":"mcp"}}"#,
                #"{"type":"router.output.didNavigate","id":"r1","data":{"stack":[{"scene":"mcp-1","name":"mcp"}]}}"#,
                #"{"type":"rpc.output.response","id":"a","data":{"method":"tools/list","result":{"tools":[{"name":"x"}]}}}"#,
                #"{"type":"router.output.didNavigate","id":"r2","data":{"stack":[{"scene":"mcp-1","name":"mcp"},{"scene":"e-1","name":"mcp-entry","parameters":{"entry":"tool x"}}]}}"#,
                #"{"type":"view.output.didPress","id":"p1","subject":"e-1","data":{"control":"call"}}"#,
                #"{"type":"router.output.didNavigate","id":"r3","data":{"stack":[{"scene":"mcp-1","name":"mcp"},{"scene":"c-1","name":"mcp-call","parameters":{"call":"1"}}]}}"#,
                #"{"type":"rpc.output.response","id":"c","correlationid":"p1","data":{"method":"tools/call","result":{"content":[{"type":"image","mimeType":"image/png","data":"\#(String(repeating: "A", count: 1_000_000))"}]}}}"#,
            ] { output = try presenter.receive(Event(line: line)) }
            return (String(decoding: output.last?.data ?? [], as: UTF8.self), presenter.snapshot()?.count ?? .max)
        }
        let (small, large) = (try shown(1 << 20), try shown(16 << 20))
        expect(!small.screen.contains("AAAA") && small.state < 1 << 20)
        expect(large.screen.contains("AAAA") && large.state > 1_000_000)
    }

    // MARK: Forms

    private static func arguments(
        _ schema: String, _ values: [String: FieldValue], kind: String = "inputSchema"
    ) throws -> (json: String, fields: [String]) {
        let (kind, json): (MCPEntry.Kind, String) =
            kind == "uriTemplate"
            ? (.template, #"{"name":"t","uriTemplate":"\#(schema)"}"#)
            : (.tool, #"{"name":"t","inputSchema":\#(schema)}"#)
        let form = MCPForm(for: try require(MCPEntry(kind, Array(json.utf8))))
        let found = form.arguments(values, secrets: [:], for: Reader())
        return (
            found.mistakes.values.sorted().first ?? String(decoding: found.json, as: UTF8.self), form.fields.map(\.name)
        )
    }

    /// Where `properties` does not say all, there is a field for the rest.
    @Test(
        arguments: [
            (#"{"type":"object"}"#, ["…": #"{"a":{"b":1}}"#], #"{"a":{"b":1}}"#), (#"{"type":"object"}"#, [:], "{}"),
            (#"{"type":"object","properties":{}}"#, [:], "{}"),
            (#"{"type":"object","additionalProperties":false}"#, [:], "{}"),
            (#"{"anyOf":[{"properties":{"a":{}}},{"properties":{"b":{}}}]}"#, ["…": #"{ "b": 2 }"#], #"{"b":2}"#),
            (
                #"{"properties":{"x":{"type":"string"}},"allOf":[{}]}"#, ["x": "1", "…": #"{"y":2}"#],
                #"{"x":"1","y":2}"#
            ),
            (#"{"properties":{"x":{"type":"string"}},"additionalProperties":{}}"#, ["x": "1"], #"{"x":"1"}"#),
            (
                #"{"properties":{"…":{"type":"string"}},"additionalProperties":true}"#, ["…": "1", "……": "{}"],
                #"{"…":"1"}"#
            ),
            (#"{"type":"object"}"#, ["…": "[1]"], "Enter a JSON object, in braces"),
            (#"{"properties":{"x":{"type":["string","null"]}},"required":["x"]}"#, [:], #"{"x":null}"#),
            (
                #"{"properties":{"x":{"anyOf":[{"type":"integer"},{"type":"null"}],"default":5}}}"#, ["x": ""],
                #"{"x":null}"#
            ),
            (#"{"properties":{"x":{"type":["string","null"]}}}"#, ["x": ""], "{}"),
            (#"{"properties":{"x":{"enum":["a",null]}}}"#, ["x": "1"], #"{"x":null}"#),
        ] as [(String, [String: String], String)])
    func everyArgumentCanBeEntered(_ schema: String, _ values: [String: String], _ json: String) throws {
        try expect(Self.arguments(schema, values.mapValues(FieldValue.text)).json, equals: json)
    }

    @Test(
        arguments: [
            ("x://u/{id}/{+path}{?q,r}", ["id": "a/b", "path": "c/d", "q": "e f"], "x://u/a%2Fb/c/d?q=e%20f"),
            ("x://{a}{a}", ["a": "1"], "x://11"), ("x://{a}/b", [:], "x:///b"),
            ("x://{path*}", ["uri": "x://p/q"], "x://p/q"), ("x://plain", ["uri": "x://plain"], "x://plain"),
        ] as [(String, [String: String], String)])
    func aTemplateIsExpanded(_ template: String, _ values: [String: String], _ uri: String) throws {
        let found = try Self.arguments(template, values.mapValues(FieldValue.text), kind: "uriTemplate")
        try expect(MCPCallTarget(json: Array(found.json.utf8)).uri, equals: uri)
        expect(Set(found.fields).count, equals: found.fields.count)
    }

    /// A value that is entered as JSON shows its members.
    @Test(
        arguments: [
            (
                #"{"type":"object","properties":{"name":{"type":"string"},"size":{"type":"integer"}}}"#,
                #"{"name":"","size":0}"#
            ),
            (
                ##"{"type":"array","items":{"properties":{"kind":{"enum":["a"]},"n":{"$ref":"#/$defs/B"}}}}"##,
                #"[{"kind":"a","n":0}]"#
            ),
            (##"{"$ref":"#/$defs/A"}"##, nil), (#"{"type":"object"}"#, nil),
        ] as [(String, String?)])
    func anExampleShowsTheMembers(_ schema: String, _ example: String?) {
        let root = Array(##"{"$defs":{"A":{"properties":{"a":{"$ref":"#/$defs/A"}}},"B":{"type":"integer"}}}"##.utf8)
        let found = MCPSchema.read(Array(schema.utf8), in: root).example(in: root)
        expect(found == example || example == nil && found.map { $0.utf8.count < 501 } != false)
    }

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
        expect(Self.field(schema).kind, equals: kind)
    }

    private static let values: [(String, FieldValue?, String?)] = [
        (#"{"type":"number"}"#, .number("1e2"), "1e2"),
        (#"{"type":"integer"}"#, .number("12345678901234567890"), "12345678901234567890"),
        (#"{"type":"integer"}"#, .number("1.5"), "! Not a whole number"),
        (#"{"type":"number"}"#, .text("NaN"), "! Not a number"),
        (#"{"type":"number","minimum":2}"#, .number("1"), "! At least 2"), (#"{"type":"string"}"#, .text(""), nil),
        (#"{"type":"string","maxLength":2}"#, .text("äöü"), "! At most 2 characters"),
        (#"{"type":"object"}"#, .text("{\n\"a\": 1}"), #"{"a":1}"#),
        (#"{"type":"object"}"#, .text("[]"), "! Enter a JSON object, in braces"),
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
        expect(found, equals: result)
    }
}
