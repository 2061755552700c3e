import Recording
import TestSupport
import Testing
import Wire

@testable import RPC

/// The recorded client against a server on trial.
@Suite struct DialogueTrialTests {
    private static let lines = [
        #"> {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/a"}}"#,
        #"< {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s-old"}}"#,
        #"> {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s-old","prompt":"x"}}"#,
        #"< {"jsonrpc":"2.0","id":0,"method":"session/request_permission","params":{"sessionId":"s-old"}}"#,
        #"> {"jsonrpc":"2.0","id":0,"result":{"outcome":"yes"}}"#,
        #"< {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s-old","text":"2026-01-01T10:00:00Z done"}}"#,
        #"< {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}"#,
    ]

    @Test func whatTheServerMakesUpIsUsed() {
        var client = SampleDialogue(Self.lines, .acp).double(.client, .trial)
        expect(client.start(at: .at(0)).map(\.summary), equals: [String(Self.lines[0].dropFirst(2))])
        expect(
            client.reaction(#"{"jsonrpc":"2.0","id":1,"result":{"sessionId":"s-new"}}"#),
            equals: [
                #"{"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s-new","prompt":"x"}}"#
            ])
        expect(
            client.reaction(
                #"{"jsonrpc":"2.0","id":55,"method":"session/request_permission","params":{"sessionId":"s-new"}}"#),
            equals: [
                #"{"jsonrpc":"2.0","id":55,"result":{"outcome":"yes"}}"#
            ])
        #expect(
            client.reaction(
                #"{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s-new","text":"2027-05-05T11:30:00+02:00 done"}}"#
            ).isEmpty)
        expect(client.reaction(#"{"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}"#), equals: ["end 0"])
        expect(!client.tally.deviates && client.finish().isEmpty)
    }

    @Test func theFirstDifferenceHasItsPlaceAndBothValues() throws {
        let sample = SampleDialogue(Self.lines, .acp)
        var client = sample.double(.client, .trial)
        _ = client.start(at: .at(0))
        _ = client.reaction(#"{"jsonrpc":"2.0","id":1,"result":{"sessionId":"s-new"}}"#)
        let effects = client.receive(
            Array(#"{"jsonrpc":"2.0","id":2,"result":{"stopReason":"refusal"}}"#.utf8), at: .at(0))
        guard case .report(let finding)? = effects.first else {
            Issue.record("\(effects)")
            return
        }
        let text = "\(finding.deviation(in: sample.script))"
        expect(
            text,
            equals: """
                line 8 (6.000 s): rpc.output.response differs
                  answers rpc.input.request, line 4 (2.000 s)
                  result.stopReason
                  - "end_turn"
                  + "refusal"
                """)
    }

    @Test func aMissingNotificationIsNamedAfterTheWait() {
        let sample = SampleDialogue(Self.lines, .acp)
        var client = sample.double(.client, .trial)
        _ = client.start(at: .at(0))
        _ = client.reaction(#"{"jsonrpc":"2.0","id":1,"result":{"sessionId":"s-new"}}"#)
        _ = client.reaction(#"{"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}"#)
        #expect(client.isBlocked)
        let found = client.giveUp(at: .at(.seconds(9))).map(\.summary)
        expect(
            found,
            equals: [
                "[session/request_permission (line 5) has not come]", "[session/update (line 7) has not come]",
                "end 65",
            ])
    }

    /// An empty object is a value; it may be absent only where that means the same.
    @Test(
        arguments: [
            (#""result":{"tools":{},"resources":{}}"#, #""result":{"tools":{}}"#, "result.resources"),
            (#""result":{"tools":{}}"#, #""result":{}"#, "result.tools"),
            (#""result":{"a":1}"#, #""result":{"a":1,"b":{}}"#, "result.b"),
            (#""result":{"a":[{}]}"#, #""result":{"a":[]}"#, "result.a[0]"),
            (#""result":{}"#, #""result":[]"#, "result"),
            (#""result":{"arguments":{}}"#, #""result":{}"#, "result.arguments"),
            (#""result":{"task":{"taskId":"a"}}"#, #""result":{"task":{}}"#, "result.task.taskId"),
            (#""result":{"_meta":{"traceparent":"a"},"a":1}"#, #""result":{"a":1}"#, nil),
            (#""result":{"serverInfo":{"version":"1"},"a":1}"#, #""result":{"a":1}"#, "result.serverInfo"),
            (#""result":{"a":1,"a":2}"#, #""result":{"a":1,"a":2}"#, nil),
            (#""result":{"a":1,"a":2}"#, #""result":{"a":2,"a":1}"#, "result.a"),
            (#""result":{"e\#u{301}":1}"#, #""result":{"\#u{E9}":1}"#, "result"),
            (#""result":{"\ud800":1}"#, #""result":{"\ud801":1}"#, "result"),
            (#""result":{"\u0061":1}"#, #""result":{"a":1}"#, nil),
            (#""result":{"a":1}"#, #""result":{"a":1.0}"#, "result.a"),
            (#""result":{"a":1.0}"#, #""result":{"a":10e-1}"#, nil), (#""result":{"a":-0}"#, #""result":{"a":0}"#, nil),
            (#""result":{"a":9007199254740993}"#, #""result":{"a":9007199254740992}"#, "result.a"),
            (#""error":{"code":1,"message":""}"#, #""error":{"code":1,"message":"","data":{}}"#, "error.data"),
        ] as [(String, String, String?)])
    func emptyAndOddValuesAreCompared(_ recorded: String, _ live: String, _ place: String?) {
        let request = #"{"jsonrpc":"2.0","id":1,"method":"a"}"#
        var client = SampleDialogue(["> " + request, #"< {"jsonrpc":"2.0","id":1,\#(recorded)}"#], .mcp).double(
            .client, .trial)
        _ = client.start(at: .at(0))
        let found = client.receive(Array(#"{"jsonrpc":"2.0","id":1,\#(live)}"#.utf8), at: .at(0)).compactMap {
            effect -> String? in
            guard case .report(let finding) = effect, case .differs(let differences) = finding.kind else { return nil }
            return differences.first?.path ?? "nowhere"
        }
        expect(found.count == (place == nil ? 0 : 1) && found.first?.hasPrefix(place ?? "") != false, "\(found)")
    }

    /// In a request, some may be absent.
    @Test(
        arguments: [
            (nil, "{}", true), ("{}", nil, true), (#"{"name":"a"}"#, #"{"name":"a","arguments":{}}"#, true),
            (#"{"name":"a","_meta":{"progressToken":1}}"#, #"{"name":"a","_meta":{}}"#, true),
            (#"{"name":"a","arguments":{"filter":{}}}"#, #"{"name":"a","arguments":{"nofilter":{}}}"#, false),
            (#"{"name":"a","arguments":{"all":{}}}"#, #"{"name":"a"}"#, false),
            (#"{"name":"a","arguments":{"arguments":{}}}"#, #"{"name":"a","arguments":{}}"#, false),
            (#"{"capabilities":{"sampling":{}}}"#, #"{"capabilities":{}}"#, false), (#"{"a":[]}"#, "{}", false),
        ] as [(String?, String?, Bool)])
    func parametersMayBeAbsent(_ recorded: String?, _ live: String?, _ isSame: Bool) {
        func request(_ params: String?) -> String {
            #"{"jsonrpc":"2.0","id":1,"method":"tools/call"\#(params.map { #","params":\#($0)"# } ?? "")}"#
        }
        var double = SampleDialogue(["> " + request(recorded), #"< {"jsonrpc":"2.0","id":1,"result":{"a":1}}"#], .mcp)
            .double()
        let sent = double.reaction(request(live))
        expect(sent.count, equals: (isSame ? 1 : 2), "\(sent)")
        expect(sent.last?.contains(#""result":{"a":1}"#) == isSame && !sent.contains { $0.contains("nowhere") })
        expect(double.exitCode, equals: (isSame ? 0 : 65))
    }

    /// A server that stops to write what every client demands, and an answer with an error beside its result.
    @Test(arguments: [#"{"id":1,"result":{}}"#, #"{"jsonrpc":"2.0","id":1,"result":{},"error":null}"#])
    func anotherEnvelopeIsADifference(_ answer: String) {
        var client = SampleDialogue(
            [#"> {"jsonrpc":"2.0","id":1,"method":"a"}"#, #"< {"jsonrpc":"2.0","id":1,"result":{}}"#], .mcp
        ).double(.client, .trial)
        _ = client.start(at: .at(0))
        expect(client.reaction(answer).last, equals: "end 65")
    }

    /// A server with a banner on its stdout is not another server.
    @Test func noiseIsNewOnlyWhereNoneWasRecorded() {
        let lines = [#"> {"jsonrpc":"2.0","id":1,"method":"a"}"#, #"< {"jsonrpc":"2.0","id":1,"result":1}"#]
        var quiet = SampleDialogue(lines).double(.client, .trial)
        expect(quiet.receive(noise: "a line is stray: hello").map(\.summary), equals: ["[a line is stray: hello]"])
        let banner = RecordedFrame(sender: .server, id: "n", content: .noise(Array("hello".utf8)))
        let script = DialogueScript([(Expectation.Place(line: 2, time: 0), banner)])
        var noisy = DialogueDouble(script, side: .client, mode: .trial)
        expect(noisy.receive(noise: "a line is stray: hello").isEmpty && !noisy.tally.deviates)
    }

    @Test func parallelRequestsMayOvertake() {
        let sample = SampleDialogue([
            #"> {"jsonrpc":"2.0","id":1,"method":"a"}"#, #"> {"jsonrpc":"2.0","id":2,"method":"b"}"#,
            #"< {"jsonrpc":"2.0","id":1,"result":1}"#, #"< {"jsonrpc":"2.0","id":2,"result":2}"#,
        ])
        var client = sample.double(.client, .trial)
        expect(client.start(at: .at(0)).count, equals: 2)
        #expect(client.reaction(#"{"jsonrpc":"2.0","id":2,"result":2}"#).isEmpty)
        expect(client.reaction(#"{"jsonrpc":"2.0","id":1,"result":1}"#), equals: ["end 0"])
    }

    @Test func anAcceptedAnswerKeepsTheRecordedNames() throws {
        let sample = SampleDialogue(Self.lines, .acp)
        var client = sample.double(.client, .trial)
        _ = client.start(at: .at(0))
        let answer = #"{"jsonrpc":"2.0","id":1,"result":{"sessionId":"s-new","modes":["a"]}}"#
        guard case .report(let finding)? = client.receive(Array(answer.utf8), at: .at(0)).first else {
            Issue.record("nothing was found")
            return
        }
        var revision = DialogueRevision()
        revision.accept(finding, of: client)
        let event = try require(revision.edits.replaced[3])
        expect(
            String(decoding: event.data, as: UTF8.self),
            equals: #"{"jsonrpc":"2.0","id":1,"result":{"sessionId":"s-old","modes":["a"]}}"#)
        expect(event.type == "rpc.output.response" && revision.left == 0)
    }
}
