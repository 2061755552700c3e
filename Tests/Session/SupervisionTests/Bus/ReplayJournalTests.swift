import Composition
import TestSupport
import Testing
import Wire

@testable import Supervision

/// `recovery: replay`.
@Suite struct ReplayJournalTests {
    /// An id that is a suffix of another, one inside data, one with escapes.
    @Test(arguments: ["a-1", "a-12", "a-2", "\u{e9}\\\"/"]) func aSnapshotIsFoundByItsEvent(id: String) {
        var journal = Recovery.replay.makeJournal()
        let escaped = id.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        for name in ["a-0", escaped, "a-1x"] {
            JournalText.queue(JournalText.line(name, data: #"{"id":"\#(escaped)"}"#), in: &journal)
        }
        journal.noteOutput(lines: 5)
        journal.noteSnapshot(Array("{}".utf8), after: id)
        journal.noteOutput(lines: 2)
        let backlog = journal.backlog()
        expect(JournalText.ids(backlog), equals: ["restore", "a-1x"])
        expect(backlog.isRestored && backlog.saidAlready == 2)
    }

    @Test func aSnapshotOfAnUnknownEventIsNone() {
        var journal = Recovery.replay.makeJournal()
        JournalText.queue(JournalText.line("a-1"), in: &journal)
        journal.noteOutput(lines: 1)
        journal.noteSnapshot(Array("{}".utf8), after: "b-1")
        let backlog = journal.backlog()
        expect(JournalText.ids(backlog), equals: ["a-1"])
        expect(!backlog.isRestored && backlog.saidAlready == 1)
    }

    /// Far more than the journal keeps before it compacts; the rest still starts after the last snapshot.
    @Test func theLogStaysShort() {
        var journal = Recovery.replay.makeJournal()
        let pad = String(repeating: "x", count: 30_000)
        for number in 1...400 {
            JournalText.queue(JournalText.line("a-\(number)", data: "{\"pad\":\"\(pad)\"}"), in: &journal)
            journal.noteOutput(lines: 1)
            if number % 64 == 0 { journal.noteSnapshot(Array("{}".utf8), after: "a-\(number)") }
        }
        let backlog = journal.backlog()
        let expected = ["restore"] + (385...400).map { "a-\($0)" }
        expect(JournalText.ids(backlog), equals: expected)
        expect(backlog.saidAlready, equals: 16)
    }

    /// A snapshot that may follow either of two events is ignored; with a source, it is used.
    @Test(arguments: [nil, "a", "c"]) func aSnapshotFollowsTheEventOfThatSource(source: String?) {
        var journal = Recovery.replay.makeJournal()
        for number in 1...3 {
            for sender in ["a", "c"] { JournalText.queue(JournalText.line("\(number)", from: sender), in: &journal) }
        }
        journal.noteSnapshot(Array("{}".utf8), after: "2", from: source)
        let backlog = journal.backlog()
        expect(backlog.isRestored, equals: (source != nil))
        expect(backlog.lines.count, equals: [nil: 6, "a": 4, "c": 3][source])
    }

    /// What it did since, it did without being sent anything: the lines that it wrote until then are not written again.
    @Test func aSnapshotMayNameTheSameEventAsTheOneBefore() {
        var journal = Recovery.replay.makeJournal()
        let start = ProcessOutput.Snapshot.start
        JournalText.queue(JournalText.line("a-1"), in: &journal)
        for (id, source) in [(start.id, start.source), (start.id, start.source), ("a-1", "a"), ("a-1", "a")] {
            journal.noteOutput(lines: 3)
            journal.noteSnapshot(Array("{}".utf8), after: id, from: source)
            journal.noteOutput(lines: 1)
            let backlog = journal.backlog()
            expect(JournalText.ids(backlog), equals: (id == "a-1" ? ["restore"] : ["restore", "a-1"]))
            expect(backlog.saidAlready, equals: 1)
        }
    }

    /// Ids that start with their source's name need no source.
    @Test func aSnapshotThatNamesNoSourceIsFoundByATellingID() {
        var journal = Recovery.replay.makeJournal()
        for id in ["a-1", "a-2", "a-3"] { JournalText.queue(JournalText.line(id), in: &journal) }
        journal.noteSnapshot(Array("{}".utf8), after: "a-2")
        expect(JournalText.ids(journal.backlog()), equals: ["restore", "a-3"])
    }

    /// Events that an earlier process may have received are marked; others are not.
    @Test(arguments: [Recovery.replay, JournalText.redelivering])
    func whatIsSentAgainIsMarked(recovery: Recovery) {
        var journal = recovery.makeJournal()
        let lines = (1...4).map { JournalText.line("a-\($0)") }
        for line in lines { JournalText.queue(line, in: &journal) }
        let first = journal.backlog(unread: lines.suffix(2).map { Array($0.utf8) })
        expect(JournalText.ids(first), equals: ["a-1", "a-2", "a-3", "a-4"])
        expect(JournalText.replayed(first), equals: ["a-1", "a-2"])
        // The second process also died, before it had read much.
        JournalText.queue(JournalText.line("a-5"), in: &journal)
        let second = journal.backlog(unread: first.lines.suffix(3) + [Array(JournalText.line("a-5").utf8)])
        expect(JournalText.ids(second), equals: ["a-1", "a-2", "a-3", "a-4", "a-5"])
        expect(JournalText.replayed(second), equals: ["a-1", "a-2"])
        let third = journal.backlog(unread: [])
        expect(JournalText.replayed(third), equals: ["a-1", "a-2", "a-3", "a-4", "a-5"])
        for line in third.lines { expect((try? Event(line: line.span))?.isReplayed, equals: true) }
    }
}
