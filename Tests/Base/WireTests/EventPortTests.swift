import Platform
import TestSupport
import Testing
import Wire

@Suite struct EventPortTests {
    /// Two sockets on each side of a port. The messages of its output keep their bounds, so that each write is one read.
    private final class Ends {
        var (input, output): ([Int32], [Int32]) = ([0, 0], [0, 0])

        init() throws {
            try require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &input) == 0)
            try require(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &output) == 0)
        }

        deinit { for number in input + output { close(number) } }

        func port(isStamped: Bool = true, room: Int = 1 << 16) throws -> EventPort {
            let variables = ["VIPERLINE_SERVICE": "a", "VIPERLINE_RUN": "7", "VIPERLINE_PROTOCOLS": "in=bus"]
            let environment = try RoleEnvironment(role: "a") { variables[$0] }
            return EventPort(
                in: environment, stamp: isStamped ? environment.stamp : nil, room: room, input: input[1],
                output: output[1])
        }

        /// The text of one write; empty if there was none.
        func message() -> String {
            var bytes = [UInt8](repeating: 0, count: 1 << 18)
            let count = recv(output[0], &bytes, bytes.count, Int32(MSG_DONTWAIT))
            return String(decoding: bytes[..<max(0, count)], as: UTF8.self)
        }
    }

    private static let events = [Event(type: "in.output.x"), Event(type: "other.output.y")]

    @Test(arguments: [
        (
            true,
            """
            {"specversion":"1.0","type":"bus.output.x","source":"a","id":"a-7-1","correlationid":"a-7-1","data":{}}
            {"specversion":"1.0","type":"other.output.y","source":"a","id":"a-7-2","correlationid":"a-7-2","data":{}}

            """
        ),
        (
            false,
            """
            {"specversion":"1.0","type":"bus.output.x","data":{}}
            {"specversion":"1.0","type":"other.output.y","data":{}}

            """
        ),
    ])
    func eventsGoOutStampedAndWithTheirAliases(_ isStamped: Bool, _ lines: String) throws {
        let ends = try Ends()
        var port = try ends.port(isStamped: isStamped)
        try port.write([Self.events[0]])
        expect(ends.message(), equals: "")
        try port.send([Self.events[1]])
        expect(ends.message(), equals: lines)
        try port.send([])
        try port.flush()
        expect(ends.message(), equals: "")
    }

    /// Events that are sent together are in one write, also above the size at which gathered events are written.
    @Test func aSendIsOneWrite() throws {
        let ends = try Ends()
        var port = try ends.port()
        var event = Event(type: "a.output.x")
        event.data = Array("\"\(String(repeating: "x", count: 40_000))\"".utf8)
        try port.send([event, event, event])
        expect(ends.message().split(separator: "\n").count, equals: 3)
        try port.write([event, event, event])
        expect(ends.message().split(separator: "\n").count, equals: 2)
        let lines = port.lines(of: [event])
        try port.send(unfinished: lines)
        expect(ends.message().split(separator: "\n").count, equals: 1)
        expect(ends.message(), equals: String(decoding: lines, as: UTF8.self))
    }

    @Test func eventsComeInWithoutAliases() throws {
        let ends = try Ends()
        var port = try ends.port(room: 16)
        try StandardStream.write(
            Array(#"{"type":"bus.input.x"}"#.utf8) + Array("\n\nno JSON\n{".utf8), to: ends.input[0])
        shutdown(ends.input[0], Int32(SHUT_WR))
        var types: [String] = []
        func take(_ incoming: EventReader.Incoming) {
            switch incoming {
            case .event(let event): types.append(event.type)
            case .refused(_, let line): types.append("refused \(line)")
            }
        }
        var reads = 0
        while try port.fill() {
            reads += 1
            while let next = port.next() { take(next) }
        }
        expect(types, equals: ["in.input.x", "refused no JSON"])
        #expect(reads > 1, "no read takes more than there is room for")
        if let last = port.next() { take(last) }
        expect(types.last, equals: "refused {")
    }
}
