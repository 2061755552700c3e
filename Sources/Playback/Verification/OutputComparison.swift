package import Recording
package import Wire

/// Compares a program's outputs with the recorded ones, whichever come first.
///
/// Outputs are paired by their cause and their order among its answers, because concurrent work may finish in any
/// order. Ids differ between sessions, so their pairs are remembered.
package struct OutputComparison: Sendable {
    package struct Pair: Sendable {
        package let expectation: Expectation
        /// With recorded ids.
        package let said: Event
        /// The number of outputs before it.
        package let number: Int
        /// Empty if they are the same.
        package let differences: [JSONTree.Difference]

        /// The output, as it would have been recorded.
        package var asRecorded: Event {
            var event = said
            event.source = expectation.event.source
            // A program that leaves its id to the bus keeps the recorded one, to which other events refer.
            if event.id.isEmpty { event.id = expectation.event.id }
            event.time = expectation.event.time
            event.causationID = said.causationID ?? expectation.event.causationID
            return event
        }
    }

    package private(set) var ids = IDMap()
    private var awaited: [Expectation] = []
    private var early: [(number: Int, event: Event)] = []
    private var earlyBytes = 0
    /// Limits for outputs without a counterpart yet: early ones, and ones never recorded.
    package static let mostEarly = 1_000
    package static let mostEarlyBytes = 16 << 20
    private var saidCount = 0

    private let pairsTypes: Bool

    /// - Parameter pairsTypes: whether only outputs of the same type are paired. Then missing and additional outputs
    ///   are told apart, and a changed order goes unnoticed.
    package init(pairsTypes: Bool = false) {
        self.pairsTypes = pairsTypes
    }

    /// Whether everything recorded so far has been said.
    package var isSettled: Bool { awaited.isEmpty }
    package var awaitedCount: Int { awaited.count }
    /// The first recorded output that is still missing.
    package var firstAwaited: Expectation? { awaited.first }
    /// Outputs without a counterpart yet, with recorded ids, and the number of outputs before each.
    package var unpaired: [(number: Int, event: Event)] { early.map { ($0.number, asRecorded($0.event)) } }

    /// Whether more outputs lack a counterpart than are kept, so overtaking cannot be the reason.
    package var isFull: Bool { early.count > Self.mostEarly || earlyBytes > Self.mostEarlyBytes }

    /// Takes the next recorded output.
    package mutating func expect(_ expectation: Expectation) -> Pair? {
        guard let place = early.firstIndex(where: { canPair(expectation, asRecorded($0.event)) }) else {
            awaited.append(expectation)
            return nil
        }
        let (number, said) = early.remove(at: place)
        earlyBytes -= said.data.count
        return pair(expectation, said, number)
    }

    /// Takes the program's next output.
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

    /// Drops the first recorded output that is still missing.
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
        // Outputs without a cause were paired without one.
        said.causationID = said.causationID ?? recorded.causationID
        // Fast path: our programs' outputs are mostly equal byte for byte.
        let haveEqualHeads =
            recorded.type == said.type && recorded.subject == said.subject
            && recorded.correlationID == said.correlationID && recorded.causationID == said.causationID
        if haveEqualHeads, recorded.data == said.data { return [] }
        // With different types, nothing else is comparable.
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
