@testable import AgentView
import JSON
import TestSupport
import Testing
import ViewMessages

/// The questions of an application: who answers them, and when.
@Suite struct AgentQuestionTests {
    /// The id of our request: that of the question, and that of the call.
    private static let request: String = {
        var agent = Agent()
        agent.call("act", #"{"action":"press","control":"delete","row":"7"}"#)
        return ((try? agent.question) ?? "") + "-1"
    }()

    @Test func aQuestionIsAnsweredByASecondCall() throws {
        var agent = Agent()
        agent.call("act", #"{"action":"press","control":"delete","row":"7"}"#)
        let question = try agent.question
        expect(
            try agent.answer,
            equals: "version 2, settled, question \(question)\n+ ! Delete it?\n+ ! Piano\n+ ! [yes] Delete [no] Cancel")
        agent.call("act", #"{"action":"open","row":"7"}"#)
        expect(
            try agent.answer,
            equals:
                "refused: an alert is in front; press one of its buttons first\nPossible: press yes, no with question \(question)"
        )
        // A client that has not seen the question does not answer it.
        agent.call("act", #"{"action":"press","control":"yes"}"#)
        expect(try agent.answer, contains: "refused: that answers a question")
        agent.call("act", #"{"action":"press","control":"yes","question":"0"}"#)
        expect(try agent.answer, contains: "refused: that question is no longer in front")
        expect(agent.sent, equals: [])
        agent.call("act", #"{"action":"press","control":"yes","question":"\#(question)"}"#)
        expect(agent.sent, equals: [#"didPress {"control":"delete","row":"7"}"#])
    }

    @Test(
        arguments: [
            (
                #""result":{"action":"accept","content":{"answer":"Delete"}}"#,
                [#"didPress {"control":"delete","row":"7"}"#], nil
            ),
            (#""result":{"action":"decline"}"#, [], "nothing has changed"),
            (#""result":{"action":"accept","content":{"answer":"Perhaps"}}"#, [], "+ ! Delete it?"),
            (#""result":{"action":"accept","content":{"answer":5}}"#, [], "+ ! Delete it?"),
            (#""error":{"code":-1,"message":"no"}"#, [], "+ ! Delete it?"),
        ] as [(String, [String], String?)]) func theUserOfAClientIsAsked(
            _ reply: String, _ sent: [String], _ answer: String?
        ) throws
    {
        var agent = Agent(capabilities: #"{"elicitation":{}}"#)
        agent.call("act", #"{"action":"press","control":"delete","row":"7"}"#)
        expect(agent.written.count, equals: 1)
        expect(
            agent.written[0],
            equals:
                #"{"jsonrpc":"2.0","id":"\#(Self.request)","method":"elicitation/create","params":{"mode":"form","message":"The application asks: Delete it?\nPiano","requestedSchema":{"type":"object","properties":{"answer":{"type":"string","title":"Answer","enum":["Delete","Cancel"]}},"required":["answer"]}}}"#
        )
        agent.client(#"{"jsonrpc":"2.0","id":"other","result":{"action":"accept","content":{"answer":"Delete"}}}"#)
        expect(agent.sent, equals: [])
        agent.client(#"{"jsonrpc":"2.0","id":"\#(Self.request)",\#(reply)}"#)
        expect(agent.sent, equals: sent)
        if let answer { expect(try agent.answer, contains: answer) }
        // A second answer has no effect.
        agent.client(
            #"{"jsonrpc":"2.0","id":"\#(Self.request)","result":{"action":"accept","content":{"answer":"Delete"}}}"#)
        expect(agent.sent, equals: sent)
    }

    /// A user at the page of the same session may have answered.
    @Test func aQuestionThatIsGoneNeedsNoAnswer() throws {
        var agent = Agent(capabilities: #"{"elicitation":{"form":{}}}"#)
        agent.call("act", #"{"action":"press","control":"delete","row":"7"}"#)
        expect(agent.written.count, equals: 1)
        agent.bus(Agent.show(Screen(title: "Empty")))
        expect(try agent.answer, contains: "settled\n== Empty ==")
    }

    @Test func theAnswerForACancelledCallHasNoEffect() {
        var agent = Agent(capabilities: #"{"elicitation":{"form":{}}}"#)
        agent.call("act", #"{"action":"press","control":"delete","row":"7"}"#)
        agent.client(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#)
        agent.client(
            #"{"jsonrpc":"2.0","id":"\#(Self.request)","result":{"action":"accept","content":{"answer":"Delete"}}}"#)
        expect(agent.sent, equals: [])
    }

    /// A client of 2026-07-28 repeats the call with the answer.
    @Test func aCallIsRepeatedWithTheAnswer() throws {
        let meta =
            #"{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"elicitation":{"form":{}}}}"#
        let press = #"{"action":"press","control":"delete","row":"7"}"#
        var agent = Agent(capabilities: nil)
        agent.call("act", press, meta: meta)
        let result = try JSONValue(try require(agent.written.last))["result"]
        expect(result["resultType"], equals: .string("input_required"))
        var state = ""
        if case .string(let text) = result["requestState"] { state = text }
        expect(result["inputRequests"][state]["method"], equals: .string("elicitation/create"))
        let rest =
            #","requestState":"\#(state)","inputResponses":{"\#(state)":{"action":"accept","content":{"answer":"Delete"}}}"#
        agent.call("act", press, meta: meta, rest: rest)
        expect(agent.sent, equals: [#"didPress {"control":"delete","row":"7"}"#])
        agent.bus(Agent.show(Screen(title: "Apps"), answering: "view-1-1"))
        expect(try agent.answer, contains: "settled")
        agent.call("act", press, meta: meta, rest: rest)
        expect(try agent.answer, equals: "refused: that question is no longer in front")
    }
}
