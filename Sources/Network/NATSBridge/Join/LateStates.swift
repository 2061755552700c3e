/// The newest states, for a latecomer: they are written first, and older ones that the stream still has are skipped.
struct LateStates {
    /// A state from the server, in the order in which they were stored.
    struct State {
        var stamp: LineStamp?
        var type: String
        var key: String?
        var line: [UInt8]
        /// When the server stored it.
        var time: Int
    }

    private struct Key: Hashable {
        var sender: SenderID
        var type: String
        var key: String?
    }

    private var states: [State] = []
    private var bytes = 0
    private var floors: [Key: UInt64] = [:]
    /// For each join, the process whose states were read, and when the first of them was stored.
    private var current: [String: (sender: SenderID, since: Int)] = [:]

    static let mostBytes = SentStates.mostBytes

    /// - Returns: false if there is no room for it.
    mutating func take(_ state: State) -> Bool {
        guard states.count < StreamRequests.mostStates, bytes + state.line.count <= Self.mostBytes else { return false }
        states.append(state)
        bytes += state.line.count
        return true
    }

    /// The lines to write: states of replaced processes are useless.
    mutating func takeLines() -> [[UInt8]] {
        var newest: [String: SenderID] = [:]
        for state in states { if let sender = state.stamp?.sender { newest[sender.name] = sender } }
        let kept = states.filter { state in state.stamp.map { newest[$0.sender.name] == $0.sender } ?? true }
        for state in kept {
            guard let stamp = state.stamp else { continue }
            let since = min(current[stamp.sender.name]?.since ?? .max, state.time)
            current[stamp.sender.name] = (stamp.sender, since)
            floors[Key(sender: stamp.sender, type: state.type, key: state.key)] = stamp.position
        }
        (states, bytes) = ([], 0)
        return kept.map(\.line)
    }

    /// Whether a state from the stream was already written, or is older than a written one.
    func isOld(_ stamp: LineStamp, type: String, key: String?, time: Int) -> Bool {
        if let current = current[stamp.sender.name], current.sender != stamp.sender { return time < current.since }
        return floors[Key(sender: stamp.sender, type: type, key: key)].map { stamp.position <= $0 } ?? false
    }

    /// Whether there is nothing more to skip.
    var isPast: Bool { floors.isEmpty }

    /// The stream has nothing more from that time.
    mutating func forget(where isPast: (String) -> Bool) {
        floors = floors.filter { !isPast($0.key.type) }
        if floors.isEmpty { current = [:] }
    }
}
