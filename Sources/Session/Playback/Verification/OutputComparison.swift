package import Recording
package import Wire

/// Compares a program's outputs with the recorded ones, whichever come first.
///
/// Outputs are paired by their cause and their order among its answers, because concurrent work may finish in any
/// order. Ids differ between sessions, so their pairs are remembered.
package struct OutputComparison: Sendable {
    /// An output without a counterpart yet, and the number of outputs before it.
    package struct Unpaired: Sendable {
        package let number: Int
        package let event: Event
    }

    package private(set) var ids = IDMap()
    private var awaited: [Expectation] = []
    private var early: [Unpaired] = []
    private var earlyBytes = 0
    /// Limits for outputs without a counterpart yet: early ones, and ones never recorded.
    package static let mostEarly = 1_000
    package static let mostEarlyBytes = 16 << 20
    private var actualCount = 0
    /// The number of outputs before the last one with a counterpart; -1 if there is none.
    package private(set) var lastPaired = -1

    private let pairsTypes: Bool

    /// - Parameter pairsTypes: whether only outputs of the same type are paired. Then missing and additional outputs
    ///   are distinguished, and a changed order goes unnoticed.
    package init(pairsTypes: Bool = false) {
        self.pairsTypes = pairsTypes
    }

    package var awaitedCount: Int { awaited.count }
    /// The first recorded output that is still missing.
    package var firstAwaited: Expectation? { awaited.first }
    /// Outputs without a counterpart yet, with recorded ids.
    package var unpaired: [Unpaired] { early.map { Unpaired(number: $0.number, event: asRecorded($0.event)) } }

    /// True if more outputs lack a counterpart than are kept, so overtaking cannot be the reason.
    package var isFull: Bool { early.count > Self.mostEarly || earlyBytes > Self.mostEarlyBytes }

    /// Takes the next recorded output.
    package mutating func expect(_ expectation: Expectation) -> ComparedOutput? {
        guard let place = early.firstIndex(where: { canPair(expectation, asRecorded($0.event)) }) else {
            awaited.append(expectation)
            return nil
        }
        let output = early.remove(at: place)
        earlyBytes -= output.event.data.count
        return pair(expectation, output.event, output.number)
    }

    /// Takes the program's next output.
    package mutating func compare(_ actual: Event) -> ComparedOutput? {
        let number = actualCount
        actualCount += 1
        let known = asRecorded(actual)
        guard let place = awaited.firstIndex(where: { canPair($0, known) }) else {
            early.append(Unpaired(number: number, event: actual))
            earlyBytes += actual.data.count
            return nil
        }
        return pair(awaited.remove(at: place), actual, number)
    }

    /// Drops the first recorded output that is still missing.
    package mutating func giveUp() { awaited.removeFirst() }

    private func canPair(_ expectation: Expectation, _ actual: Event) -> Bool {
        expectation.isMeant(by: actual) && (!pairsTypes || expectation.event.type == actual.type)
    }

    private mutating func pair(_ expectation: Expectation, _ actual: Event, _ number: Int) -> ComparedOutput {
        ids.pair(recorded: expectation.event.id, live: actual.id)
        lastPaired = max(lastPaired, number)
        let known = asRecorded(actual)
        return ComparedOutput(
            known, number: number, for: expectation, differences: Self.differences(expectation.event, known))
    }

    private func asRecorded(_ actual: Event) -> Event {
        var event = actual
        event.id = ids.recorded(actual.id)
        event.correlationID = actual.correlationID.map(ids.recorded)
        event.causationID = actual.causationID.map(ids.recorded)
        event.data = ids.recorded(actual.data)
        return event
    }

    private static func differences(_ recorded: Event, _ actual: Event) -> [JSONTree.Difference] {
        var actual = actual
        // Outputs without a cause were paired without one.
        actual.causationID = actual.causationID ?? recorded.causationID
        // Fast path: our programs' outputs are mostly equal byte for byte.
        let haveEqualHeads =
            recorded.type == actual.type && recorded.subject == actual.subject
            && recorded.correlationID == actual.correlationID && recorded.causationID == actual.causationID
        if haveEqualHeads, recorded.data == actual.data { return [] }
        // With different types, nothing else is comparable.
        guard recorded.type == actual.type else {
            return [JSONTree.Difference(path: "type", expected: .string(recorded.type), actual: .string(actual.type))]
        }
        return recorded.tree(withChain: true).differences(from: actual.tree(withChain: true))
            .filter { !$0.isUpToTheMachine(in: recorded.type) }
    }
}

/// The type and subject of an event.
struct Topic: Hashable, Sendable {
    let type: String
    let subject: String?

    init(_ event: Event) { (type, subject) = (event.type, event.subject) }
}

extension Event {
    /// The data, the subject and, if wanted, the ids that name a cause, as one value.
    func tree(withChain: Bool = false) -> JSONTree {
        var members: [JSONTree.Key: JSONTree] = ["data": comparedData ?? .null]
        members["subject"] = subject.map { .string($0) }
        guard withChain else { return .object(members) }
        members["correlationid"] = correlationID.map { .string($0) }
        members["causationid"] = causationID.map { .string($0) }
        return .object(members)
    }
}

extension Event {
    /// True for a submitted form, whatever the view is called.
    var isSubmission: Bool { type.hasSuffix(".output.didSubmit") }

    /// The data. A recording has placeholders for the secrets of a form, so only which of them are empty is compared.
    private var comparedData: JSONTree? {
        let data = JSONTree(data)
        guard isSubmission, case .object(var members)? = data, case .object(let secrets)? = members["secrets"] else {
            return data
        }
        members["secrets"] = .object(secrets.mapValues { $0 == .string("") ? $0 : .string("redacted") })
        return .object(members)
    }
}

/// The inputs given to a verified program, as long as they can still cause an output.
package struct SentInputs: Sendable {
    private struct Input {
        let cause: Deviation.Cause
        let topic: Topic
        var isAnswered = false
    }

    private var inputs = RecentMap<String, Input>(capacity: IDMap.memory)
    /// The newest line of each type and subject.
    private var newest = RecentMap<Topic, Int>(capacity: IDMap.memory)
    /// Ids that a later input refers to, as a cancellation does, and that input's line.
    private var followUps = RecentMap<String, Int>(capacity: IDMap.memory)
    /// The last input with a recorded answer.
    private var lastAnswered = 0
    /// Bytes; events that refer to others, such as cancellations, are short.
    private static let longestFollowUp = 1 << 12

    package init() {}

    package mutating func add(_ event: Event, at place: Expectation.Place) {
        let topic = Topic(event)
        inputs[event.id] = Input(cause: Deviation.Cause(type: event.type, place: place), topic: topic)
        newest[topic] = place.line
        guard event.data.count <= Self.longestFollowUp else { return }
        for id in IDMap.ids(in: event.data) { followUps[id] = place.line }
    }

    package mutating func noteAnswer(_ expectation: Expectation) {
        guard let id = expectation.event.causationID, let cause = inputs[id]?.cause else { return }
        lastAnswered = max(lastAnswered, cause.place.line)
        inputs.update(id) { $0.isAnswered = true }
    }

    func cause(of output: Event) -> Deviation.Cause? { output.causationID.flatMap { inputs[$0]?.cause } }

    /// True if an output was recorded after an input that refers to its cause or chain. The two crossed, and their
    /// order may differ next time.
    func isCrossed(_ expectation: Expectation) -> Bool {
        guard let cause = cause(of: expectation.event) else { return false }
        let event = expectation.event
        return [event.causationID, event.correlationID].compactMap { $0.flatMap { followUps[$0] } }
            .contains { cause.place.line < $0 && $0 < expectation.place.line }
    }

    /// True for an unrecorded answer that is no fault of the program. The cause may have come at the end of the session, after
    /// the last answered input; or a newer state has replaced the cause in the queue, so that it was never read.
    package func mayBeNew(_ output: Event) -> Bool {
        guard let input = output.causationID.flatMap({ inputs[$0] }) else { return false }
        let isReplaced = !input.isAnswered && (newest[input.topic] ?? 0) > input.cause.place.line
        return isReplaced || input.cause.place.line > lastAnswered
    }
}
