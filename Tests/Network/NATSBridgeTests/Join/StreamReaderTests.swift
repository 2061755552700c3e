import Platform
import TestSupport
import Testing

@testable import NATSBridge

struct StreamReaderTests {
    private static let start = Instant.now
    private static let stream = "VL_s=b"

    private static func reply(_ purpose: String, _ number: Int) -> String { "i.\(purpose).\(number)" }

    private static func due(_ reader: inout StreamReader, at now: Instant = start) -> NATSMessage? {
        reader.due(at: now, mostBytes: 1 << 20, pulling: true, reply: reply)
    }

    private static func answer(pending: Int = 0, error: APIError? = nil) -> ServerAnswer {
        var answer = ServerAnswer()
        (answer.pending, answer.error) = (pending, error)
        return answer
    }

    private static func status(_ code: Int, unused: Int? = nil) throws -> ServerStatus {
        let headers =
            [NATSHeader("Status", "\(code)")] + (unused.map { [NATSHeader("Nats-Pending-Messages", "\($0)")] } ?? [])
        return try require(ServerStatus(NATSMessage("i.m.2", headers: headers)))
    }

    /// Its consumer exists.
    /// - Returns: the consumer's name.
    private static func open(_ reader: inout StreamReader, pending: Int = 0) throws -> String {
        let request = try require(due(&reader))
        let words = request.subject.split(separator: ".")
        let number = try require(request.reply?.split(separator: ".").last.flatMap { Int($0) })
        expect(reader.handleCreation(answer(pending: pending), number: number, at: start), equals: .opened)
        return String(words[5])
    }

    private static func reader(_ extent: StreamReader.Extent = .live, after place: Int = 0) -> StreamReader {
        var reader = StreamReader(stream, ["vlj.s.b.x.>"], extent: extent, name: "a")
        reader.begin(after: place)
        return reader
    }

    private static func delivery(_ consumer: String, _ number: Int, at sequence: Int, pending: Int = 0) -> String {
        "$JS.ACK.\(stream).\(consumer).1.\(sequence).\(number).99.\(pending)"
    }

    @Test func `The filter is in the subject if there is one, so that a server can permit it`() throws {
        var one = Self.reader(after: 41)
        let request = try require(Self.due(&one))
        #expect(request.subject.hasPrefix("$JS.API.CONSUMER.CREATE.\(Self.stream).a="))
        expect(request.subject.hasSuffix(".vlj.s.b.x.>") && request.text.contains(#""opt_start_seq":42"#))
        var two = StreamReader(Self.stream, ["vlj.s.b.x.>", "vlj.s.b.y.>"], extent: .live, name: "a")
        two.begin(after: 0)
        let other = try require(Self.due(&two))
        expect(
            !other.subject.contains("vlj") && other.text.contains(#""filter_subjects":["vlj.s.b.x.\u003e""#)
                || other.text.contains(#""filter_subjects":["vlj.s.b.x.>""#))
    }

    @Test func `A gap in the deliveries leads to another consumer, behind the last message that came`() throws {
        var reader = Self.reader()
        let name = try Self.open(&reader)
        expect(Self.due(&reader)?.subject, equals: "$JS.API.CONSUMER.MSG.NEXT.\(Self.stream).\(name)")
        expect(Self.due(&reader), equals: nil, "one pull at a time")
        let first = try require(reader.delivery(Self.delivery(name, 1, at: 7)))
        expect(reader.handle(first, at: Self.start), equals: true)
        expect(reader.place, equals: 7)
        let third = try require(reader.delivery(Self.delivery(name, 3, at: 9)))
        expect(reader.handle(third, at: Self.start), equals: false)
        #expect(reader.isBroken(at: Self.start))
        reader.begin(after: reader.place)
        let request = try require(Self.due(&reader))
        expect(request.subject.contains("CREATE") && request.text.contains(#""opt_start_seq":8"#))
        expect(reader.delivery(Self.delivery(name, 4, at: 10)), equals: nil, "of the former consumer")
    }

    /// Regression: a latecomer waited three seconds for each 500 states.
    @Test func `A whole batch leads to the next pull at once`() throws {
        var reader = Self.reader(.once)
        let name = try Self.open(&reader, pending: 10_000)
        for number in 1...10_000 {
            if (number - 1) % StreamReader.pulled == 0 {
                expect(Self.due(&reader)?.text.contains("no_wait"), equals: true)
            }
            expect(Self.due(&reader), equals: nil)
            let place = try require(reader.delivery(Self.delivery(name, number, at: number, pending: 10_000 - number)))
            let isNext = reader.handle(place, at: Self.start)
            #expect(isNext)
        }
        #expect(reader.isFinished)
    }

    @Test(
        arguments: [
            (408, StreamReader.pulled - 1, true), (409, StreamReader.pulled - 1, true), (404, nil, true),
            // It has delivered two, and one has come.
            (408, StreamReader.pulled - 2, false), (409, nil, false), (503, nil, false),
        ] as [(Int, Int?, Bool)])
    func `Each pull ends with the number of messages that came, or another consumer follows`(
        code: Int, unused: Int?, isWell: Bool
    ) throws {
        var reader = Self.reader()
        let name = try Self.open(&reader)
        let pull = try require(Self.due(&reader)?.reply?.split(separator: ".").last.flatMap { Int($0) })
        _ = try reader.handle(require(reader.delivery(Self.delivery(name, 1, at: 1))), at: Self.start)
        reader.handleEnd(of: pull - 1, try Self.status(503), at: Self.start)
        expect(Self.due(&reader), equals: nil, "that was another pull")
        reader.handleEnd(of: pull, try Self.status(code, unused: unused), at: Self.start)
        #expect(reader.isBroken(at: Self.start + .seconds(1)) != isWell)
        expect((Self.due(&reader, at: Self.start + .seconds(1)) != nil), equals: isWell)
    }

    @Test func `A pull without an end leads to another consumer`() throws {
        var reader = Self.reader()
        _ = try Self.open(&reader)
        #expect(Self.due(&reader) != nil)
        expect(reader.deadline, equals: Self.start + StreamReader.pullPatience)
        expect(!reader.isBroken(at: Self.start) && reader.isBroken(at: Self.start + StreamReader.pullPatience))
    }

    @Test func `A stream without messages is read at once`() throws {
        var reader = Self.reader(.once)
        _ = try Self.open(&reader)
        #expect(reader.isFinished)
    }

    @Test(arguments: ["", "domain.hash."]) func `A delivery has its place`(more: String) throws {
        let place = try require(DeliveryPlace("$JS.ACK.\(more)S.C.1.7.3.99.5", of: "S.C."))
        expect((place.sequence, place.number, place.pending) == (7, 3, 5))
        expect(DeliveryPlace("$JS.ACK.\(more)S.D.1.7.3.99.5", of: "S.C."), equals: nil)
    }

    @Test(arguments: ["", "1", "1.2.3.4", "1.2.3.4.x", "1.2.-3.4.5", "1.99999999999999999999.3.4.5", "1..3.4.5"])
    func `What no consumer writes is no delivery`(numbers: String) {
        expect(DeliveryPlace("$JS.ACK.S.C.\(numbers)", of: "S.C."), equals: nil)
    }
}
