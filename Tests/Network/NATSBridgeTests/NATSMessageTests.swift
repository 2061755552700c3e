import NATSBridge
import TestSupport
import Testing

struct NATSMessageTests {
    @Test func `Headers are found whatever their capitals`() {
        let message = NATSMessage("a", headers: [NATSHeader("content-TYPE", "text/plain"), NATSHeader("Other", "1")])
        expect(message["Content-Type"], equals: "text/plain")
        expect(message["Content-Typ"], equals: nil)
    }
}
