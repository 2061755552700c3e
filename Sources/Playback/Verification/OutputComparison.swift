package import Recording
package import Wire

/// Holds what a program says against what was recorded, whichever comes first.
///
/// Outputs are paired by the event that they answer and by their order among its answers, because who does several
/// things at once need not finish them in the same order. Ids are each session's own, so their pairs are remembered.
package struct OutputComparison: Sendable {
    package struct Pair: Sendable {
        package let expectation: Expectation
        /// With recorded ids.
        package let said: Event
        /// How many outputs had been said before it.
        package let number: Int
        /// None where they are the same.
        package let differences: [JSONTree.Difference]

        /// What was said, as it would have been recorded.
        package var asRecorded: Event {
            var event = said
            event.source = expectation.event.source
            event.time = expectation.event.time
            event.causationID = said.causationID ?? expectation.event.causationID
            return event
        }
    }

    package private(set) var ids = IDMap()
    private var awaited: [Expectation] = []
    private var early: [(number: Int, event: Event)] = []
    private var earlyBytes = 0
    /// What was said before its time, or was never recorded, is kept up to so many events and bytes.
    package static let mostEarly = 1_000
    package static let mostEarlyBytes = 16 << 20
    private var saidCount = 0

    private let pairsTypes: Bool

    /// - Parameter pairsTypes: whether outputs of different types never make a pair. Then what is missing and what is
    ///   additional is told apart, and a change of order is not seen.
    package init(pairsTypes: Bool = false) {
        self.pairsTypes = pairsTypes
    }

    /// All that was recorded so far has been said.
    package var isSettled: Bool { awaited.isEmpty }
    package var awaitedCount: Int { awaited.count }
    /// The first recorded output that has not been said.
    package var firstAwaited: Expectation? { awaited.first }
    /// What was said and has no counterpart yet, with recorded ids, and how many had been said before it.
    package var unpaired: [(number: Int, event: Event)] { early.map { ($0.number, asRecorded($0.event)) } }

    /// More has been said that was not recorded than is kept: it is not that answers have overtaken each other.
    package var isFull: Bool { early.count > Self.mostEarly || earlyBytes > Self.mostEarlyBytes }

    /// This was recorded next.
    package mutating func expect(_ expectation: Expectation) -> Pair? {
        guard let place = early.firstIndex(where: { canPair(expectation, asRecorded($0.event)) }) else {
            awaited.append(expectation)
            return nil
        }
        let (number, said) = early.remove(at: place)
        earlyBytes -= said.data.count
        return pair(expectation, said, number)
    }

    /// The program has said this.
    package mutating func hear(_ said: Event) -> Pair? {
        let number = saidCount
        saidCount += 1
        let known = asRecorded(said)
        guard let place = awaited.firstIndex(where: { canPair($0, known) }) else {
            early.append((number, said))
            earlyBytes += said.data.count
            return nil
        }
        return pair(awaited.remove(at: place), said, number)
    }

    /// Lets go of the first recorded output that has not been said.
    package mutating func giveUp() { awaited.removeFirst() }

    private func canPair(_ expectation: Expectation, _ said: Event) -> Bool {
        expectation.isMeant(by: said) && (!pairsTypes || expectation.event.type == said.type)
    }

    private mutating func pair(_ expectation: Expectation, _ said: Event, _ number: Int) -> Pair {
        ids.pair(recorded: expectation.event.id, live: said.id)
        let known = asRecorded(said)
        return Pair(
            expectation: expectation, said: known, number: number,
            differences: Self.differences(expectation.event, known))
    }

    private func asRecorded(_ said: Event) -> Event {
        var event = said
        event.id = ids.recorded(said.id)
        event.correlationID = said.correlationID.map(ids.recorded)
        event.causationID = said.causationID.map(ids.recorded)
        event.data = ids.recorded(said.data)
        return event
    }

    private static func differences(_ recorded: Event, _ said: Event) -> [JSONTree.Difference] {
        var said = said
        // Who names no cause has been paired without.
        said.causationID = said.causationID ?? recorded.causationID
        // Equal bytes, the rule with our programs, are compared without building anything.
        let haveEqualHeads =
            recorded.type == said.type && recorded.subject == said.subject
            && recorded.correlationID == said.correlationID && recorded.causationID == said.causationID
        if haveEqualHeads, recorded.data == said.data { return [] }
        // Of another type, nothing else is comparable.
        guard recorded.type == said.type else {
            return [JSONTree.Difference(path: "type", expected: .string(recorded.type), actual: .string(said.type))]
        }
        return tree(of: recorded).differences(from: tree(of: said))
    }

    private static func tree(of event: Event) -> JSONTree {
        var members = ["data": JSONTree(event.data) ?? .null]
        members["subject"] = event.subject.map { .string($0) }
        members["correlationid"] = event.correlationID.map { .string($0) }
        members["causationid"] = event.causationID.map { .string($0) }
        return .object(members)
    }
}
