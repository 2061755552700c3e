import Platform
import Testing
import Wire

@testable import NATSBridge

struct PatternConsumerTests {
    private static let start = Instant.now

    private static func consumer() -> PatternConsumer {
        PatternConsumer(
            index: 0, pattern: MessagePattern("a.b"), name: "h=a=b", filter: "vl.s.a.b.>", stream: "VL_s")
    }

    private static func open() -> PatternConsumer {
        var consumer = Self.consumer()
        consumer.open(0, after: 5)
        return consumer
    }

    private static func state(deliveries: Int, waiting: Int? = 1) -> ServerAnswer {
        var answer = ServerAnswer()
        (answer.deliveries, answer.waiting) = (deliveries, waiting)
        return answer
    }

    private static func place(_ sequence: Int, _ number: Int) -> DeliveryPlace {
        DeliveryPlace(sequence: sequence, number: number, time: 0, pending: 0)
    }

    @Test func `It is as far as what is written in the order of the stream`() {
        var consumer = Self.open()
        let entries = (1...3).compactMap { consumer.take(Self.place($0 * 10, $0)) }
        #expect(entries.count == 3)
        #expect((consumer.taken, consumer.written) == (30, 5))
        consumer.done(entries[1])
        #expect(consumer.written == 5)
        consumer.done(entries[0])
        #expect(consumer.written == 20)
        consumer.done(entries[2])
        #expect(consumer.written == 30)
    }

    /// What is written behind a lost message would say that the lost one is written too.
    @Test(arguments: [[1, 2, 4], [2], [1, 3, 2]])
    func `Behind a gap in the count nothing is taken, and another consumer is made`(numbers: [Int]) {
        var consumer = Self.open()
        let entries = numbers.map { consumer.take(Self.place($0, $0)) }
        let whole = zip(numbers, 1...).prefix { $0 == $1 }.count
        #expect(entries.map { $0 != nil } == numbers.indices.map { $0 < whole })
        #expect(consumer.isBroken)
        #expect(consumer.pull(at: Self.start) == nil)
    }

    @Test func `The next consumer goes on behind what has come`() {
        var consumer = Self.open()
        let entry = consumer.take(Self.place(7, 1))
        consumer.begin()
        #expect(consumer.take(Self.place(8, 2)) == nil)
        #expect((consumer.taken, consumer.written) == (7, 5))
        consumer.open(1, after: 7)
        #expect(consumer.name == "h=a=b=")
        entry.map { consumer.done($0) }
        #expect(consumer.written == 7)
    }

    @Test func `Of another stream, all is read`() {
        var consumer = Self.open()
        let old = consumer.take(Self.place(7, 1))
        consumer.startOver()
        consumer.open(1, after: 0)
        let new = consumer.take(Self.place(3, 1))
        old.map { consumer.done($0) }
        #expect(consumer.written == 0, "the places of the old stream say nothing of the new one")
        new.map { consumer.done($0) }
        #expect(consumer.written == 3)
    }

    @Test func `What was delivered and does not come is lost`() {
        var consumer = Self.open()
        _ = consumer.take(Self.place(1, 1))
        let learned1 = consumer.learn(Self.state(deliveries: 1), at: Self.start)
        #expect(learned1)
        let learned2 = consumer.learn(Self.state(deliveries: 3), at: Self.start)
        #expect(!learned2, "two are on their way")
        let late = Self.start + PatternConsumer.deliversWithin
        _ = consumer.take(Self.place(2, 2))
        let learned3 = consumer.learn(Self.state(deliveries: 3), at: late)
        #expect(!learned3)
        #expect(!consumer.isBroken, "one has come since")
        let learned4 = consumer.learn(Self.state(deliveries: 3), at: late + PatternConsumer.deliversWithin)
        #expect(!learned4)
        #expect(consumer.isBroken)
    }

    @Test func `It asks now and then, and more often when somebody waits`() {
        var consumer = Self.consumer()
        let asks1 = consumer.asks(at: Self.start)
        #expect(!asks1, "there is no consumer")
        consumer.open(0, after: 5)
        let asks2 = consumer.asks(at: Self.start)
        #expect(asks2)
        let asks3 = consumer.asks(at: Self.start + PatternConsumer.askSoon)
        #expect(!asks3)
        let asks4 = consumer.asks(at: Self.start + PatternConsumer.askSoon, soon: true)
        #expect(asks4)
        consumer.doubt()
        let asks5 = consumer.asks(at: Self.start + PatternConsumer.askSoon)
        #expect(asks5)
    }

    @Test func `It pulls as much as it can take`() {
        var consumer = Self.open()
        #expect(consumer.pull(at: Self.start) == 1)
        #expect(consumer.pull(at: Self.start) == nil)
        for number in 1...PatternConsumer.pulled / 2 + 1 { _ = consumer.take(Self.place(number, number)) }
        #expect(consumer.pull(at: Self.start) == 2)
        consumer.pullEnded(2, unused: PatternConsumer.pulled)
        #expect(consumer.pull(at: Self.start) == 3)
        consumer.begin()
        #expect(consumer.pull(at: Self.start) == nil)
        consumer.open(1, after: 5)
        #expect(consumer.pull(at: Self.start) == 4)
        consumer.pullEnded(3, unused: 100)
        #expect(consumer.pull(at: Self.start) == nil, "it is of the consumer before")
        #expect(consumer.pull(at: Self.start + PatternConsumer.pullPatience) == 5, "the answer was lost")
    }

    /// The server serves pulls in turn, so the first one may end by its bytes when this side has counted it out already.
    @Test func `What pulls still bring is counted as the server counts it`() {
        var consumer = Self.open()
        let half = PatternConsumer.pulled / 2
        var number = 0
        func take(_ count: Int) {
            for _ in 0..<count {
                number += 1
                _ = consumer.take(Self.place(number, number))
            }
        }
        #expect(consumer.pull(at: Self.start) == 1)
        take(half + 1)
        #expect(consumer.pull(at: Self.start) == 2)
        take(half - 1)
        consumer.pullEnded(1, unused: half)
        #expect(consumer.pull(at: Self.start) == nil, "the second one brings half of its own")
        take(1)
        #expect(consumer.pull(at: Self.start) == 3)
    }

    @Test func `A pull that the server does not know is made again`() {
        var consumer = Self.open()
        #expect(consumer.pull(at: Self.start) == 1)
        let learned5 = consumer.learn(Self.state(deliveries: 0, waiting: 0), at: Self.start)
        #expect(learned5)
        #expect(consumer.pull(at: Self.start) == nil, "it may not have been there")
        let later = Self.start + .seconds(1)
        let learned6 = consumer.learn(Self.state(deliveries: 0, waiting: 0), at: later)
        #expect(learned6)
        #expect(consumer.pull(at: later) == 2)
    }
}
