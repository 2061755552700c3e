import Wire

/// Keys that were pressed before the first screen, oldest first. They act on it, and only then is it known whether they are a
/// secret: nothing of them is recorded before.
struct TypeAhead: Equatable, Sendable {
    /// Keys that came at once.
    struct Piece: Equatable, Sendable {
        /// Event that the recording of the session would get; nil where it is not recorded.
        var record: Event?
        var keys: [Key] = []
    }

    /// Number of keys that are kept; later ones are dropped. Users do not type more while a session starts.
    static let limit = 1_000
    /// Bytes of what is pasted and recorded. What goes beyond is dropped.
    private static let mostBytes = 1 << 20

    private var pieces: [Piece] = []
    private var count = 0
    private var bytes = 0
    /// The first screen has been shown; keys act at once.
    private(set) var isOver = false

    /// - Parameter record: of the keys that follow.
    mutating func begin(_ record: Event) {
        guard !isOver, pieces.count < Self.limit else { return }
        bytes += record.data.count
        pieces.append(Piece(record: bytes <= Self.mostBytes ? record : nil))
    }

    mutating func keep(_ key: Key) {
        guard !isOver else { return }
        if case .paste(let text) = key { bytes += text.utf8.count }
        // Whether a dropped key is part of a secret can no longer be found out.
        guard count < Self.limit, bytes <= Self.mostBytes else {
            if !pieces.isEmpty { pieces[pieces.count - 1].record = nil }
            return
        }
        if pieces.isEmpty { pieces.append(Piece()) }
        pieces[pieces.count - 1].keys.append(key)
        count += 1
    }

    mutating func end() -> [Piece] {
        let typed = pieces
        self = TypeAhead()
        isOver = true
        return typed
    }
}
