import Composition
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

    @Test func openRequestsAreKeptInOrder() {
        var journal = Journal(.redeliver(notices: [MessagePattern("a.output.cancel")], progress: []))
        for number in 1...1_000 {
            Self.queue(Self.line("a-\(number)"), in: &journal)
            if number == 500 {
                Self.queue(Self.line("c-1", type: "a.output.cancel"), in: &journal, type: "a.output.cancel")
            }
        }
        // Another sender's, of the same name.
        Self.queue(Self.line("a-7"), in: &journal)
        for number in 1...1_000 where ![3, 999].contains(number) {
            let answer = Self.line("b-\(number)", cause: "a-\(number)", type: "b.output.y")
            Array(answer.utf8).withUnsafeBytes { journal.wrote($0, type: "b.output.y") }
        }
        #expect(Self.ids(journal.backlog()) == ["a-3", "c-1", "a-999"])
        #expect(journal.watchesAnswers)
        for id in ["a-3", "a-999"] {
            Array(Self.line("b", cause: id).utf8).withUnsafeBytes { journal.wrote($0, type: "b.output.y") }
        }
        #expect(journal.backlog().lines.isEmpty && !journal.watchesAnswers)
    }
}
