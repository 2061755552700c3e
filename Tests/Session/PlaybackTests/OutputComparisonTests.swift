import Playback
import Recording
import TestSupport
import Testing
import Wire

@Suite struct OutputComparisonTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The events in order: `recorded …` or `said …`, in ``ScriptNotation``.
        let events: String
        /// The paths at which each pair differs; `=` for equal pairs.
        var pairs: [String] = []
        var awaited = 0
        var unpaired = 0
    }

    @Test(arguments: [
        Row(
            testDescription: "the same, with ids of its own",
            events: """
                recorded o-1 p {"a":1} <i-1 ~c
                said x-9 p {"a":1} <i-1 ~c
                """, pairs: ["="]),
        Row(
            testDescription: "said before it is read from the cassette",
            events: """
                said x-9 p <i-1
                recorded o-1 p <i-1
                """, pairs: ["="]),
        Row(
            testDescription: "answers to two causes, in the other order",
            events: """
                recorded o-1 p {"n":1} <i-1
                recorded o-2 p {"n":2} <i-2
                said x-1 p {"n":2} <i-2
                said x-2 p {"n":1} <i-1
                """, pairs: ["=", "="]),
        Row(
            testDescription: "answers to one cause, in the other order",
            events: """
                recorded o-1 p {"n":1} <i-1
                recorded o-2 p {"n":2} <i-1
                said x-1 p {"n":2} <i-1
                """, pairs: ["data.n"], awaited: 1),
        Row(
            testDescription: "an own id in a chain",
            events: """
                recorded o-1 p ~o-1
                said x-1 p ~x-1
                recorded o-2 q <o-1 ~o-1
                said x-2 q <x-1 ~x-1
                """, pairs: ["=", "="]),
        Row(
            testDescription: "members and order of data",
            events: """
                recorded o-1 p {"a":1,"b":[true]} <i-1
                said x-1 p {"b":[false],"a":1.0} <i-1
                """, pairs: ["data.b[0]"]),
        Row(
            testDescription: "secrets of a form, for which a recording has placeholders",
            events: """
                recorded o-1 view.output.didSubmit {"secrets":{"a":"redacted-2","b":""}} <i-1
                said x-1 view.output.didSubmit {"secrets":{"a":"redacted","b":""}} <i-1
                recorded o-2 view.output.didSubmit {"secrets":{"a":"redacted-2","b":""}} <i-2
                said x-2 view.output.didSubmit {"secrets":{"a":"","b":"redacted"}} <i-2
                """, pairs: ["=", "data.secrets.a data.secrets.b"]),
        Row(
            testDescription: "another type",
            events: """
                recorded o-1 p {"a":1} <i-1
                said x-1 q {"b":1} <i-1
                """, pairs: ["type"]),
        Row(
            testDescription: "another subject and chain",
            events: """
                recorded o-1 p <i-1 ~c @a
                said x-1 p <i-1 ~d @b
                """, pairs: ["correlationid subject"]),
        Row(
            testDescription: "who names no cause is known by type and chain",
            events: """
                recorded o-1 p {"n":1} <i-1 ~c
                recorded o-2 p {"n":2} <i-2 ~d
                said x-1 p {"n":2} ~d
                """, pairs: ["="], awaited: 1),
        Row(
            testDescription: "additional",
            events: """
                recorded o-1 p <i-1
                said x-1 p <i-1
                said x-2 p <i-1
                """, pairs: ["="], unpaired: 1),
    ]) func pairsAreCompared(row: Row) {
        var comparison = OutputComparison()
        var pairs: [String] = []
        for (number, line) in row.events.split(separator: "\n").enumerated() {
            let words = line.split(separator: " ")
            let event = ScriptNotation.event(words.dropFirst())
            let pair =
                words[0] == "said"
                ? comparison.compare(event)
                : comparison.expect(Expectation(event, at: .init(line: number + 1, time: 0)))
            if let pair {
                pairs.append(pair.differences.isEmpty ? "=" : pair.differences.map(\.path).joined(separator: " "))
            }
        }
        expect(pairs, equals: row.pairs)
        expect(comparison.awaitedCount, equals: row.awaited)
        expect(comparison.unpaired.count, equals: row.unpaired)
    }

    /// Inputs by lines: `TYPE SUBJECT`, with `!` if it was answered. Which of them may have an answer that was not recorded?
    @Test(arguments: [
        (["a x"], [1]), (["a x!"], []), (["a x", "b x!"], []), (["b x!", "a x"], [2]),
        // Regression: a state that a newer one had replaced in the queue was answered when it was fed again.
        (["a x", "a x!"], [1]), (["a x", "a y!"], []), (["a x!", "a x!", "a y!"], []),
        (["a x", "a x", "a x!"], [1, 2]),
    ])
    func answersThatWereNotRecordedMayBeRight(_ inputs: [String], _ places: [Int]) {
        var sent = SentInputs()
        for (line, input) in zip(1..., inputs) {
            let place = Expectation.Place(line: line, time: 0)
            let words = input.filter { $0 != "!" }.split(separator: " ").map(String.init)
            var event = Event(type: words[0])
            (event.id, event.subject) = ("i-\(line)", words[1])
            sent.add(event, at: place)
            guard input.hasSuffix("!") else { continue }
            sent.noteAnswer(Expectation(Self.answer(to: line), at: place))
        }
        expect(inputs.indices.map { $0 + 1 }.filter { sent.mayBeNew(Self.answer(to: $0)) }, equals: places)
    }

    private static func answer(to line: Int) -> Event {
        var event = Event(type: "o")
        event.causationID = "i-\(line)"
        return event
    }
}
