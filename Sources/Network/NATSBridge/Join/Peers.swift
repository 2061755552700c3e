import JSON
import Platform
import Wire

/// The other joins of the session: their names, and when each has announced itself last.
struct Peers {
    private var seen: [String: Instant] = [:]
    /// Peers that have taken their leave, or are silent.
    private(set) var gone: Set<String> = []

    /// After this silence, a peer is gone.
    static let patience = Duration.seconds(7)
    static let mostPeers = 64

    /// - Returns: whether the peer is new.
    mutating func handle(_ presence: Presence, at now: Instant) -> Bool {
        let name = presence.name
        guard seen[name] != nil || seen.count < Self.mostPeers else { return false }
        let isNew = !isPresent(name)
        seen[name] = now
        if presence.isLeaving { gone.insert(name) } else { gone.remove(name) }
        return isNew && !presence.isLeaving
    }

    /// - Returns: the names of peers that have gone since the last call.
    mutating func takeGone(at now: Instant) -> [String] {
        let silent = seen.filter { isPresent($0.key) && now - $0.value >= Self.patience }.keys.sorted()
        gone.formUnion(silent)
        return silent
    }

    func isPresent(_ name: String) -> Bool { seen[name] != nil && !gone.contains(name) }
    var present: [String] { seen.keys.filter(isPresent).sorted() }
}

/// A join's announcement every two seconds, so that the others know that it is there, and it knows how far away the server is.
struct Presence: JSONCodable, Equatable {
    var name: String
    var incarnation: String
    /// Types that the join takes from the others, for its bus.
    var sends: [String] = []
    /// How far it is with the others' lines, by their incarnations.
    var has: [String: UInt64] = [:]
    /// The join's connection is new, so it may have missed what was on its way.
    var begins: Bool = false
    /// Counts the join's announcements.
    var number: Int = 0
    var isLeaving: Bool = false  // JSON: leaving

    /// Patterns, and bytes of its message.
    static let mostPatterns = 256
    static let mostBytes = 1 << 15
}

extension Presence {
    /// - Parameter name: of the join whose subject it has; it cannot speak for another one.
    /// - Returns: nil unless a join has sent it.
    init?(_ payload: [UInt8], of name: Substring) {
        guard payload.count <= Self.mostBytes,
            let presence = try? Payload.decode(Self.self, from: payload, of: "a presence"), presence.name == name,
            SubjectWords.isWord(presence.incarnation), presence.sends.count <= Self.mostPatterns,
            presence.has.count <= JoinProgress.most,
            presence.sends.allSatisfy({ $0.utf8.count <= SubjectWords.longestType })
        else { return nil }
        self = presence
    }
}
