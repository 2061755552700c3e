import Testing
import Wire

@testable import NATSBridge

struct PatternConsumerTests {
    private static let start = ContinuousClock.now

    private static func consumer() -> PatternConsumer {
        PatternConsumer(
            index: 0, pattern: MessagePattern("a.b"), name: "h=a=b", filter: "vl.s.a.b.>", stream: "VL_s")
    }

    private static func state(acknowledged: Int = 0, delivered: Int = 0, deliveries: Int = 0, unacknowledged: Int = 0)
        -> ServerAnswer
    {
        var answer = ServerAnswer()
        answer.acknowledged = acknowledged
        answer.delivered = delivered
        answer.deliveries = deliveries
        answer.unacknowledged = unacknowledged
        return answer
    }

    private static func place(_ sequence: Int, _ number: Int) -> DeliveryPlace {
        DeliveryPlace(sequence: sequence, number: number, time: 0, pending: 0)
    }

    @Test func `One acknowledgement is for all that is written in order`() {
        var consumer = Self.consumer()
        #expect(consumer.asks(at: Self.start) == true)
        #expect(consumer.learn(Self.state()) == nil)
        let entries = (1...3).map { consumer.take(Self.place($0 * 10, $0), reply: "r\($0)") }
        consumer.done(entries[1])
        #expect(consumer.takeAcknowledgement() == nil)
        consumer.done(entries[0])
        #expect(consumer.takeAcknowledgement() == "r2")
        #expect(consumer.takeAcknowledgement() == nil)
        consumer.done(entries[2])
        #expect(consumer.takeAcknowledgement() == "r3")
    }

    @Test func `What a predecessor was given is asked for again, and nothing is acknowledged until it is here`() {
        var consumer = Self.consumer()
        let again = consumer.learn(Self.state(acknowledged: 4, delivered: 9, deliveries: 7, unacknowledged: 2))
        #expect(again == 5...9)
        #expect(consumer.knowsItsState && !consumer.isWhole)
        let new = consumer.take(Self.place(12, 8), reply: "new")
        consumer.done(new)
        #expect(consumer.takeAcknowledgement() == nil)
        for (sequence, number) in [(6, 9), (9, 10)] {
            consumer.done(consumer.take(Self.place(sequence, number), reply: "old"))
        }
        #expect(consumer.isWhole)
        #expect(consumer.takeAcknowledgement() == "new", "of the greatest place in the stream")
    }

    @Test func `A gap in the count is noticed`() {
        var consumer = Self.consumer()
        _ = consumer.learn(Self.state(deliveries: 3))
        _ = consumer.take(Self.place(7, 4), reply: "r")
        #expect(consumer.isWhole)
        _ = consumer.take(Self.place(9, 6), reply: "r")
        #expect(!consumer.isWhole)
        #expect(consumer.asks(at: Self.start) == true)
        #expect(consumer.learn(Self.state(acknowledged: 6, delivered: 9, deliveries: 6, unacknowledged: 3)) == 7...9)
        _ = consumer.take(Self.place(8, 7), reply: "r")
        #expect(consumer.isWhole)
    }

    /// An acknowledgement on its way makes the server's count too high; the next answer sets it right.
    @Test func `It asks until all is here`() {
        var consumer = Self.consumer()
        #expect(consumer.asks(at: Self.start) == true)
        _ = consumer.learn(Self.state(acknowledged: 0, delivered: 2, deliveries: 2, unacknowledged: 2))
        #expect(consumer.asks(at: Self.start) == false)
        #expect(consumer.asks(at: Self.start + .seconds(1)) == true)
        #expect(consumer.learn(Self.state(acknowledged: 2, delivered: 2, deliveries: 2)) == nil)
        #expect(consumer.isWhole)
    }

    @Test func `It pulls as much as it can take`() {
        var consumer = Self.consumer()
        _ = consumer.learn(Self.state())
        #expect(consumer.pull(at: Self.start) == 1)
        #expect(consumer.pull(at: Self.start) == nil)
        for number in 1...PatternConsumer.pulled / 2 + 1 { _ = consumer.take(Self.place(number, number), reply: "r") }
        #expect(consumer.pull(at: Self.start) == 2)
        consumer.pullEnded(2)
        #expect(consumer.pull(at: Self.start) == 3)
        consumer.begin()
        #expect(consumer.pull(at: Self.start) == 4)
        #expect(consumer.pull(at: Self.start + PatternConsumer.pullPatience + .seconds(1)) == 5, "the answer was lost")
    }
}
