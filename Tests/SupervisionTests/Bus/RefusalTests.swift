import Composition
import Testing
import Wire

@testable import Supervision

/// A line over the limit, of which only the beginning is known.
@Suite struct RefusalTests {
    private static func port() -> Port {
        Port(index: 0, service: Service(name: "view", command: ["v"]), lineLimit: 400)
    }

    @Test(
        arguments: [
            (#"{"type":"a.b","id":"1","subject":"s","correlationid":"c","data":{"x":"…"#, "a.b", "1", "s", "c"),
            (#"{"data":{"x":"…"#, nil, nil, nil, nil),
            (#"{"type":"a.b","id":"#, "a.b", nil, nil, nil),
            (#"{"type":"a.b"#, nil, nil, nil, nil),
            ("nonsense", nil, nil, nil, nil), ("", nil, nil, nil, nil),
        ] as [(String, String?, String?, String?, String?)])
    func whatStandsInTheBeginningIsTold(
        beginning: String, type: String?, id: String?, subject: String?, correlation: String?
    ) throws {
        let refusal = Refusal(Array(beginning.utf8))
        #expect(refusal.type == type)
        let event = refusal.event(for: Self.port(), type: type ?? "x", bytes: 500, number: 3)
        #expect(event.type == ProcessInput.Refused.type && event.source == "viperline" && event.id == "refused+3")
        #expect(event.subject == subject && event.correlationID == correlation && event.causationID == id)
        #expect(event.causationSource == (id == nil ? nil : "view"))
        let told = try event.decode(ProcessInput.Refused.self)
        #expect(told == ProcessInput.Refused(type: type ?? "x", bytes: 500, limit: 400))
    }
}
