/// When this join stores its progress: soon after a write, and again until the server has it.
struct OwnRecord {
    typealias Instant = ContinuousClock.Instant

    private var number = 0
    /// Lines written since the last record.
    private var lines = 0
    private var since: Instant?
    private var publishedAt: Instant?
    private var storedAt: Instant?
    /// Whether something has changed since it was published.
    private var isStale = true
    /// Whether it says that nobody has to wait for this join.
    private(set) var isFarewell = false

    static let afterLines = 256
    static let after = Duration.milliseconds(50)
    static let patience = Duration.seconds(5)
    /// A stream deletes anything older than a day.
    static let refreshes = Duration.seconds(3600)

    /// Lines were written.
    mutating func changed(_ lines: Int, at now: Instant) {
        guard lines > 0 else { return }
        self.lines += lines
        if since == nil { since = now }
        isStale = true
    }

    /// After a reconnect, nobody knows what has arrived.
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

    /// - Returns: the record's number if it is due now.
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
