import Composition
import TestSupport
import Testing

@testable import Supervision

/// What is kept for a successor.
@Suite struct JournalTests {
    private static func line(_ id: String, cause: String? = nil, type: String = "a.output.x", data: String = "{}")
        -> String
    {
        let cause = cause.map { ",\"causationid\":\"\($0)\"" } ?? ""
        return
            "{\"specversion\":\"1.0\",\"type\":\"\(type)\",\"source\":\"a\",\"id\":\"\(id)\"\(cause),\"data\":\(data)}\n"
    }

    private static func queue(_ text: String, in journal: inout Journal, type: String = "a.output.x") {
        Array(text.utf8).withUnsafeBytes { journal.queued($0, type: type) }
    }

    private static func ids(_ backlog: Journal.Backlog) -> [String] {
        backlog.lines.compactMap { line in
            String(decoding: line, as: UTF8.self).split(separator: "\"id\":\"", maxSplits: 1).last?
                .split(separator: "\"").first.map(String.init)
        }
    }

    /// An id that looks like another's end, one within data, one that is escaped.
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

    /// Much more than is kept before it is looked for: what is left begins after the last snapshot all the same.
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

    /// A successor that died before it had read anything left the older state to be sent after the newer one.
    @Test func anOvertakenStateIsNotSentAfterTheNewer() {
        var journal = Journal(.latest)
        let key = Outbox.StateKey(type: "a.output.x", subject: "")
        let lines = ["a-1", "a-2"].map { Array(Self.line($0).utf8) }
        for line in lines { line.withUnsafeBytes { journal.queued($0, as: key) } }
        journal.took(snapshot: Array("{}".utf8), after: "")
        let news = Array(Self.line("n-1", type: "a.output.y").utf8)
        #expect(Self.ids(journal.backlog(unread: lines + [news])) == ["restore", "a-2", "n-1"])
        // It may have died with the news unread.
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
        // Another sender's, of the same name: one answer is one request's.
        Self.queue(Self.line("a-7"), in: &journal)
        for number in 1...1_000 where ![3, 999].contains(number) {
            let answer = Self.line("b-\(number)", cause: "a-\(number)", type: "b.output.y")
            Array(answer.utf8).withUnsafeBytes { journal.wrote($0, type: "b.output.y") }
        }
        #expect(Self.ids(journal.backlog()) == ["a-3", "c-1", "a-999", "a-7"])
        #expect(journal.watchesAnswers)
        for id in ["a-999", "a-7", "a-3"] {
            Array(Self.line("b", cause: id).utf8).withUnsafeBytes { journal.wrote($0, type: "b.output.y") }
        }
        #expect(journal.backlog().lines.isEmpty && !journal.watchesAnswers)
    }

    /// Whatever the order of answers, and the answers to nothing: what is open is what a list that is searched says.
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
            Array(Self.line("b-\(number)", cause: cause, type: type).utf8).withUnsafeBytes {
                journal.wrote($0, type: type)
            }
            if !isProgress { open.removeAll { $0 == cause } }
        }
        #expect(Self.ids(journal.backlog()) == open)
    }
}
