import NATSBridge
import Testing

struct NATSMessageTests {
    @Test func `Headers are found whatever their capitals`() {
        let message = NATSMessage("a", headers: [NATSHeader("content-TYPE", "text/plain"), NATSHeader("Other", "1")])
        #expect(message["Content-Type"] == "text/plain")
        #expect(message["Content-Typ"] == nil)
    }
}
