import Platform
import TestSupport
import Testing
import Wire

@testable import NATSBridge

@Suite struct LinkTests {
    private let start = Instant.now

    @Test func `A log takes a few words in a while, and says how many it left out`() {
        var turn = Turn(at: start)
        for number in 1...8 { turn.complain("word \(number)") }
        expect(turn.effects.words, equals: (1...5).map { "word \($0)" })
        turn.now += .seconds(10)
        turn.complain(String(repeating: "x", count: 1000))
        expect(turn.effects.words[5], equals: "3 more messages suppressed")
        expect(turn.effects.words[6].count, equals: 500)
    }

    private func status(at now: Instant) -> BridgeStatus {
        var status = BridgeStatus(servers: "hub", isSupervised: true, at: now)
        status.handle(.connected(server: "hub", limit: 1), at: now)
        return status
    }

    @Test func `A status is told when it has changed, and at most once a second`() {
        var status = status(at: start)
        var turn = Turn(at: start)
        func tell(_ text: String, after time: Duration) {
            turn.now = start + time
            status.report(text, delay: nil, problem: nil, waiting: nil, &turn)
        }
        tell("a", after: .zero)
        tell("a", after: .seconds(5))
        tell("b", after: .seconds(5))
        tell("c", after: .seconds(5.5))
        expect(status.deadline, equals: start + .seconds(6))
        tell("c", after: .seconds(6))
        expect(turn.effects.statuses.map(\.text), equals: ["a", "b", "c"].map { "nats://hub: \($0)" })
        expect(status.deadline, equals: nil)
    }

    @Test func `A delay that changes alone is told every ten seconds, and trouble at once`() {
        var status = status(at: start)
        var turn = Turn(at: start)
        for second in 0..<15 {
            turn.now = start + .seconds(second)
            status.report(
                "a", delay: "\(second) ms", problem: second == 12 ? "no" : nil, waiting: "1 line waits", &turn)
        }
        expect(
            turn.effects.statuses.map(\.text),
            equals: ["nats://hub: a, 0 ms", "nats://hub: a, 10 ms", "no; 1 line waits", "nats://hub: a, 13 ms"])
    }

    @Test func `The delay is that of the last message that came back`() {
        var latency = RoundTripTime()
        expect(latency.next(at: start) == 1 && latency.next(at: start + .seconds(1)) == nil)
        latency.take(7, at: start + .seconds(1))
        expect(latency.text, equals: nil)
        latency.take(1, at: start + .microseconds(1250))
        expect(latency.text, equals: "1.2 ms")
        latency.hurry()
        expect(latency.next(at: start + .seconds(1)) == 2 && latency.text == "1.2 ms")
    }

    @Test(arguments: [
        (#"{"type":"a","source":"b","id":"1"}"#, #"{"type":"a","source":"me \"x\"","id":"1"}"#),
        (#"{"source":"\u0062","type":"a"}"#, #"{"source":"me \"x\"","type":"a"}"#),
        (#"{"type":"a"}"#, #"{"type":"a"}"#),
        (#"{"type":"a","source":"me \"x\""}"#, #"{"type":"a","source":"me \"x\""}"#),
    ])
    func `A line gets the source of who writes it`(line: String, claimed: String) throws {
        expect(String(decoding: try BusLine(Array(line.utf8)).claimed(by: "me \"x\""), as: UTF8.self), equals: claimed)
    }
}
