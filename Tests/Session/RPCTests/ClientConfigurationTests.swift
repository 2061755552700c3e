import TestSupport
import Testing

@testable import RPC

/// The servers of a client's configuration, and the bytes that wrapping one changes.
@Suite struct ClientConfigurationTests {
    private static let keys = ["mcpServers", "servers"]

    private func server(_ text: String, _ name: String = "time", in folder: String = "/p") throws -> (
        ClientConfiguration, ClientConfiguration.Server
    ) {
        let configuration = ClientConfiguration(Array(text.utf8), keys: Self.keys)
        let found = try configuration.servers(in: folder).first { $0.name == name }
        return (configuration, try require(found))
    }

    private func wrapped(_ text: String, _ options: [String] = ["--record", "f"]) throws -> String {
        let (configuration, server) = try server(text)
        return String(decoding: try configuration.wrapping(server, in: "/v/viperline", options: options), as: UTF8.self)
    }

    private func unwrapped(_ text: String) throws -> String {
        let (configuration, server) = try server(text)
        return String(decoding: try configuration.unwrapping(server), as: UTF8.self)
    }

    private static let program = #""/v/viperline""#
    private static let added = #""rpc", "--record", "f", "--", "#

    @Test(arguments: [
        (
            #"{"mcpServers":{"time":{"command":"uvx","args":["a"]}}}"#,
            #"{"mcpServers":{"time":{"command":\#(program),"args":[\#(added)"uvx","a"]}}}"#
        ),
        (
            #"{"servers": {"time": {"args": [], "type": "stdio", "command": "uvx"}}}"#,
            #"{"servers": {"time": {"args": [\#(added)"uvx"], "type": "stdio", "command": \#(program)}}}"#
        ),
        (
            #"{"mcpServers":{"time":{"command":"u\u0076x"}}}"#,
            #"{"mcpServers":{"time":{"command":\#(program), "args": [ \#(added)"u\u0076x"]}}}"#
        ),
        (
            #"{"mcpServers":{"time":{"command":"uvx","args":[ ]}}}"#,
            #"{"mcpServers":{"time":{"command":\#(program),"args":[\#(added)"uvx" ]}}}"#
        ),
        (
            "{\n  \"mcpServers\": {\n    \"time\": {\n      \"command\": \"uvx\",\n      \"args\": [\n        \"a\",\n        \"b\"\n      ]\n    }\n  }\n}\n",
            "{\n  \"mcpServers\": {\n    \"time\": {\n      \"command\": \(program),\n      \"args\": [\(added)\"uvx\",\n        \"a\",\n        \"b\"\n      ]\n    }\n  }\n}\n"
        ),
        (
            "\u{FEFF}{// a \"comment\" {\r\n\"servers\":{/* , */\"time\":{\"command\":\"uvx\",\"args\":[\"//a\", /* b */ \"c\",],},},}",
            "\u{FEFF}{// a \"comment\" {\r\n\"servers\":{/* , */\"time\":{\"command\":\(program),\"args\":[\(added)\"uvx\",\"//a\", /* b */ \"c\",],},},}"
        ),
        (
            #"{"servers":{"time":{"command":"uvx","args":[/* none */]}}}"#,
            #"{"servers":{"time":{"command":\#(program),"args":[\#(added)"uvx"/* none */]}}}"#
        ),
        // opencode, and Zed.
        (
            #"{"servers":{"time":{"type":"local","command":["uvx", "a"]}}}"#,
            #"{"servers":{"time":{"type":"local","command":[\#(program), \#(added)"uvx", "a"]}}}"#
        ),
        (
            #"{"servers":{"time":{"command":[ "uvx" ]}}}"#,
            #"{"servers":{"time":{"command":[ \#(program), \#(added)"uvx" ]}}}"#
        ),
        (
            #"{"servers":{"time":{"command":{"path":"uvx","args":["a"]},"settings":{}}}}"#,
            #"{"servers":{"time":{"command":{"path":\#(program),"args":[\#(added)"uvx","a"]},"settings":{}}}}"#
        ),
        (
            #"{"servers":{"time":{"binary":{"path":"uvx"}}}}"#,
            #"{"servers":{"time":{"binary":{"path":\#(program), "arguments": [ \#(added)"uvx"]}}}}"#
        ),
        (
            #"{"servers":{"time":{"command":{"path":"uvx","arguments":["a"]}}}}"#,
            #"{"servers":{"time":{"command":{"path":\#(program),"arguments":[\#(added)"uvx","a"]}}}}"#
        ),
        (
            #"{"projects":{"/p":{"mcpServers":{"time":{"command":"a"}}}},"mcpServers":{"time":{"command":"b"}}}"#,
            #"{"projects":{"/p":{"mcpServers":{"time":{"command":\#(program), "args": [ \#(added)"a"]}}}},"mcpServers":{"time":{"command":"b"}}}"#
        ),
        (
            #"{"projects":{"/q":{"mcpServers":{"time":{"command":"a"}}}},"mcpServers":{"time":{"command":"b"}}}"#,
            #"{"projects":{"/q":{"mcpServers":{"time":{"command":"a"}}}},"mcpServers":{"time":{"command":\#(program), "args": [ \#(added)"b"]}}}"#
        ),
    ])
    func aWrappedServerIsPutBackByteForByte(_ row: (before: String, after: String)) throws {
        let after = try wrapped(row.before)
        expect(Array(after.utf8), equals: Array(row.after.utf8))
        expect(Array(try unwrapped(after).utf8), equals: Array(row.before.utf8))
        let again = #expect(throws: ClientConfiguration.Problem.self) { try wrapped(after) }
        expect(again?.description, equals: "time starts through viperline rpc already")
        let never = #expect(throws: ClientConfiguration.Problem.self) { try unwrapped(row.before) }
        expect(never?.description, equals: "time does not start through viperline rpc")
    }

    /// Claude Code writes its file again and again.
    @Test func aFileInAnotherSpacingIsPutBackInMeaning() throws {
        let after =
            "{\"mcpServers\":{\"time\":{\"command\":\(Self.program),\"args\":[\n  \"rpc\",\n  \"--\",\n  \"uvx\",\n  \"a\"\n]}}}"
        try expect(unwrapped(after), equals: "{\"mcpServers\":{\"time\":{\"command\":\"uvx\",\"args\":[\n  \"a\"\n]}}}")
        let last =
            "{\"mcpServers\":{\"time\":{\"command\":\(Self.program),\"args\":[\n  \"rpc\",\n  \"--\",\n  \"uvx\"\n]}}}"
        try expect(unwrapped(last), equals: "{\"mcpServers\":{\"time\":{\"command\":\"uvx\",\"args\":[\n  \n]}}}")
    }

    @Test func wordsMayHaveAnything() throws {
        let before = #"{"mcpServers":{"time":{"command":"--","args":["--","rpc","\"\\\n"]}}}"#
        let after = try wrapped(before, ["--fault", #"x"y\z:drop"#])
        let (_, server) = try server(after)
        expect(
            server.command,
            equals: ["/v/viperline", "rpc", "--fault", #"x"y\z:drop"#, "--", "--", "--", "rpc", "\"\\\n"])
        expect(server.wrapped, equals: ["--", "--", "rpc", "\"\\\n"])
        try expect(unwrapped(after), equals: before)
    }

    @Test(
        arguments: [
            ([], nil), (["viperline", "rpc", "--", "a"], ["a"]),
            (["/x/viperline", "rpc", "--slow", "1", "--", "a", "--", "b"], ["a", "--", "b"]),
            (["viperline", "rpc", "double", "f"], nil), (["viperline", "rpc", "verify", "f", "--", "a"], nil),
            (["viperline", "rpc", "--"], nil), (["viperline", "run", "--", "a"], nil),
            (["viper", "rpc", "--", "a"], nil), (["viperline"], nil),
        ] as [([String], [String]?)])
    func itIsKnownWhatIsWrapped(_ row: (command: [String], wrapped: [String]?)) {
        expect(ClientConfiguration.wrapped(row.command), equals: row.wrapped)
    }

    @Test(arguments: [
        (
            #"{"mcpServers":{"time":{"url":"http://localhost"}}}"#,
            "time has no command: the client does not start it, but connects to it"
        ),
        (#"{"mcpServers":{"time":{"settings":{}}}}"#, "time has no command that viperline rpc knows"),
        (#"{"mcpServers":{"time":{"binary":{"ignore_system_version":true}}}}"#, "time has no command that"),
        (#"{"mcpServers":{"time":{"command":[]}}}"#, "command of time is neither a text nor an array of texts"),
        (#"{"mcpServers":{"time":{"command":["a",1]}}}"#, "command of time is neither a text nor an array of texts"),
        (#"{"mcpServers":{"time":{"command":"a","args":"b"}}}"#, "args of time is not an array of texts"),
        (#"{"mcpServers":{"time":{"command":"a","args":[1]}}}"#, "args of time is not an array of texts"),
        (#"{"mcpServers":{"time":{"command":"a","args":null}}}"#, "args of time is not an array of texts"),
        (
            #"{"mcpServers":{"time":{"command":"a","command":"b"}}}"#,
            "command of time is neither a text nor an array of texts"
        ),
        (#"{"mcpServers":{"time":{"command":"a"},"time":{"command":"b"}}}"#, "it has time twice in the same place"),
        (#"{"mcpServers":{"time":{"command":"a"}},"mcpServers":{}}"#, "it has mcpServers twice in the same place"),
        (#"{"mcpServers":{"time":{"command":"a"}"#, "it is not valid JSON"),
        (#"{"mcpServers":{"time":{"command":"a"}}} /*"# + "\u{0}", "it is not valid JSON"),
        ("", "it is not valid JSON"), ("[]", "it is not valid JSON"), (#"{"a":1} }"#, "it is not valid JSON"),
    ])
    func whatCannotBeWrappedIsNamed(_ row: (text: String, reason: String)) {
        do {
            let text = try wrapped(row.text)
            Issue.record("\(text)")
        } catch { #expect("\(error)".hasPrefix(row.reason), "\(error)") }
    }

    /// An entry that cannot be read leaves the others as they are.
    @Test func oneBadEntryIsOneBadEntry() throws {
        let text =
            #"{"mcpServers":{"a":{"command":"x"},"a":{"command":"y"},"b":{"args":[1],"command":"z"},"time":{"command":"uvx"}}}"#
        try expect(wrapped(text), contains: #""time":{"command":"/v/viperline", "args": [ "rpc""#)
        let problems = try ClientConfiguration(Array(text.utf8), keys: Self.keys).servers(in: "/")
            .map(\.problem?.description)
        let twice = "it has a twice in the same place"
        expect(problems, equals: [twice, twice, "args of b is not an array of texts", nil])
    }

    @Test func anotherMemberMayHaveTheServers() throws {
        let configuration = ClientConfiguration(
            Array(#"{"agent_servers":{"a":{"command":"b"}},"servers":{"c":{"command":"d"}}}"#.utf8),
            keys: ["agent_servers"])
        try expect(configuration.servers(in: "/").map(\.name), equals: ["a"])
    }
}
