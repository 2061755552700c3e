/// When this join stores how far it is: soon after something was written, and again until the server has it.
struct OwnRecord {
    typealias Instant = ContinuousClock.Instant

    private var number = 0
    /// Lines that were written since the last record.
    private var lines = 0
    private var since: Instant?
    private var publishedAt: Instant?
    private var storedAt: Instant?
    /// Whether it was published before the newest change.
    private var isStale = true
    /// Whether it says that nobody has to wait for this join.
    private(set) var isFarewell = false

    static let afterLines = 256
    static let after = Duration.milliseconds(50)
    static let patience = Duration.seconds(5)
    /// A stream forgets what is older than a day.
    static let refreshes = Duration.seconds(3600)

    /// Lines were written.
    mutating func changed(_ lines: Int, at now: Instant) {
        guard lines > 0 else { return }
        self.lines += lines
        if since == nil { since = now }
        isStale = true
    }

    /// The connection is new, so nobody knows what has arrived.
    mutating func publishAgain() { (publishedAt, storedAt, isStale) = (nil, nil, true) }

    /// The join ends.
    mutating func leave() {
        isFarewell = true
        publishAgain()
    }

    /// Whether the server knows that the join ends.
    var hasLeft: Bool { isFarewell && storedAt != nil && !isStale }

    private var dueAt: Instant? {
        if let publishedAt { return publishedAt + Self.patience }
        guard isStale else { return storedAt.map { $0 + Self.refreshes } }
        return since.map { $0 + Self.after }
    }

    var deadline: Instant? { dueAt }

    /// - Returns: its number if it is to be published now.
    mutating func due(at now: Instant) -> Int? {
        let isNew = publishedAt == nil && isStale && (lines >= Self.afterLines || storedAt == nil)
        guard isNew || dueAt.map({ now >= $0 }) ?? false else { return nil }
        number += 1
        (lines, since, isStale, publishedAt) = (0, nil, false, now)
        return number
    }

    /// The server has answered.
    mutating func wasStored(_ number: Int, at now: Instant) {
        guard number == self.number else { return }
        (publishedAt, storedAt) = (nil, now)
    }
}
