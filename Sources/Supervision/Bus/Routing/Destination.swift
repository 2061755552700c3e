import Wire

/// Where the lines of one type go that one sender writes.
final class Destination {
    let type: String
    let receivers: [Port]
    /// Of these lines only the newest of each subject matters.
    let isState: Bool
    private let stateHead: [UInt8]

    init(type: String, receivers: [Port], isState: Bool) {
        self.type = type
        self.receivers = receivers
        self.isState = isState
        stateHead = StateKey.head(of: type)
    }

    /// Whether lines of the other type have the same receivers and none of them are states.
    func isParallel(to other: Destination) -> Bool {
        !isState && !other.isState && receivers.count == other.receivers.count
            && zip(receivers, other.receivers).allSatisfy { $0 === $1 }
    }

    /// The key of a run of one line; nil for a destination that carries no states.
    func stateKey(of run: LineRun) -> StateKey? {
        guard isState, let line = run.lines.first else { return nil }
        return StateKey(stateHead, subject: AttributeText(run.bytes(of: line), line.layout[.subject]))
    }
}
