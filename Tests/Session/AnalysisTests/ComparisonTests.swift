import Analysis
import Recording
import TestSupport
import Testing
import Wire

@Suite struct ComparisonTests {
    /// The comparison's output, without equal events.
    private func compare(_ one: [Passage], _ other: [Passage]) throws -> [String] {
        var (left, right) = (one[...], other[...])
        var comparison = CassetteComparison(expected: { left.popFirst() }, actual: { right.popFirst() })
        var told: [String] = []
        while let finding = try comparison.next() {
            guard finding.kind != .same else { continue }
            let differences = finding.differences.map(\.description).joined(separator: "; ")
            let line = [finding.kind.rawValue, finding.event.event.id, differences].joined(separator: " ")
            told.append(finding.kind == .changed ? line : String(line.dropLast()))
        }
        return told
    }

    /// The same session at another time, with other ids.
    private func again(_ passages: [Passage]) -> [Passage] {
        passages.map { passage in
            var text = String(decoding: passage.event, as: UTF8.self)
            for name in ["\"id\":\"", "\"causationid\":\""] {
                text = text.split(separator: name, omittingEmptySubsequences: false).joined(separator: name + "x-")
            }
            return Passage(
                time: passage.time + 7, sender: passage.sender, receivers: passage.receivers.reversed(),
                event: Array(text.utf8))
        }
    }

    private static let extra = Session.passage(
        9, "view", ["presenter"], "view.output.didPress", id: "extra", data: #"{"control":"x"}"#)

    @Test func idsAndTimesDoNotMatter() throws {
        try expect(compare(Session.search, again(Session.search)), equals: [])
    }

    struct Edit: Sendable {
        let name: String
        let change: @Sendable (inout [Passage]) -> Void
        let told: [String]
    }

    static let edits: [Edit] = [
        Edit(name: "one more", change: { $0.insert(extra, at: 3) }, told: ["+ extra"]),
        Edit(name: "one more at the end", change: { $0.append(extra) }, told: ["+ extra"]),
        Edit(name: "one less", change: { $0.remove(at: 3) }, told: ["- p2"]),
        Edit(name: "the last is gone", change: { $0.removeLast() }, told: ["- p5"]),
        Edit(
            name: "another word",
            change: {
                $0[5] = Session.passage(
                    1.104, "presenter", ["view"], "view.input.show", id: "x-p3", cause: "x-f1", subject: "apps-1",
                    data: #"{"screen":{"title":"c"}}"#)
            }, told: [#"! p3 data.screen.title: expected "b", got "c""#]),
        Edit(
            name: "another cause",
            change: {
                $0[5] = Session.passage(
                    1.104, "presenter", ["view"], "view.input.show", id: "x-p3", cause: "x-v1", subject: "apps-1",
                    data: #"{"screen":{"title":"b"}}"#)
            }, told: [#"! p3 causationid: expected "f1", got "x-v1""#]),
        Edit(
            name: "an order", change: { $0.swapAt(2, 3) }, told: ["+ x-p2", "- p2"]),
        Edit(
            name: "one more and then another word",
            change: {
                $0[4] = Session.passage(
                    1, "fetcher", ["presenter"], "interactor.output.found", id: "x-f1", cause: "x-p1",
                    subject: "apps-1",
                    data: #"{"items":[1]}"#)
                $0.insert(extra, at: 4)
            }, told: ["+ extra", "! f1 data.items[0]: expected nothing, got 1"]),
    ]

    @Test(arguments: edits.indices) func whatDiffersIsTold(_ index: Int) throws {
        let edit = Self.edits[index]
        var other = again(Session.search)
        edit.change(&other)
        try expect(compare(Session.search, other), equals: edit.told, "\(edit.name)")
    }

    /// An id in a payload refers to an event; its spelling does not matter.
    @Test func anIdInAPayloadIsOne() throws {
        func cancelling(_ id: String) -> [Passage] {
            [
                Session.passage(1, "presenter", ["fetcher"], "interactor.input.search", id: id),
                Session.passage(
                    2, "presenter", ["fetcher"], "interactor.input.cancel", id: "\(id)0", data: #"{"id":"\#(id)"}"#),
            ]
        }
        try expect(compare(cancelling("p-1-1"), cancelling("p-2-7")), equals: [])
    }

    @Test func whatIsFurtherAwayThanTheWindowIsGone() throws {
        let many = (0..<3000).map { number in
            Session.passage(
                0, "view", ["presenter"], "view.output.didPress", id: "v\(number)", data: #"{"n":\#(number)}"#)
        }
        let told = try compare(many, Array(many.dropFirst(400)))
        expect(told, equals: (0..<400).map { "- v\($0)" })
        // No event is the same from here on, and the comparison still ends.
        #expect(try compare(many, Array(many.dropFirst(2000))).count > 1000)
    }
}
