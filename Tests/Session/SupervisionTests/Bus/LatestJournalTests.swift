import Composition
import TestSupport
import Testing
import Wire

@testable import Supervision

/// `recovery: latest`.
@Suite struct LatestJournalTests {
    /// Regression: if a successor died before it had read anything, the older state was sent after the newer one.
    @Test func anOvertakenStateIsNotSentAfterTheNewer() {
        var journal = Recovery.latest.makeJournal()
        let key = StateKey(type: "a.output.x", subject: "")
        let lines = ["a-1", "a-2"].map { Array(JournalText.line($0).utf8) }
        for line in lines { line.withUnsafeBytes { journal.noteInput($0, as: key) } }
        journal.noteSnapshot(Array("{}".utf8), after: "")
        let news = Array(JournalText.line("n-1", type: "a.output.y").utf8)
        expect(JournalText.ids(journal.backlog(unread: lines + [news])), equals: ["restore", "a-2", "n-1"])
        // The successor may have died before it had read `n-1`.
        expect(JournalText.ids(journal.backlog(unread: [])), equals: ["restore", "a-2", "n-1"])
    }

    /// Regression: the limit was 128 states of any size, and the loss was not logged.
    @Test func statesAreKeptUpToALimitOfBytes() {
        var journal = Recovery.latest.makeJournal()
        for number in 1...5000 { JournalText.state(number, "\(number % 1000)", in: &journal) }
        expect(JournalText.ids(journal.backlog()), equals: (4001...5000).map { "a-\($0)" })
        expect(journal.takeTroubles(), equals: [])
        for number in 5001...5300 { JournalText.state(number, "\(number)", in: &journal, pad: 100_000) }
        expect(journal.takeTroubles(), equals: [.statesForgotten])
        let kept = journal.backlog().lines
        #expect(kept.reduce(0) { $0 + $1.count } <= JournalLimit.states + kept.count * 20)
        expect(JournalText.ids(journal.backlog()).last == "a-5300" && kept.count > 150)
    }

    @Test func aStateThatIsSentAgainIsMarked() {
        var journal = Recovery.latest.makeJournal()
        JournalText.state(1, "s", in: &journal)
        JournalText.state(2, "t", in: &journal)
        journal.noteSnapshot(Array("{}".utf8), after: "")
        JournalText.queue(JournalText.line("n-1", type: "a.output.y"), in: &journal, type: "a.output.y")
        let unread = journal.backlog().lines.suffix(1).map(ReplayMark.unmarked)
        let backlog = journal.backlog(unread: unread)
        expect(JournalText.ids(backlog), equals: ["restore", "a-1", "a-2", "n-1"])
        expect(JournalText.replayed(backlog), equals: ["a-1", "a-2"])
        let again = journal.backlog(unread: backlog.lines)
        expect(JournalText.ids(again), equals: ["restore", "a-1", "a-2", "n-1"], "nothing is sent twice")
        expect(JournalText.replayed(again), equals: ["a-1", "a-2"])
    }

    /// Only events since the snapshot are sent.
    @Test func nothingIsNewsBeforeASnapshot() {
        var journal: any Journal = LatestJournal()
        JournalText.queue(JournalText.line("n-1"), in: &journal)
        #expect(journal.backlog().lines.isEmpty)
        journal.noteSnapshot(Array("{}".utf8), after: "")
        JournalText.queue(JournalText.line("n-2"), in: &journal)
        expect(JournalText.ids(journal.backlog()), equals: ["restore", "n-2"])
        journal.noteSnapshot(Array("{}".utf8), after: "")
        expect(JournalText.ids(journal.backlog()), equals: ["restore"])
    }

    @Test func newsHaveALimit() {
        var journal: any Journal = LatestJournal()
        journal.noteSnapshot(Array("{}".utf8), after: "")
        for number in 1...100 {
            let pad = String(repeating: "x", count: 100_000)
            JournalText.queue(JournalText.line("n-\(number)", data: "{\"x\":\"\(pad)\"}"), in: &journal)
        }
        expect(journal.takeTroubles(), equals: [.newsForgotten])
        let ids = JournalText.ids(journal.backlog())
        expect(ids.last == "n-100" && ids.count < 50 && ids.count > 20)
    }

    /// Regression: a notice queued while the snapshot was on its way was lost. The snapshot names the last event that
    /// it knows: an event, a state, a forgotten event, or none.
    @Test(
        arguments: [
            ("n-1", nil, ["n-2", "n-3"]), ("n-1", "a", ["n-2", "n-3"]), ("n-3", nil, []), ("a-5", nil, ["n-2", "n-3"]),
            ("a-6", "a", ["n-3"]), ("", nil, []), ("x", nil, []), ("n-1", "b", []),
        ] as [(String, String?, [String])])
    func whatCameBehindTheSnapshotsEventIsNews(id: String, source: String?, expected: [String]) {
        var journal: any Journal = LatestJournal()
        journal.noteSnapshot(Array("{}".utf8), after: "")
        JournalText.queue(JournalText.line("n-1"), in: &journal)
        JournalText.state(5, "s", in: &journal)
        JournalText.queue(JournalText.line("n-2"), in: &journal)
        JournalText.state(6, "t", in: &journal)
        JournalText.queue(JournalText.line("n-3"), in: &journal)
        journal.noteSnapshot(Array("{}".utf8), after: id, from: source)
        expect(JournalText.ids(journal.backlog()), equals: ["restore", "a-5", "a-6"] + expected)
    }

    /// Regression: a successor's snapshot named no event, or the same one again, and an answer still in its pipe was lost when it
    /// died once more. A view with a controller in its process then waited for ever.
    @Test(
        arguments: [("restore", "viperline"), ("start", "viperline"), ("n-1", "a"), ("n-1", nil)] as [(String, String?)]
    )
    func aSnapshotWithoutANewEventCoversNoNews(id: String, source: String?) {
        var journal: any Journal = LatestJournal()
        journal.noteSnapshot(Array("{}".utf8), after: "")
        JournalText.queue(JournalText.line("n-1"), in: &journal)
        journal.noteSnapshot(Array("{}".utf8), after: "n-1", from: source == "a" ? "a" : nil)
        JournalText.queue(JournalText.line("n-2"), in: &journal)
        journal.noteSnapshot(Array("{}".utf8), after: id, from: source)
        expect(JournalText.ids(journal.backlog()), equals: ["restore", "n-2"])
    }

    /// A service that names no event has read everything.
    @Test func snapshotsThatNameNoEventCoverAllNews() {
        var journal: any Journal = LatestJournal()
        for number in 1...3 {
            journal.noteSnapshot(Array("{}".utf8), after: "")
            JournalText.queue(JournalText.line("n-\(number)"), in: &journal)
            journal.noteSnapshot(Array("{}".utf8), after: "")
            expect(JournalText.ids(journal.backlog()), equals: ["restore"])
        }
    }
}
