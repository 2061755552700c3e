import Playback
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
        #expect(client.start(at: 0).map(\.summary) == [String(Self.lines[0].dropFirst(2))])
        #expect(
            client.reaction(#"{"jsonrpc":"2.0","id":1,"result":{"sessionId":"s-new"}}"#) == [
                #"{"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s-new","prompt":"x"}}"#
            ])
        #expect(
            client.reaction(
                #"{"jsonrpc":"2.0","id":55,"method":"session/request_permission","params":{"sessionId":"s-new"}}"#) == [
                    #"{"jsonrpc":"2.0","id":55,"result":{"outcome":"yes"}}"#
                ])
        #expect(
            client.reaction(
                #"{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s-new","text":"2027-05-05T11:30:00+02:00 done"}}"#
            ).isEmpty)
        #expect(client.reaction(#"{"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}"#) == ["end 0"])
        #expect(!client.tally.deviates && client.finish().isEmpty)
    }

    @Test func theFirstDifferenceHasItsPlaceAndBothValues() throws {
        let sample = SampleDialogue(Self.lines, .acp)
        var client = sample.double(.client, .trial)
        _ = client.start(at: 0)
        _ = client.reaction(#"{"jsonrpc":"2.0","id":1,"result":{"sessionId":"s-new"}}"#)
        let effects = client.receive(Array(#"{"jsonrpc":"2.0","id":2,"result":{"stopReason":"refusal"}}"#.utf8), at: 0)
        guard case .report(let finding)? = effects.first else {
            Issue.record("\(effects)")
            return
        }
        let text = "\(finding.deviation(in: sample.script))"
        #expect(
            text == """
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
        _ = client.start(at: 0)
        _ = client.reaction(#"{"jsonrpc":"2.0","id":1,"result":{"sessionId":"s-new"}}"#)
        _ = client.reaction(#"{"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}"#)
        #expect(client.isBlocked)
        let found = client.giveUp(at: 9).map(\.summary)
        #expect(
            found == [
                "[session/request_permission (line 5) has not come]", "[session/update (line 7) has not come]",
                "end 65",
            ])
    }

    /// A server with a banner on its stdout is not another server.
    @Test func noiseIsNewOnlyWhereNoneWasRecorded() {
        let lines = [#"> {"jsonrpc":"2.0","id":1,"method":"a"}"#, #"< {"jsonrpc":"2.0","id":1,"result":1}"#]
        var quiet = SampleDialogue(lines).double(.client, .trial)
        #expect(quiet.receive(noise: "a line is stray: hello").map(\.summary) == ["[a line is stray: hello]"])
        let banner = RecordedFrame(from: .server, id: "n", content: .noise(Array("hello".utf8)))
        let script = DialogueScript([(Expectation.Place(line: 2, time: 0), banner)])
        var noisy = DialogueDouble(script, side: .client, mode: .trial)
        #expect(noisy.receive(noise: "a line is stray: hello").isEmpty && !noisy.tally.deviates)
    }

    @Test func parallelRequestsMayOvertake() {
        let sample = SampleDialogue([
            #"> {"jsonrpc":"2.0","id":1,"method":"a"}"#, #"> {"jsonrpc":"2.0","id":2,"method":"b"}"#,
            #"< {"jsonrpc":"2.0","id":1,"result":1}"#, #"< {"jsonrpc":"2.0","id":2,"result":2}"#,
        ])
        var client = sample.double(.client, .trial)
        #expect(client.start(at: 0).count == 2)
        #expect(client.reaction(#"{"jsonrpc":"2.0","id":2,"result":2}"#).isEmpty)
        #expect(client.reaction(#"{"jsonrpc":"2.0","id":1,"result":1}"#) == ["end 0"])
    }

    @Test func anAcceptedAnswerKeepsTheRecordedNames() throws {
        let sample = SampleDialogue(Self.lines, .acp)
        var client = sample.double(.client, .trial)
        _ = client.start(at: 0)
        let answer = #"{"jsonrpc":"2.0","id":1,"result":{"sessionId":"s-new","modes":["a"]}}"#
        guard case .report(let finding)? = client.receive(Array(answer.utf8), at: 0).first else {
            Issue.record("nothing was found")
            return
        }
        var revision = DialogueRevision()
        revision.accept(finding, of: client)
        let event = try #require(revision.edits.replaced[3])
        #expect(
            String(decoding: event.data, as: UTF8.self)
                == #"{"jsonrpc":"2.0","id":1,"result":{"sessionId":"s-old","modes":["a"]}}"#)
        #expect(event.type == "rpc.output.response" && revision.left == 0)
    }
}
