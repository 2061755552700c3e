import Composition
import TestSupport
import Testing
import Wire

@testable import Supervision

/// `recovery: none`.
@Suite struct UnreadJournalTests {
    @Test func aSuccessorIsSentWhatWasNotReadAndNothingElse() {
        var journal: any Journal = Recovery.none.makeJournal()
        let lines = (1...3).map { JournalText.line("a-\($0)") }
        for line in lines { JournalText.queue(line, in: &journal) }
        journal.noteSnapshot(Array("{}".utf8), after: "a-1")
        let unread = [RestoreLine.make(of: Array("{}".utf8))] + lines.suffix(1).map { Array($0.utf8) }
        let backlog = journal.backlog(unread: unread)
        expect(backlog.lines, equals: Array(unread.dropFirst()), "nothing is marked, no older snapshot is sent")
        expect(!backlog.isRestored && backlog.saidAlready == 0)
        #expect(journal.backlog().lines.isEmpty)
        expect(!journal.needsEveryState && !journal.readsInput && !journal.readsOutput)
    }

    /// The bus depends on these properties of a journal.
    @Test func eachRecoveryHasItsJournal() {
        #expect(Recovery.replay.makeJournal().needsEveryState)
        #expect(JournalText.redelivering.makeJournal().readsInput)
        #expect(!JournalText.redelivering.makeJournal().readsOutput, "nothing has been asked yet")
        #expect(Recovery.latest.makeJournal() is LatestJournal)
    }
}
