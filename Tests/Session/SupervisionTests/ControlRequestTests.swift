import SupervisorMessages
import TestSupport
import Testing

@testable import Supervision

/// Requests on the control socket.
@Suite struct ControlRequestTests {
    @Test(
        arguments: [
            (#"{"type":"supervisor.input.describe"}"#, .describe),
            (#"{"type":"supervisor.input.send"}"#, .send),
            (#"{"type":"supervisor.input.stop"}"#, .stop(service: nil)),
            (#"{"type":"supervisor.input.stop","data":{"service":"view"}}"#, .stop(service: "view")),
            (
                #"{"type":"supervisor.input.swap","data":{"service":"view"}}"#,
                .swap(service: "view", program: nil)
            ),
            (
                #"{"type":"supervisor.input.swap","data":{"service":"view","command":["a","b"],"folder":"/x"}}"#,
                .swap(service: "view", program: ServiceCommand(command: ["a", "b"], folder: "/x"))
            ),
            (
                #"{"type":"supervisor.input.tap","data":{"types":["view.output"],"service":"view"}}"#,
                .tap(.init(types: ["view.output"], service: "view"))
            ),
            (#"{"type":"supervisor.input.readLog","data":{"follows":true}}"#, .readLog(.init(follows: true))),
        ] as [(String, ControlRequest)])
    func isUnderstood(line: String, request: ControlRequest) throws {
        try expect(ControlRequest(line: Array(line.utf8)), equals: request)
    }

    @Test(arguments: [
        ("nonsense", "a request is not an event"),
        (#"{"type":"supervisor.input.nothing"}"#, #"unknown request "supervisor.input.nothing""#),
        (#"{"type":"supervisor.input.swap","data":{}}"#, "service"),
        (#"{"type":"supervisor.input.swap","data":{"service":"a","command":[]}}"#, "the command is empty"),
        (#"{"type":"supervisor.input.tap","data":{"types":1}}"#, "types"),
        (#"{"type":"supervisor.input.readLog","data":{}}"#, "follows"),
    ])
    func isRefusedWithAReason(line: String, reason: String) {
        let refusal = #expect(throws: ControlRefusal.self) { try ControlRequest(line: Array(line.utf8)) }
        expect(refusal?.description.contains(reason), equals: true, "\(String(describing: refusal))")
    }
}
