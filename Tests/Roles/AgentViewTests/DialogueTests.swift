@testable import AgentView
import JSONRPC
import TestSupport
import Testing

/// The messages of the protocol itself, in both eras.
@Suite struct DialogueTests {
    private static let modern = #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}"#

    @Test(arguments: [
        (#""method":"tools/list""#, "the first request is initialize"),
        (#""method":"tools/call","params":{"name":"screen"}"#, "the first request is initialize"),
        (#""method":"server/discover""#, "the first request is initialize"),
        (#""method":"server/discover","params":{\#(modern)}"#, #""supportedVersions":["2026-07-28"]"#),
        (#""method":"tools/list","params":{\#(modern)}"#, #""resultType":"complete""#),
        (#""method":"ping","params":{\#(modern)}"#, "there is no method ping"),
        (#""method":"ping""#, #""result":{}"#),
        (
            #""method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2099-01-01"}}"#,
            #""code":-32022,"message":"that version is not supported","data":{"supported":["2026-07-28"],"requested":"2099-01-01"}"#
        ),
        (#""method":"initialize","params":{"protocolVersion":"2025-06-18"}"#, #""protocolVersion":"2025-06-18""#),
        (#""method":"initialize","params":{"protocolVersion":"1999-01-01"}"#, #""protocolVersion":"2025-11-25""#),
        (#""method":"initialize""#, #""tools":{}"#),
    ]) func aRequestWithoutAHandshakeIsAnswered(_ members: String, _ part: String) {
        expect(Self.answer([#"{"jsonrpc":"2.0","id":"a",\#(members)}"#]), contains: part)
    }

    @Test(arguments: [
        (#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#, #""name":"read""#),
        (#"{"jsonrpc":"2.0","id":1,"method":"fly"}"#, "there is no method fly"),
        (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"fly"}}"#, "there is no tool"),
        (#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#, "there is no tool"),
        (
            #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":5}}"#,
            "there are: screen, act, wait, read"
        ),
        (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"act","arguments":{"row":5}}}"#, "row"),
        (#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, "no single message"),
        (#"{"id":1,"method":"ping"}"#, "no single message"),
        (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, "no single message"),
        (
            #"{"jsonrpc":"2.0","id":"\#(String(repeating: "x", count: 300))","method":"ping"}"#,
            "an id has at most 200 bytes"
        ),
        (#"{"jsonrpc":"2.0","id":1,"method":"#, "not valid JSON"),
        ("hello", "a line is neither a message nor a header"),
    ]) func aHostileOrUnknownMessageIsAnswered(_ message: String, _ part: String) {
        let hello = #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}"#
        expect(Self.answer([hello, message]), contains: part)
    }

    @Test func aMessageThatIsTooLongIsAnsweredOnce() {
        let method = String(repeating: "x", count: AgentLimits.longestMessage)
        let long = #"{"jsonrpc":"2.0","id":1,"method":"\#(method)"}"#
        expect(Self.answer([long]), contains: "a message has at most 262144 bytes")
    }

    @Test func notificationsGetNoAnswer() {
        expect(Self.answer([#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#]), equals: "")
        expect(Self.answer([#"{"jsonrpc":"2.0","id":9,"result":{}}"#]), equals: "")
    }

    /// - Returns: the last answer.
    private static func answer(_ messages: [String]) -> String {
        var dialogue = Dialogue()
        var reader = FrameReader(framing: .lines, longest: AgentLimits.longestMessage)
        var answers: [String] = []
        for message in messages {
            reader.append(Array("\(message)\n".utf8))
            while let item = reader.next() {
                if case .answer(let bytes) = dialogue.receive(item) {
                    answers.append(String(decoding: bytes, as: UTF8.self))
                }
            }
        }
        return answers.last ?? ""
    }
}
