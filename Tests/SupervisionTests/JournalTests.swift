import Composition
import TestSupport
import Testing
import Wire

@testable import Supervision

/// What the journal keeps for a successor.
@Suite struct JournalTests {
    private static func line(
        _ id: String, from source: String = "a", cause: String? = nil, causeSource: String? = nil,
        chain: String? = nil, type: String = "a.output.x", data: String = "{}"
    ) -> String {
        let attributes = [("correlationid", chain), ("causationid", cause), ("causationsource", causeSource)]
        let others = attributes.compactMap { name, value in value.map { ",\"\(name)\":\"\($0)\"" } }.joined()
        return
            "{\"specversion\":\"1.0\",\"type\":\"\(type)\",\"source\":\"\(source)\",\"id\":\"\(id)\"\(others),\"data\":\(data)}\n"
    }

    private static func queue(_ text: String, in journal: inout Journal, type: String = "a.output.x") {
        Array(text.utf8).withUnsafeBytes { journal.queued(LineRun(scanning: $0), type: type) }
    }

    private static func answer(_ text: String, in journal: inout Journal, type: String = "b.output.y") {
        Array(text.utf8).withUnsafeBytes { journal.wrote(LineRun(scanning: $0), type: type) }
    }

    private static let redelivering = Recovery.redeliver(
        notices: [MessagePattern("a.output.cancel")], progress: [MessagePattern("b.output.progress")])

    /// The backlog's events that are marked as replayed.
    private static func replayed(_ backlog: Journal.Backlog) -> [String] {
        ids(Journal.Backlog(lines: backlog.lines.filter(ReplayMark.isMarked)))
    }

    private static func ids(_ backlog: Journal.Backlog) -> [String] {
        backlog.lines.compactMap { line in
            String(decoding: line, as: UTF8.self).split(separator: "\"id\":\"", maxSplits: 1).last?
                .split(separator: "\"").first.map(String.init)
        }
    }

    /// An id that is a suffix of another, one inside data, one with escapes.
    @Test(arguments: ["a-1", "a-12", "a-2", "\u{e9}\\\"/"]) func aSnapshotIsFoundByItsEvent(id: String) {
        var journal = Journal(.replay)
        let escaped = id.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        for name in ["a-0", escaped, "a-1x"] {
            Self.queue(Self.line(name, data: #"{"id":"\#(escaped)"}"#), in: &journal)
        }
        journal.wrote(lines: 5)
        journal.took(snapshot: Array("{}".utf8), after: id)
        journal.wrote(lines: 2)
        let backlog = journal.backlog()
        #expect(Self.ids(backlog) == ["restore", "a-1x"])
        #expect(backlog.isRestored && backlog.saidAlready == 2)
    }

    @Test func aSnapshotOfAnUnknownEventIsNone() {
        var journal = Journal(.replay)
        Self.queue(Self.line("a-1"), in: &journal)
        journal.wrote(lines: 1)
        journal.took(snapshot: Array("{}".utf8), after: "b-1")
        let backlog = journal.backlog()
        #expect(Self.ids(backlog) == ["a-1"])
        #expect(!backlog.isRestored && backlog.saidAlready == 1)
    }

    /// Far more than the journal keeps before it compacts; the rest still starts after the last snapshot.
    @Test func theLogStaysShort() {
        var journal = Journal(.replay)
        let pad = String(repeating: "x", count: 30_000)
        for number in 1...400 {
            Self.queue(Self.line("a-\(number)", data: "{\"pad\":\"\(pad)\"}"), in: &journal)
            journal.wrote(lines: 1)
            if number % 64 == 0 { journal.took(snapshot: Array("{}".utf8), after: "a-\(number)") }
        }
        let backlog = journal.backlog()
        let expected = ["restore"] + (385...400).map { "a-\($0)" }
        #expect(Self.ids(backlog) == expected)
        #expect(backlog.saidAlready == 16)
    }

    /// Regression: if a successor died before it had read anything, the older state was sent after the newer one.
    @Test func anOvertakenStateIsNotSentAfterTheNewer() {
        var journal = Journal(.latest)
        let key = Outbox.StateKey(type: "a.output.x", subject: "")
        let lines = ["a-1", "a-2"].map { Array(Self.line($0).utf8) }
        for line in lines { line.withUnsafeBytes { journal.queued(LineRun(scanning: $0), as: key) } }
        journal.took(snapshot: Array("{}".utf8), after: "")
        let news = Array(Self.line("n-1", type: "a.output.y").utf8)
        #expect(Self.ids(journal.backlog(unread: lines + [news])) == ["restore", "a-2", "n-1"])
        // The successor may have died before it had read `n-1`.
        #expect(Self.ids(journal.backlog(unread: [])) == ["restore", "a-2", "n-1"])
    }

    @Test func openRequestsAreKeptInOrder() {
        var journal = Journal(.redeliver(notices: [MessagePattern("a.output.cancel")], progress: []))
        for number in 1...1_000 {
            Self.queue(Self.line("a-\(number)"), in: &journal)
            if number == 500 {
                Self.queue(Self.line("c-1", type: "a.output.cancel"), in: &journal, type: "a.output.cancel")
            }
        }
        // Another sender's request with the same id: one answer counts for one request.
        Self.queue(Self.line("a-7"), in: &journal)
        for number in 1...1_000 where ![3, 999].contains(number) {
            Self.answer(Self.line("b-\(number)", cause: "a-\(number)", type: "b.output.y"), in: &journal)
        }
        #expect(Self.ids(journal.backlog()) == ["a-3", "c-1", "a-999", "a-7"])
        #expect(journal.watchesAnswers)
        for id in ["a-999", "a-7", "a-3"] {
            Self.answer(Self.line("b", cause: id), in: &journal)
        }
        #expect(journal.backlog().lines.isEmpty && !journal.watchesAnswers)
    }

    /// For any order of answers, also to unknown requests, the open requests equal those of a plain list.
    @Test(arguments: 1...3 as ClosedRange<UInt64>) func openRequestsAreThoseWithoutAnAnswer(seed: UInt64) {
        var random = Seeded(seed: seed)
        var journal = Journal(.redeliver(notices: [], progress: [MessagePattern("b.output.progress")]))
        var open: [String] = []
        for number in 1...20_000 {
            if Int.random(in: 0..<open.count + 40, using: &random) < 40 {
                open.append("\(["a", "\\u0061"][number % 2])-\(number)")
                Self.queue(
                    Self.line(open[open.count - 1], type: ["a.output.x", "a.output.y"][number % 3 / 2]), in: &journal)
            }
            let place = Int.random(in: 0..<4, using: &random) > 0 ? 0 : Int.random(in: 0..<100, using: &random)
            let isProgress = Int.random(in: 0..<10, using: &random) == 0
            let cause = place < open.count ? open[place] : "unknown-\(number)"
            let type = isProgress ? "b.output.progress" : "b.output.y"
            Self.answer(Self.line("b-\(number)", cause: cause, type: type), in: &journal, type: type)
            if !isProgress { open.removeAll { $0 == cause } }
        }
        #expect(Self.ids(journal.backlog()) == open)
    }

    // MARK: - Identity of events

    /// Regression: ids are unique only for their source, but were compared as if they were globally unique.
    @Test func twoSendersMayUseTheSameIDs() {
        var journal = Journal(Self.redelivering)
        for number in 1...100 {
            for source in ["a", "c"] {
                Self.queue(Self.line("\(number)", from: source, chain: "\(source)-\(number)"), in: &journal)
            }
        }
        // The later one, named in three ways; and the earlier one by its id alone.
        for number in 1...30 { Self.answer(Self.line("x", cause: "\(number)", causeSource: "c"), in: &journal) }
        for number in 31...60 { Self.answer(Self.line("x", cause: "\(number)", chain: "c-\(number)"), in: &journal) }
        for number in 61...90 { Self.answer(Self.line("x", chain: "c-\(number)"), in: &journal) }
        for number in 91...100 { Self.answer(Self.line("x", cause: "\(number)"), in: &journal) }
        let open = journal.backlog().lines.map { String(decoding: $0, as: UTF8.self) }
        let expected =
            (1...90).map { ("\($0)", "a") } + (91...100).map { ("\($0)", "c") }
        #expect(open.count == expected.count)
        for (line, (id, source)) in zip(open, expected) {
            #expect(line.contains(#""source":"\#(source)","id":"\#(id)""#), "\(line)")
        }
    }

    @Test(arguments: [
        ("\u{e9}-1", #"\u00e9-1"#), (#"\u00e9-1"#, "\u{e9}-1"), (#"a\/1"#, "a/1"), ("a/1", #"\u0061\u002F1"#),
    ])
    func idsAreComparedAsTheTextsThatTheyAre(id: String, written: String) {
        var journal = Journal(Self.redelivering)
        for other in ["x", "e\u{301}-1", "a\\\\/1", id, "y"] { Self.queue(Self.line(other), in: &journal) }
        Self.answer(Self.line("b", cause: written), in: &journal)
        #expect(journal.backlog().lines.count == 4)
        #expect(!Self.ids(journal.backlog()).contains { $0.utf8.elementsEqual(id.utf8) })
        Self.queue(Self.line(written), in: &journal)
        Self.answer(Self.line("b", chain: id), in: &journal)
        #expect(journal.backlog().lines.count == 4)
    }

    /// The README's double sets no cause.
    @Test func anAnswerThatNamesNoCauseIsTheFirstOfItsChain() {
        var journal = Journal(Self.redelivering)
        for number in 1...40 {
            Self.queue(Self.line("a-\(number)", chain: number % 2 == 0 ? "v-\(number)" : nil), in: &journal)
        }
        Self.queue(Self.line("c", chain: "v-40", type: "a.output.cancel"), in: &journal, type: "a.output.cancel")
        for number in (1...40).reversed() where number != 7 {
            Self.answer(Self.line("b", chain: number % 2 == 0 ? "v-\(number)" : "a-\(number)"), in: &journal)
        }
        #expect(Self.ids(journal.backlog()) == ["a-7", "c"])
        #expect(journal.takeTroubles() == [])
    }

    @Test func anAnswerThatNamesNothingIsToldOnce() {
        var journal = Journal(Self.redelivering)
        Self.answer(Self.line("b-0"), in: &journal)
        #expect(journal.takeTroubles() == [], "nobody has asked for anything")
        Self.queue(Self.line("a-1"), in: &journal)
        for _ in 0..<3 { Self.answer(Self.line("b"), in: &journal) }
        Self.answer(Self.line("b", type: "b.output.progress"), in: &journal, type: "b.output.progress")
        #expect(journal.takeTroubles() == [.answerNamesNothing(type: "b.output.y")])
        #expect(journal.takeTroubles() == [])
        #expect(Self.ids(journal.backlog()) == ["a-1"])
    }

    /// Regression: a service that answers nothing filled the memory.
    @Test func openRequestsHaveALimit() {
        var journal = Journal(Self.redelivering)
        let pad = String(repeating: "x", count: 100_000)
        for number in 1...500 { Self.queue(Self.line("a-\(number)", data: "{\"x\":\"\(pad)\"}"), in: &journal) }
        #expect(journal.takeTroubles() == [.requestsForgotten])
        let kept = Self.ids(journal.backlog())
        #expect(kept.count * 100_000 < OpenRequests.limit && kept.count > 150)
        #expect(kept.last == "a-500")
        for id in kept { Self.answer(Self.line("b", cause: id), in: &journal) }
        #expect(journal.backlog().lines.isEmpty)
        // Short requests take more memory than their bytes.
        for number in 1...300_000 { Self.queue(Self.line("a-\(number)"), in: &journal) }
        #expect(journal.backlog().lines.count < OpenRequests.limit / 150)
    }

    /// A snapshot that may follow either of two events is ignored; with a source, it is used.
    @Test(arguments: [nil, "a", "c"]) func aSnapshotFollowsTheEventOfThatSource(source: String?) {
        var journal = Journal(.replay)
        for number in 1...3 {
            for sender in ["a", "c"] { Self.queue(Self.line("\(number)", from: sender), in: &journal) }
        }
        journal.took(snapshot: Array("{}".utf8), after: "2", from: source)
        let backlog = journal.backlog()
        #expect(backlog.isRestored == (source != nil))
        #expect(backlog.lines.count == [nil: 6, "a": 4, "c": 3][source])
    }

    /// Ids that start with their source's name need no source.
    @Test func aSnapshotThatNamesNoSourceIsFoundByATellingID() {
        var journal = Journal(.replay)
        for id in ["a-1", "a-2", "a-3"] { Self.queue(Self.line(id), in: &journal) }
        journal.took(snapshot: Array("{}".utf8), after: "a-2")
        #expect(Self.ids(journal.backlog()) == ["restore", "a-3"])
    }

    // MARK: - Limits and marks

    private static func state(_ number: Int, _ subject: String, in journal: inout Journal, pad: Int = 0) {
        let key = Outbox.StateKey(type: "a.output.x", subject: subject)
        let line = line("a-\(number)", data: "{\"x\":\"\(String(repeating: "x", count: pad))\"}")
        Array(line.utf8).withUnsafeBytes { journal.queued(LineRun(scanning: $0), as: key) }
    }

    /// Regression: the limit was 128 states of any size, and the loss was not logged.
    @Test func statesAreKeptUpToALimitOfBytes() {
        var journal = Journal(.latest)
        for number in 1...5000 { Self.state(number, "\(number % 1000)", in: &journal) }
        #expect(Self.ids(journal.backlog()) == (4001...5000).map { "a-\($0)" })
        #expect(journal.takeTroubles() == [])
        for number in 5001...5300 { Self.state(number, "\(number)", in: &journal, pad: 100_000) }
        #expect(journal.takeTroubles() == [.statesForgotten])
        let kept = journal.backlog().lines
        #expect(kept.reduce(0) { $0 + $1.count } <= Journal.statesLimit + kept.count * 20)
        #expect(Self.ids(journal.backlog()).last == "a-5300" && kept.count > 150)
    }

    /// A state asks for no answer.
    @Test func aStateIsNoOpenRequest() {
        var journal = Journal(Self.redelivering)
        for number in 1...100 { Self.state(number, "s", in: &journal) }
        #expect(!journal.watchesAnswers)
        #expect(Self.ids(journal.backlog()) == ["a-100"])
    }

    /// Events that an earlier process may have received are marked; others are not.
    @Test(arguments: [Recovery.replay, redelivering])
    func whatIsSentAgainIsMarked(recovery: Recovery) {
        var journal = Journal(recovery)
        let lines = (1...4).map { Self.line("a-\($0)") }
        for line in lines { Self.queue(line, in: &journal) }
        let first = journal.backlog(unread: lines.suffix(2).map { Array($0.utf8) })
        #expect(Self.ids(first) == ["a-1", "a-2", "a-3", "a-4"])
        #expect(Self.replayed(first) == ["a-1", "a-2"])
        // The second process also died, before it had read much.
        Self.queue(Self.line("a-5"), in: &journal)
        let second = journal.backlog(unread: first.lines.suffix(3) + [Array(Self.line("a-5").utf8)])
        #expect(Self.ids(second) == ["a-1", "a-2", "a-3", "a-4", "a-5"])
        #expect(Self.replayed(second) == ["a-1", "a-2"])
        let third = journal.backlog(unread: [])
        #expect(Self.replayed(third) == ["a-1", "a-2", "a-3", "a-4", "a-5"])
        for line in third.lines { #expect((try? Event(line: line.span))?.isReplayed == true) }
    }

    @Test func aStateThatIsSentAgainIsMarked() {
        var journal = Journal(.latest)
        Self.state(1, "s", in: &journal)
        Self.state(2, "t", in: &journal)
        journal.took(snapshot: Array("{}".utf8), after: "")
        Self.queue(Self.line("n-1", type: "a.output.y"), in: &journal, type: "a.output.y")
        let unread = journal.backlog().lines.suffix(1).map(ReplayMark.unmarked)
        let backlog = journal.backlog(unread: unread)
        #expect(Self.ids(backlog) == ["restore", "a-1", "a-2", "n-1"])
        #expect(Self.replayed(backlog) == ["a-1", "a-2"])
        let again = journal.backlog(unread: backlog.lines)
        #expect(Self.ids(again) == ["restore", "a-1", "a-2", "n-1"], "nothing is sent twice")
        #expect(Self.replayed(again) == ["a-1", "a-2"])
    }
}
