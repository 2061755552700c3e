/// Keys that were pressed before the first screen, oldest first. They act on it.
struct TypeAhead: Equatable, Sendable {
    /// How many are kept; later ones are dropped. Nobody types more while a session starts.
    static let limit = 1_000

    private var keys: [Key] = []
    /// The first screen has been shown; keys act at once.
    private(set) var isOver = false

    mutating func keep(_ key: Key) {
        if !isOver, keys.count < Self.limit { keys.append(key) }
    }

    mutating func end() -> [Key] {
        defer { self = TypeAhead(isOver: true) }
        return keys
    }
}

extension TypeAhead {
    private init(isOver: Bool) { self.isOver = isOver }
}
