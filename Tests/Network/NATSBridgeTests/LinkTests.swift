import Platform
import NATSBridge
import TestSupport
import Testing
import Wire

@Suite struct LinkTests {
    private let start = Instant.now

    @Test func `A log takes a few words in a while, and says how many it left out`() {
        var log = LogLimit(most: 2, each: .seconds(10))
        var effects: [BridgeEffect] = []
        for number in 1...5 { log.write("word \(number)", at: start, into: &effects) }
        expect(effects.words, equals: ["word 1", "word 2"])
        log.write(String(repeating: "x", count: 1000), at: start + .seconds(10), into: &effects)
        expect(effects.words[2], equals: "3 more messages suppressed")
        expect(effects.words[3].count, equals: 500)
    }

    @Test func `A status is told when it has changed, and at most once a second`() {
        var report = StatusReport()
        var effects: [BridgeEffect] = []
        func tell(_ text: String, after time: Duration) {
            report.report(text, trouble: false, at: start + time, into: &effects)
        }
        tell("a", after: .zero)
        tell("a", after: .seconds(5))
        tell("b", after: .seconds(5))
        tell("c", after: .seconds(5.5))
        expect(report.deadline, equals: start + .seconds(6))
        tell("c", after: .seconds(6))
        expect(effects.statuses.map(\.text), equals: ["a", "b", "c"])
        expect(report.deadline, equals: nil)
    }

    @Test func `The delay is that of the last ping`() {
        var latency = RoundTripTime()
        var effects: [BridgeEffect] = []
        let inbox = Inbox(prefix: "i")
        latency.ask(by: inbox, at: start, into: &effects)
        latency.ask(by: inbox, at: start + .seconds(1), into: &effects)
        expect(effects.subjects, equals: ["i.ping.1"])
        latency.take(7, at: start + .seconds(1))
        expect(latency.text, equals: nil)
        latency.take(1, at: start + .microseconds(1250))
        expect(latency.text, equals: "1.2 ms")
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
