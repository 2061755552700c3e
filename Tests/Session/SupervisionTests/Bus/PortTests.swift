import Composition
import TestSupport
import Testing
import Wire

@testable import Supervision

/// The parts of a port, without the bus.
@Suite struct PortTests {
    private static let good = #"{"specversion":"1.0","type":"a.output.x","source":"a","id":"a-1","data":{}}"#

    private static func withLine<Result>(_ text: String, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        Array(text.utf8).withUnsafeBytes(body)
    }

    private static func run(_ text: String, _ body: (LineRun) -> Void) {
        withLine(text) { body(LineRun(scanning: $0)) }
    }

    // MARK: - Incoming

    private static func incoming() -> Incoming {
        let incoming = Incoming(source: "a", lineLimit: 1000)
        let destination = Destination(type: "a.output.x", receivers: [], isState: false)
        withLine("a.output.x") { incoming.destinations.keep(destination, for: $0) }
        return incoming
    }

    @Test func aCompleteLineOfAKnownTypeHasARoute() {
        let incoming = Self.incoming()
        var layout = EnvelopeLayout()
        expect(Self.withLine(Self.good) { incoming.knownDestination(of: $0, &layout)?.type }, equals: "a.output.x")
    }

    /// Such a line is either completed or refused.
    @Test(arguments: [
        (#""type":"a.output.x""#, #""type":"a.output.y""#), (#""type":"a.output.x""#, #""type":"a.output.\u0078""#),
        (#""source":"a""#, #""source":"b""#), (#""source":"a""#, #""source":"aa""#), (#""id":"a-1""#, #""id":"""#),
        (#""id":"a-1""#, #""id":"\ud800""#), (#""id":"a-1""#, #""id":1"#), (#","id":"a-1""#, ""),
        (#""data":{}"#, #""data":[]"#), (#""data":{}"#, #""data":{},"id":"a-2""#), (#""data":{}"#, #""replayed":true"#),
        (#"1.0"#, "2.0"), (#"{"specversion""#, #"{ "specversion""#), (#"{}}"#, "{}"), (#"{}}"#, "{}}x"),
    ])
    func anyOtherLineHasNone(part: String, replacement: String) {
        let incoming = Self.incoming()
        var layout = EnvelopeLayout()
        let line = Self.good.replacing(part, with: replacement)
        #expect(line != Self.good)
        #expect(Self.withLine(line) { incoming.knownDestination(of: $0, &layout) == nil })
    }

    @Test func noLineHasARouteWhileLinesAreDropped() {
        let incoming = Self.incoming()
        var layout = EnvelopeLayout()
        incoming.renew(dropping: 2)
        #expect(Self.withLine(Self.good) { incoming.knownDestination(of: $0, &layout) == nil })
        expect([incoming.drops(), incoming.drops(), incoming.drops()], equals: [true, true, false])
        #expect(Self.withLine(Self.good) { incoming.knownDestination(of: $0, &layout) != nil })
    }

    @Test func aNewProcessBeginsWithoutItsPredecessorsHalfLine() {
        let incoming = Self.incoming()
        Self.withLine("half a line") { incoming.lines.append($0) }
        incoming.isClosed = true
        incoming.waitsFor = [1]
        incoming.renew(dropping: 0)
        expect(incoming.lines.last() == nil && !incoming.isClosed && incoming.waitsFor.isEmpty)
    }

    @Test func idsOfOneServiceAreNeverTheSame() throws {
        let incoming = Self.incoming()
        let line = Array(#"{"type":"a.output.x"}"#.utf8)
        let layout = try EnvelopeScanner.scan(line.span)
        var output: [UInt8] = []
        line.withUnsafeBytes { incoming.complete($0, layout, onto: &output) }
        expect(String(decoding: output, as: UTF8.self), contains: #""id":"a+1""#)
        incoming.renew(dropping: 0)
        expect(incoming.nextID(), equals: "a+2")
    }

    // MARK: - Outgoing

    @Test(arguments: [(Recovery.none, 1), (.latest, 1), (.replay, 2)])
    func aStateIsSupersededUnlessASuccessorNeedsAll(recovery: Recovery, count: Int) {
        let outgoing = Outgoing(recovery)
        for number in 1...2 {
            Self.run(Self.good.replacing("a-1", with: "a-\(number)") + "\n") {
                let state = NewState(range: 0..<$0.bytes.count, key: StateKey(type: "a.output.x", subject: "s"))
                outgoing.enqueue($0, of: "a.output.x", as: [state])
            }
        }
        expect(outgoing.outbox.unread().count, equals: count)
    }

    @Test func aSuccessorIsQueuedWhatTheJournalKept() {
        let outgoing = Outgoing(.replay)
        for number in 1...3 {
            Self.run(Self.good.replacing("a-1", with: "a-\(number)") + "\n") {
                outgoing.enqueue($0, of: "a.output.x", as: nil)
            }
        }
        outgoing.outbox.clear()
        outgoing.journal.noteOutput(lines: 7)
        outgoing.journal.noteSnapshot(Array("{}".utf8), after: "a-2")
        outgoing.isBlocked = true
        expect(outgoing.renew(), equals: 0, "all was said before the snapshot")
        expect(outgoing.isRestored && !outgoing.isBlocked)
        expect(outgoing.outbox.unread().count, equals: 2, "the snapshot, and what came since")
    }

    @Test func whatAServiceLeavesIsToldOnce() {
        let outgoing = Outgoing(.none)
        expect(outgoing.takeLeftover(), equals: nil)
        expect(outgoing.renew(), equals: 0)
        Self.run(Self.good + "\n") { outgoing.enqueue($0, of: "a.output.x", as: nil) }
        expect(outgoing.takeLeftover()?.events.map(\.count), equals: [1])
        expect(outgoing.takeLeftover() == nil && outgoing.outbox.count == 0)
    }

    /// What the supervisor has written, and what an earlier process was sent too, does not count.
    @Test func aLeftoverNamesTheSenders() {
        let lines = ["a", "b", "a", "viperline"].map { JournalText.line("\($0)-1", from: $0) }
        let marked = String(decoding: ReplayMark.marked(Array(lines[0].utf8)), as: UTF8.self)
        let leftover = Leftover(undelivered: (lines + [marked]).map { Array($0.utf8) }, requests: 1)
        expect(
            "\(leftover)", equals: "2 events from a, 1 event from b were never delivered, and 1 request is unanswered")
        #expect(Leftover(undelivered: [], requests: 0).isEmpty)
    }

    // MARK: - Counters

    @Test func linesAndBytesAreCountedEachWay() {
        var counters = Counters()
        let other = Self.good.replacing("a-1", with: "a-2")
        Self.run("\(Self.good)\n\(other)\n") { counters.countReceived($0) }
        expect(counters.read.lines == 2 && counters.read.bytes == 2 * Self.good.utf8.count + 2)
        expect(counters.lastRead.text, equals: other)
        expect(counters.written == Traffic() && counters.lastWritten.text.isEmpty)
        Self.run(Self.good + "\n") { counters.countSent($0) }
        expect(counters.written.lines == 1 && counters.lastWritten.text == Self.good)
    }

    @Test(arguments: [("", ""), ("a\n", "a"), ("a\nb\n", "b"), ("\n", ""), ("a\n\n", "")])
    func theLastLineIsKept(lines: String, text: String) {
        var last = LastLine()
        Self.withLine(lines) { last.note($0) }
        expect(last.text, equals: text)
    }

    @Test func ofALongLineTheBeginningIsKept() {
        var last = LastLine()
        Self.withLine("short\n" + String(repeating: "x", count: 1000) + "\n") { last.note($0) }
        expect(last.text, equals: String(repeating: "x", count: 160) + "…")
    }
}
