import Composition
import TestSupport
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
        expect(refusal.type, equals: type)
        let event = refusal.event(for: Self.port(), type: type ?? "x", bytes: 500, number: 3)
        expect(event.type == ProcessInput.Refused.type && event.source == "viperline" && event.id == "refused+3")
        expect(event.subject == subject && event.correlationID == correlation && event.causationID == id)
        expect(event.causationSource, equals: (id == nil ? nil : "view"))
        let told = try event.decode(ProcessInput.Refused.self)
        expect(told, equals: ProcessInput.Refused(type: type ?? "x", bytes: 500, limit: 400))
        let notice = refusal.notice(of: Self.port(), type: type ?? "x", bytes: 500, number: 3)
        expect(notice.type == ProcessInput.Notice.type && notice.source == "viperline" && notice.id == "dropped+3")
        expect(notice.subject == subject && notice.correlationID == correlation && notice.causationID == id)
        let words = try notice.decode(ProcessInput.Notice.self)
        expect(words.dropped, equals: .init(service: "view", type: type ?? "x", bytes: 500, limit: 400))
        expect(words.message, contains: "view wrote \(type ?? "x") with 500 bytes, over the limit of 400 (line_limit)")
    }
}
