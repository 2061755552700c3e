import Platform
import TestSupport
import Testing

@testable import NATSBridge

struct StreamMakerTests {
    private static let start = Instant.now

    private static func maker() throws -> StreamMaker {
        StreamMaker(JoinStreams(session: try require(SessionSubjects("s")), storage: .memory).lines(of: "a"))
    }

    private static func answer(_ number: Int? = nil, code: Int = 404) -> ServerAnswer {
        var answer = ServerAnswer()
        if number != nil || code != 404 { answer.error = APIError(code: code, number: number, description: "why") }
        (answer.created, answer.first, answer.last) = ("now", 3, 9)
        return answer
    }

    private static func due(_ maker: inout StreamMaker, at now: Instant = start) -> String {
        let subject = maker.due(at: now) { "i.\($0)" }?.subject ?? "nothing"
        return String(subject.split(separator: ".").dropFirst(2).joined(separator: "."))
    }

    @Test func `A stream that exists is found`() throws {
        var maker = try Self.maker()
        expect(Self.due(&maker), equals: "STREAM.INFO.VL_s=a")
        expect(
            maker.handle(Self.answer(), number: 1, at: Self.start),
            equals: .found(.init(created: "now", first: 3, last: 9)))
        expect(maker.isDone && maker.deadline == nil)
    }

    @Test func `A missing one is created, by whoever may`() throws {
        var maker = try Self.maker()
        _ = Self.due(&maker)
        _ = maker.handle(Self.answer(10059), number: 1, at: Self.start)
        expect(Self.due(&maker), equals: "STREAM.CREATE.VL_s=a")
        expect(Self.due(&maker), equals: "")
        let later = Self.start + StreamMaker.makesWithin
        expect(Self.due(&maker, at: later), equals: "STREAM.INFO.VL_s=a", "without permission there is no answer")
        expect(maker.handle(Self.answer(), number: 2, at: later), equals: .goesOn, "an answer to an earlier request")
        _ = maker.handle(Self.answer(10059), number: 3, at: later)
        _ = Self.due(&maker, at: later)
        _ = maker.handle(Self.answer(10058), number: 4, at: later)
        expect(Self.due(&maker, at: later), equals: "STREAM.INFO.VL_s=a", "another join has just created it")
    }

    @Test(
        arguments: [
            (10039, 503, "the server has no JetStream: start it with -js"), (nil, 503, "why"), (10047, 500, "why"),
        ] as [(Int?, Int, String)])
    func `Any other refusal is reported, and retried`(number: Int?, code: Int, why: String) throws {
        var maker = try Self.maker()
        _ = Self.due(&maker)
        expect(maker.handle(Self.answer(number, code: code), number: 1, at: Self.start), equals: .failed(why))
        expect(Self.due(&maker) == "" && maker.deadline == Self.start + StreamMaker.pause)
        expect(Self.due(&maker, at: Self.start + StreamMaker.pause), equals: "STREAM.INFO.VL_s=a")
    }

    /// Regression: a server that reported the least integer as the first place of a stream ended the join with a trap.
    @Test(arguments: ["-9223372036854775808", "9223372036854775807", "1e300", "\"x\"", "null"])
    func `Numbers of a server are bounded`(number: String) throws {
        let text =
            #"{"state":{"first_seq":\#(number),"last_seq":\#(number)},"seq":\#(number),"num_pending":\#(number)}"#
        let answer = try require(ServerAnswer(NATSMessage("i.1", payload: Array(text.utf8))))
        for value in [answer.first, answer.last, answer.sequence, answer.pending] {
            #expect(0...ServerAnswer.highest ~= value)
        }
    }
}
