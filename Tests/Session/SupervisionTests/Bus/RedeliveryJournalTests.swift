import Composition
import TestSupport
import Testing
import Wire

@testable import Supervision

/// `recovery: redeliver`.
@Suite struct RedeliveryJournalTests {
    @Test func openRequestsAreKeptInOrder() {
        var journal: any Journal = RedeliveryJournal(notices: [MessagePattern("a.output.cancel")], progress: [])
        for number in 1...1_000 {
            JournalText.queue(JournalText.line("a-\(number)"), in: &journal)
            if number == 500 {
                JournalText.queue(
                    JournalText.line("c-1", type: "a.output.cancel"), in: &journal, type: "a.output.cancel")
            }
        }
        // Another sender's request with the same id: one answer counts for one request.
        JournalText.queue(JournalText.line("a-7"), in: &journal)
        for number in 1...1_000 where ![3, 999].contains(number) {
            JournalText.answer(JournalText.line("b-\(number)", cause: "a-\(number)", type: "b.output.y"), in: &journal)
        }
        expect(JournalText.ids(journal.backlog()), equals: ["a-3", "c-1", "a-999", "a-7"])
        #expect(journal.readsOutput)
        for id in ["a-999", "a-7", "a-3"] {
            JournalText.answer(JournalText.line("b", cause: id), in: &journal)
        }
        expect(journal.backlog().lines.isEmpty && !journal.readsOutput)
    }

    /// For any order of answers, also to unknown requests, the open requests equal those of a plain list.
    @Test(arguments: 1...3 as ClosedRange<UInt64>) func openRequestsAreThoseWithoutAnAnswer(seed: UInt64) {
        var random = Seeded(seed: seed)
        var journal: any Journal = RedeliveryJournal(notices: [], progress: [MessagePattern("b.output.progress")])
        var open: [String] = []
        for number in 1...20_000 {
            if Int.random(in: 0..<open.count + 40, using: &random) < 40 {
                open.append("\(["a", "\\u0061"][number % 2])-\(number)")
                JournalText.queue(
                    JournalText.line(open[open.count - 1], type: ["a.output.x", "a.output.y"][number % 3 / 2]),
                    in: &journal)
            }
            let place = Int.random(in: 0..<4, using: &random) > 0 ? 0 : Int.random(in: 0..<100, using: &random)
            let isProgress = Int.random(in: 0..<10, using: &random) == 0
            let cause = place < open.count ? open[place] : "unknown-\(number)"
            let type = isProgress ? "b.output.progress" : "b.output.y"
            JournalText.answer(JournalText.line("b-\(number)", cause: cause, type: type), in: &journal, type: type)
            if !isProgress { open.removeAll { $0 == cause } }
        }
        expect(JournalText.ids(journal.backlog()), equals: open)
    }

    /// Regression: ids are unique only for their source, but were compared as if they were globally unique.
    @Test func twoSendersMayUseTheSameIDs() {
        var journal = JournalText.redelivering.makeJournal()
        for number in 1...100 {
            for source in ["a", "c"] {
                JournalText.queue(
                    JournalText.line("\(number)", from: source, chain: "\(source)-\(number)"), in: &journal)
            }
        }
        // The later one, named in three ways; and the earlier one by its id alone.
        for number in 1...30 {
            JournalText.answer(JournalText.line("x", cause: "\(number)", causeSource: "c"), in: &journal)
        }
        for number in 31...60 {
            JournalText.answer(JournalText.line("x", cause: "\(number)", chain: "c-\(number)"), in: &journal)
        }
        for number in 61...90 { JournalText.answer(JournalText.line("x", chain: "c-\(number)"), in: &journal) }
        for number in 91...100 { JournalText.answer(JournalText.line("x", cause: "\(number)"), in: &journal) }
        let open = journal.backlog().lines.map { String(decoding: $0, as: UTF8.self) }
        let expected =
            (1...90).map { ("\($0)", "a") } + (91...100).map { ("\($0)", "c") }
        expect(open.count, equals: expected.count)
        for (line, (id, source)) in zip(open, expected) {
            expect(line, contains: #""source":"\#(source)","id":"\#(id)""#, "\(line)")
        }
    }

    @Test(arguments: [
        ("\u{e9}-1", #"\u00e9-1"#), (#"\u00e9-1"#, "\u{e9}-1"), (#"a\/1"#, "a/1"), ("a/1", #"\u0061\u002F1"#),
    ])
    func idsAreComparedAsTheTextsThatTheyAre(id: String, written: String) {
        var journal = JournalText.redelivering.makeJournal()
        for other in ["x", "e\u{301}-1", "a\\\\/1", id, "y"] {
            JournalText.queue(JournalText.line(other), in: &journal)
        }
        JournalText.answer(JournalText.line("b", cause: written), in: &journal)
        expect(journal.backlog().lines.count, equals: 4)
        #expect(!JournalText.ids(journal.backlog()).contains { $0.utf8.elementsEqual(id.utf8) })
        JournalText.queue(JournalText.line(written), in: &journal)
        JournalText.answer(JournalText.line("b", chain: id), in: &journal)
        expect(journal.backlog().lines.count, equals: 4)
    }

    /// The README's double sets no cause.
    @Test func anAnswerThatNamesNoCauseIsTheFirstOfItsChain() {
        var journal = JournalText.redelivering.makeJournal()
        for number in 1...40 {
            JournalText.queue(
                JournalText.line("a-\(number)", chain: number % 2 == 0 ? "v-\(number)" : nil), in: &journal)
        }
        JournalText.queue(
            JournalText.line("c", chain: "v-40", type: "a.output.cancel"), in: &journal, type: "a.output.cancel")
        for number in (1...40).reversed() where number != 7 {
            JournalText.answer(
                JournalText.line("b", chain: number % 2 == 0 ? "v-\(number)" : "a-\(number)"), in: &journal)
        }
        expect(JournalText.ids(journal.backlog()), equals: ["a-7", "c"])
        expect(journal.takeTroubles(), equals: [])
    }

    @Test func anAnswerThatNamesNothingIsToldOnce() {
        var journal = JournalText.redelivering.makeJournal()
        JournalText.answer(JournalText.line("b-0"), in: &journal)
        expect(journal.takeTroubles(), equals: [], "nobody has asked for anything")
        JournalText.queue(JournalText.line("a-1"), in: &journal)
        for _ in 0..<3 { JournalText.answer(JournalText.line("b"), in: &journal) }
        JournalText.answer(JournalText.line("b", type: "b.output.progress"), in: &journal, type: "b.output.progress")
        expect(journal.takeTroubles(), equals: [.answerNamesNothing(type: "b.output.y")])
        expect(journal.takeTroubles(), equals: [])
        expect(JournalText.ids(journal.backlog()), equals: ["a-1"])
    }

    /// The most natural slip: the correlation is the request's id. A service that has answered once may name what is answered.
    @Test(arguments: [(["x", "a-1"], true), (["v-1", "x"], false)])
    func anAnswerThatNamesNoOpenRequestIsTold(chains: [String], isTold: Bool) {
        var journal = JournalText.redelivering.makeJournal()
        for number in 1...2 { JournalText.queue(JournalText.line("a-\(number)", chain: "v-\(number)"), in: &journal) }
        for chain in chains { JournalText.answer(JournalText.line("b", chain: chain), in: &journal) }
        expect(journal.takeTroubles(), equals: (isTold ? [.answersNothing(type: "b.output.y")] : []))
        expect(journal.openRequests, equals: (isTold ? 2 : 1))
        let oldest = journal.oldestRequest.map { String(decoding: $0, as: UTF8.self) }
        expect(oldest?.contains(isTold ? "a-1" : "a-2"), equals: true)
    }

    /// Regression: a service that answers nothing filled the memory.
    @Test func openRequestsHaveALimit() {
        var journal = JournalText.redelivering.makeJournal()
        let pad = String(repeating: "x", count: 100_000)
        for number in 1...500 {
            JournalText.queue(JournalText.line("a-\(number)", data: "{\"x\":\"\(pad)\"}"), in: &journal)
        }
        expect(journal.takeTroubles(), equals: [.requestsForgotten])
        let kept = JournalText.ids(journal.backlog())
        expect(kept.count * 100_000 < JournalLimit.requests && kept.count > 150)
        expect(kept.last, equals: "a-500")
        for id in kept { JournalText.answer(JournalText.line("b", cause: id), in: &journal) }
        #expect(journal.backlog().lines.isEmpty)
        // Short requests take more memory than their bytes.
        for number in 1...160_000 { JournalText.queue(JournalText.line("a-\(number)"), in: &journal) }
        #expect(journal.backlog().lines.count < JournalLimit.requests / 120)
    }

    /// Regression (D5): answered requests that only waited to be removed counted too, so an open one was dropped although the service
    /// had never been asked for more than 10 MiB at once.
    @Test func answeredRequestsTakeNoRoomFromOpenOnes() {
        var journal = JournalText.redelivering.makeJournal()
        let pad = String(repeating: "x", count: 1_000_000)
        for number in 1...200 {
            JournalText.queue(JournalText.line("a-\(number)", data: "{\"x\":\"\(pad)\"}"), in: &journal)
            if number > 10 {
                JournalText.answer(JournalText.line("b", cause: "a-\(number - 9)"), in: &journal)
            }
        }
        expect(journal.takeTroubles(), equals: [])
        expect(JournalText.ids(journal.backlog()), equals: ["a-1"] + (192...200).map { "a-\($0)" })
    }

    @Test func aRefusalAnswersItsRequest() {
        var journal = JournalText.redelivering.makeJournal()
        let type = ProcessOutput.Refused.type
        for number in 1...2 { JournalText.queue(JournalText.line("a-\(number)"), in: &journal) }
        JournalText.answer(JournalText.line("b", cause: "a-1", type: type), in: &journal, type: type)
        JournalText.answer(JournalText.line("b", type: type), in: &journal, type: type)
        expect(JournalText.ids(journal.backlog()), equals: ["a-2"])
        expect(journal.takeTroubles(), equals: [], "a line that cannot be read has no name")
    }

    /// A state asks for no answer.
    @Test func aStateIsNoOpenRequest() {
        var journal = JournalText.redelivering.makeJournal()
        for number in 1...100 { JournalText.state(number, "s", in: &journal) }
        #expect(!journal.readsOutput)
        expect(JournalText.ids(journal.backlog()), equals: ["a-100"])
    }
}
