/// The newest states, for a join that comes late: they are written first, and older ones that the stream still has are left out.
struct LateStates {
    /// A state from the server, in the order in which they were stored.
    struct State {
        var stamp: LineStamp?
        var type: String
        var key: String?
        var line: [UInt8]
    }

    private struct Key: Hashable {
        var sender: SenderID
        var type: String
        var key: String?
    }

    private var states: [State] = []
    private var bytes = 0
    private var floors: [Key: UInt64] = [:]

    static let mostBytes = SentStates.mostBytes

    /// - Returns: false when there is no room for it.
    mutating func take(_ state: State) -> Bool {
        guard states.count < StreamRequests.mostStates, bytes + state.line.count <= Self.mostBytes else { return false }
        states.append(state)
        bytes += state.line.count
        return true
    }

    /// What to write: states of processes that are no more are of no use.
    mutating func takeLines() -> [[UInt8]] {
        var newest: [String: SenderID] = [:]
        for state in states { if let sender = state.stamp?.sender { newest[sender.name] = sender } }
        let current = states.filter { state in state.stamp.map { newest[$0.sender.name] == $0.sender } ?? true }
        for state in current {
            guard let stamp = state.stamp else { continue }
            floors[Key(sender: stamp.sender, type: state.type, key: state.key)] = stamp.position
        }
        (states, bytes) = ([], 0)
        return current.map(\.line)
    }

    /// Whether a line from the stream is a state that has been written already, or an older one.
    func isOld(_ stamp: LineStamp, type: String, key: String?) -> Bool {
        guard !floors.isEmpty else { return false }
        return floors[Key(sender: stamp.sender, type: type, key: key)].map { stamp.position <= $0 } ?? false
    }

    /// Whether anything is to be left out.
    var isPast: Bool { floors.isEmpty }

    /// The stream has nothing more from that time.
    mutating func forget(where isPast: (String) -> Bool) { floors = floors.filter { !isPast($0.key.type) } }
}
