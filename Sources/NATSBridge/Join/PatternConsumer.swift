import Wire

/// What this join has got of one pattern, and how far it has written it.
///
/// The server keeps nothing of how far a reader is. A consumer of it serves one process, over one connection, without a gap: what it
/// delivers has the numbers 1, 2, 3 …, in the order of the stream. After anything else another one is made, under the other of two names,
/// which begins behind the last message that came. (NATS calls this an ordered consumer.)
struct PatternConsumer {
    typealias Instant = ContinuousClock.Instant

    private struct Entry {
        let sequence: Int
        var isDone = false
    }

    let index: Int
    let pattern: MessagePattern
    /// The first of two.
    let names: [String]
    let filter: String
    /// What the reply subjects of their messages begin with.
    private let replyPrefixes: [String]
    /// The place of the name that is used.
    private var current = 0
    /// The last place in the stream that has come; nil before the first consumer is made.
    private(set) var taken: Int?
    /// Up to this place, all is written.
    private(set) var written: Int?
    /// What has come and is not written, in the order of the stream.
    private var entries: [Entry] = []
    private var front = 0
    /// The number of `entries[0]`; those of another stream have lower ones.
    private var base = 0
    /// What the open pulls may still bring; the oldest first.
    private var pulls: [(number: Int, remaining: Int, since: Instant)] = []
    private var pullNumber = 0
    /// The last pull from the consumer before.
    private var lastOfOthers = 0
    /// The number of the next delivery.
    private var next = 1
    private var askedAt: Instant?
    /// The consumer has delivered more than has come: how much had come, and since when no more.
    private var suspicion: (received: Int, since: Instant)?

    /// Whether the consumer is there.
    private(set) var isOpen = false
    /// Whether something that it has delivered is lost: it needs a successor.
    private(set) var isBroken = false

    /// Messages of a pull; the next one is made when fewer than half of them are to come.
    static let pulled = 512
    static let mostPulledBytes = 1 << 20
    /// A pull whose end was not heard is forgotten after this time; the server ends them earlier.
    static let pullPatience = StreamRequests.pullsFor + .seconds(2)
    static let askEvery = Duration.seconds(2)
    static let askSoon = Duration.milliseconds(200)
    /// What was delivered and is not here after this time is lost.
    static let deliversWithin = Duration.seconds(2)

    init(index: Int, pattern: MessagePattern, name: String, filter: String, stream: String) {
        names = Self.names(name)
        replyPrefixes = names.map { "$JS.ACK.\(stream).\($0)." }
        self.index = index
        self.pattern = pattern
        self.filter = filter
    }

    /// - Parameter name: the first one. No pattern ends in an empty word, so no other consumer is called as the second one.
    static func names(_ name: String) -> [String] { [name, "\(name)="] }

    var name: String { names[current] }
    var replyPrefix: String { replyPrefixes[current] }
    /// The name of the next consumer.
    var nextName: Int { 1 - current }
    /// Messages that this consumer has brought.
    var received: Int { next - 1 }

    /// Another consumer is to be made.
    mutating func begin() {
        (isOpen, isBroken, next, askedAt, suspicion) = (false, false, 1, nil, nil)
        (pulls, lastOfOthers) = ([], pullNumber)
    }

    /// The predecessor has written all up to this place.
    mutating func goOn(after place: Int) { (taken, written) = (place, place) }

    /// The stream is another one than before, or a shorter one: all of it is read, and what was written is known by its stamp.
    mutating func startOver() {
        (taken, written) = (0, 0)
        base += entries.count
        (entries, front) = ([], 0)
    }

    /// - Parameters:
    ///   - place: of its name.
    ///   - last: the place in the stream behind which it begins.
    mutating func open(_ place: Int, after last: Int) {
        begin()
        (current, isOpen) = (place, true)
        (taken, written) = (last, written ?? last)
    }

    /// Whether to ask for the consumer's state now.
    mutating func asks(at now: Instant, soon: Bool = false) -> Bool {
        let pause = soon ? Self.askSoon : Self.askEvery
        guard isOpen, askedAt.map({ now - $0 >= pause }) ?? true else { return false }
        askedAt = now
        return true
    }

    /// Something is wrong: ask at once.
    mutating func doubt() { askedAt = nil }

    func deadline(soon: Bool) -> Instant? {
        isOpen ? askedAt.map { $0 + (soon ? Self.askSoon : Self.askEvery) } : nil
    }

    /// The consumer's state has come.
    /// - Returns: whether all is here that it had delivered by then.
    mutating func learn(_ state: ServerAnswer, at now: Instant) -> Bool {
        guard isOpen else { return false }
        guard state.deliveries > received else {
            suspicion = nil
            // A pull that the server does not know any more brings nothing. One that was made just now may not have been there.
            if state.waiting == 0 { pulls.removeAll { now - $0.since >= Self.askSoon } }
            return true
        }
        guard let suspicion, suspicion.received == received else {
            suspicion = (received, now)
            return false
        }
        if now - suspicion.since >= Self.deliversWithin { isBroken = true }
        return false
    }

    /// A message has come.
    /// - Returns: nil for one that is out of the count, because one before it is lost.
    mutating func take(_ delivery: DeliveryPlace) -> ConsumerEntry? {
        guard isOpen, !isBroken, delivery.number == next else {
            if isOpen, delivery.number > next { isBroken = true }
            return nil
        }
        next += 1
        use(1)
        taken = delivery.sequence
        let entry = ConsumerEntry(consumer: index, number: base + entries.count)
        entries.append(Entry(sequence: delivery.sequence))
        return entry
    }

    /// A message is written.
    mutating func done(_ entry: ConsumerEntry) {
        let place = entry.number - base
        guard entries.indices.contains(place) else { return }
        entries[place].isDone = true
        while front < entries.count, entries[front].isDone {
            written = entries[front].sequence
            front += 1
        }
        if front == entries.count || front > 4096 {
            entries.removeFirst(front)
            base += front
            front = 0
        }
    }

    // MARK: - Pulls

    /// Whether to pull more.
    /// - Returns: the number of the pull.
    mutating func pull(at now: Instant) -> Int? {
        guard isOpen, !isBroken else { return nil }
        pulls.removeAll { now - $0.since >= Self.pullPatience }
        guard pulls.reduce(0, { $0 + $1.remaining }) < Self.pulled / 2 else { return nil }
        pullNumber += 1
        pulls.append((pullNumber, Self.pulled, now))
        return pullNumber
    }

    /// The server has ended a pull. It serves several in turn, so which one has brought a message is not known; how many are to come from
    /// all of them is.
    /// - Parameter unused: messages that it might still have brought; nil if the server does not say, as where the consumer is gone.
    mutating func pullEnded(_ number: Int, unused: Int?) {
        guard number > lastOfOthers else { return }
        if unused == nil { doubt() }
        guard let place = pulls.firstIndex(where: { $0.number == number }) else { return use(unused ?? 0) }
        let remaining = pulls.remove(at: place).remaining
        let more = min(unused ?? remaining, Self.pulled) - remaining
        if more > 0 {
            use(more)
        } else if more < 0, !pulls.isEmpty {
            pulls[0].remaining -= more
        }
    }

    private mutating func use(_ count: Int) {
        var rest = count
        while rest > 0, let first = pulls.first {
            if first.remaining > rest {
                pulls[0].remaining -= rest
                return
            }
            rest -= first.remaining
            pulls.removeFirst()
        }
    }
}
