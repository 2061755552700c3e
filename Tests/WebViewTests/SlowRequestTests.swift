import Platform
import Testing

@testable import WebView

@Suite struct SlowRequestTests {
    /// Lets everybody in.
    private final class Door: RequestHandler {
        let cookieName = "viperline"
        private(set) var bodies: [[UInt8]] = []

        func admit(_ head: RequestHead) -> Admission.Decision { .answer(.action) }

        func answer(_ exchange: Exchange) -> Answer {
            bodies.append(exchange.body)
            return .response(.done)
        }

        func next(for stream: EventStream) -> EventStream.Next { .end }
    }

    @Test(arguments: ["GET / HTTP/1.1\r\nHost: ", "POST /act HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n"])
    func whoDealsOutARequestIsDisconnected(_ beginning: String) throws {
        let door = Door()
        let server = try #require(HTTPServer(listener: -1, handler: door, patience: 50))
        var ends: [Int32] = [0, 0]
        #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        defer { close(ends[1]) }
        server.add(ends[0])
        let head = Array(beginning.utf8)
        #expect(write(ends[1], head, head.count) == head.count)
        let end = Clock.now() + 10_000
        var isOpen = true
        while isOpen, Clock.now() < end {
            server.run()
            var set = PollSet(reading: [server.descriptor, ends[1]])
            set.wait(milliseconds: 5)
            var byte = UInt8(ascii: "x")
            if set.isReady(1) {
                isOpen = recv(ends[1], &byte, 1, Int32(MSG_DONTWAIT)) != 0
            } else {
                send(ends[1], &byte, 1, Int32(MSG_NOSIGNAL))
            }
        }
        #expect(!isOpen && door.bodies.isEmpty)
        withExtendedLifetime(door) {}
    }
}
