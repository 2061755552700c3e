/// A sender's newest states, for a latecomer: they are written first, and older ones that the stream still has are skipped.
struct LateStates {
    /// A state from the server, in the order in which they were stored.
    struct State {
        var stamp: LineStamp
        var type: String
        var key: String?
        var line: [UInt8]
    }

    private struct Key: Hashable {
        var type: String
        var key: String?
    }

    private var states: [State] = []
    private var bytes = 0
    /// The process that has published the newest state; states of earlier ones are useless.
    private var incarnation: String?
    private var replaced: Set<String> = []
    /// The position of the written state, by type and key.
    private var floors: [Key: UInt64] = [:]

    static let mostBytes = SentStates.mostBytes

    /// - Returns: false if there is no room for it.
    mutating func append(_ state: State) -> Bool {
        guard states.count < JoinStreams.mostStates, bytes + state.line.count <= Self.mostBytes else { return false }
        states.append(state)
        bytes += state.line.count
        return true
    }

    /// All states have arrived: the lines to write.
    mutating func takeLines() -> [[UInt8]] {
        incarnation = states.last?.stamp.incarnation
        replaced = Set(states.map(\.stamp.incarnation)).subtracting(incarnation.map { [$0] } ?? [])
        let kept = states.filter { $0.stamp.incarnation == incarnation }
        for state in kept { floors[Key(type: state.type, key: state.key)] = state.stamp.position }
        (states, bytes) = ([], 0)
        return kept.map(\.line)
    }

    /// True if a state from the stream was already written, or is older than a written one.
    func isOld(_ stamp: LineStamp, type: String, key: String?) -> Bool {
        guard stamp.incarnation == incarnation else { return !isPast && replaced.contains(stamp.incarnation) }
        return floors[Key(type: type, key: key)].map { stamp.position <= $0 } ?? false
    }

    /// True if there is nothing more to skip.
    var isPast: Bool { floors.isEmpty }

    /// Forgets the states: the stream has nothing more from that time.
    mutating func forget() { floors = [:] }
}
