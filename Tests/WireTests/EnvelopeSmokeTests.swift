import Testing
import Wire

@Suite struct EventLineTests {
    @Test func aBareTypeIsEnough() throws {
        let event = try Event(line: #"{"type":"a.input.b"}"#)
        #expect(event.type == "a.input.b")
        #expect(String(decoding: event.line, as: UTF8.self) == "{\"specversion\":\"1.0\",\"type\":\"a.input.b\",\"data\":{}}\n")
    }
}
