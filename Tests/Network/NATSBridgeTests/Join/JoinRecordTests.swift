import Platform
import JSON
import TestSupport
import Testing

@testable import NATSBridge

struct JoinRecordTests {
    private static let start = Instant.now

    @Test func `A record says how far a join is`() throws {
        var progress = JoinProgress()
        progress.note(LineOrigin(name: "b", stream: "2026-11-22T00:00:00Z", place: 7, incarnation: "1", position: 3))
        let record = JoinRecord(progress: progress, takes: ["t", "u.v"])
        expect(JoinRecord(record.json), equals: record)
        let last = JoinRecord(progress: progress, takes: [], hasLeft: true)
        expect(JoinRecord(last.json), equals: last)
    }

    /// Others may write whatever they like under their own names.
    @Test(arguments: [
        "", "[]", "{", #"{"takes":7}"#, #"{"progress":{"senders":{"a":{"place":1e99}}},"takes":[]}"#,
        #"{"progress":{"senders":[7]},"takes":[]}"#,
    ])
    func `What is no record is none`(text: String) {
        expect(JoinRecord(Array(text.utf8)), equals: nil)
    }

    @Test func `A record has a greatest length`() {
        expect(JoinRecord(Array(repeating: 0x20, count: JoinRecord.mostBytes + 1)), equals: nil)
    }

    @Test func `It is stored soon after a change, and again until the server has it`() {
        var record = OwnRecord()
        expect(record.due(at: Self.start), equals: 1, "so that the others know of this join")
        record.didChange(at: Self.start)
        expect(record.due(at: Self.start), equals: nil, "one is under way")
        record.wasStored(1, at: Self.start)
        expect(record.due(at: Self.start), equals: nil)
        expect(record.due(at: Self.start + OwnRecord.after), equals: 2)
        let late = Self.start + OwnRecord.after + OwnRecord.patience
        expect(record.due(at: late), equals: 3, "the answer was lost")
        record.wasStored(2, at: late)
        expect(record.deadline, equals: late + OwnRecord.patience, "that was the one before")
        record.wasStored(3, at: late)
        for _ in 0..<OwnRecord.afterChanges { record.didChange(at: late) }
        expect(record.due(at: late), equals: 4, "many lines do not wait")
        record.wasStored(4, at: late)
        expect(record.due(at: late + OwnRecord.refreshes - .seconds(1)), equals: nil)
        expect(record.due(at: late + OwnRecord.refreshes), equals: 5, "the server forgets it after a day")
        record.publishAgain()
        expect(record.due(at: late), equals: 6)
    }

    @Test func `The last one is stored at once, whatever is under way`() {
        var record = OwnRecord()
        expect(record.due(at: Self.start), equals: 1)
        record.leave()
        expect(record.due(at: Self.start), equals: 2)
        record.wasStored(1, at: Self.start)
        #expect(!record.hasLeft, "that was the one before")
        record.wasStored(2, at: Self.start)
        #expect(record.hasLeft)
        record.publishAgain()
        expect(!record.hasLeft && record.due(at: Self.start) == 3, "the server may have lost it")
    }
}
