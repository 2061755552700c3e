import Platform
import Wire

/// What this join has received for one pattern, and how much of it it has written.
///
/// The server stores no reader's progress. A consumer there serves one process, over one connection, without a gap: its deliveries have
/// the numbers 1, 2, 3 …, in stream order. If that fails, another consumer is created, under the other of two names, which begins after
/// the last message that came. (NATS calls this an ordered consumer.)
struct PatternConsumer {

    private struct Entry {
        let sequence: Int
        var isDone = false
    }

    let index: Int
    let pattern: MessagePattern
    /// Both names.
    let names: [String]
    let filter: String
    /// The prefixes of reply subjects of their messages.
    private let replyPrefixes: [String]
    /// The index of the current name.
    private var current = 0
    /// The last place in the stream that has arrived; nil before the first consumer is created.
    private(set) var taken: Int?
    /// Everything up to this place is written.
    private(set) var written: Int?
    /// Messages received but not written, in stream order.
    private var entries: [Entry] = []
    private var front = 0
    /// The number of `entries[0]`; entries of an older stream have lower ones.
    private var base = 0
    /// What the open pulls may still bring; oldest first.
    private var pulls: [(number: Int, remaining: Int, since: Instant)] = []
    private var pullNumber = 0
    /// The previous consumer's last pull.
    private var lastOfOthers = 0
    /// The number of the next delivery.
    private var next = 1
    private var askedAt: Instant?
    /// The consumer has delivered more than has arrived: how much had arrived, and since when nothing more has.
    private var suspicion: (received: Int, since: Instant)?

    /// Whether the consumer exists.
    private(set) var isOpen = false
    /// Whether something that it has delivered is lost, so that it must be replaced.
    private(set) var isBroken = false

    /// Messages per pull; the next pull starts when fewer than half of them are outstanding.
    static let pulled = 512
    static let mostPulledBytes = 1 << 20
    /// A pull whose end does not arrive is forgotten after this time; the server ends pulls earlier.
    static let pullPatience = StreamRequests.pullsFor + .seconds(2)
    static let askEvery = Duration.seconds(2)
    static let askSoon = Duration.milliseconds(200)
    /// A delivery that does not arrive in this time is lost.
    static let deliversWithin = Duration.seconds(2)

    init(index: Int, pattern: MessagePattern, name: String, filter: String, stream: String) {
        names = Self.names(name)
        replyPrefixes = names.map { "$JS.ACK.\(stream).\($0)." }
        self.index = index
        self.pattern = pattern
        self.filter = filter
    }

    /// - Parameter name: the first one. No pattern ends in an empty word, so the second name is unique too.
    static func names(_ name: String) -> [String] { [name, "\(name)="] }

    var name: String { names[current] }
    var replyPrefix: String { replyPrefixes[current] }
    /// The name of the next consumer.
    var nextName: Int { 1 - current }
    /// Messages received from this consumer.
    var received: Int { next - 1 }

    /// Another consumer will be created.
    mutating func begin() {
        (isOpen, isBroken, next, askedAt, suspicion) = (false, false, 1, nil, nil)
        (pulls, lastOfOthers) = ([], pullNumber)
    }

    /// The predecessor has written everything up to this place.
    mutating func resume(after place: Int) { (taken, written) = (place, place) }

    /// The stream is different or shorter than before: reads all of it; stamps show which lines were written.
    mutating func startOver() {
        (taken, written) = (0, 0)
        base += entries.count
        (entries, front) = ([], 0)
    }

    /// - Parameters:
    ///   - place: the index of its name.
    ///   - last: the place in the stream after which it begins.
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

    /// The consumer's state has arrived.
    /// - Returns: whether everything delivered by then is here.
    mutating func learn(_ state: ServerAnswer, at now: Instant) -> Bool {
        guard isOpen else { return false }
        guard state.deliveries > received else {
            suspicion = nil
            // A pull that the server no longer knows brings nothing. A very recent one may not have reached it.
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

    /// A message has arrived.
    /// - Returns: nil if the count has a gap, because an earlier one is lost.
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
    /// - Returns: the pull's number.
    mutating func pull(at now: Instant) -> Int? {
        guard isOpen, !isBroken else { return nil }
        pulls.removeAll { now - $0.since >= Self.pullPatience }
        guard pulls.reduce(0, { $0 + $1.remaining }) < Self.pulled / 2 else { return nil }
        pullNumber += 1
        pulls.append((pullNumber, Self.pulled, now))
        return pullNumber
    }

    /// The server has ended a pull. It serves several in turn, so only their total is known, not which one brought a message.
    /// - Parameter unused: messages that it might still have brought; nil if unknown, for example because the consumer
    ///   is gone.
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

/// A message that a consumer has delivered.
struct ConsumerEntry: Hashable {
    var consumer: Int
    /// Counts that consumer's deliveries to this process.
    var number: Int
}

/// The place of a delivered message, read from its reply subject.
struct DeliveryPlace: Equatable {
    /// Its place in the stream.
    var sequence: Int
    /// Counts the consumer's deliveries.
    var number: Int
    /// When it was stored: nanoseconds since 1970.
    var time: Int
    /// Messages that the consumer has yet to deliver.
    var pending: Int

    init(sequence: Int, number: Int, time: Int, pending: Int) {
        (self.sequence, self.number, self.time, self.pending) = (sequence, number, time, pending)
    }

    init(_ delivery: DeliverySubject) {
        self.init(
            sequence: delivery.sequence, number: delivery.place, time: delivery.time, pending: delivery.pending)
    }

    /// Called for each message, so it makes no strings.
    /// - Parameter prefix: everything before the numbers.
    /// - Returns: nil for any other subject.
    init?(_ subject: String, after prefix: String) {
        guard subject.hasPrefix(prefix) else { return nil }
        var numbers = NumberReader(subject.utf8.dropFirst(prefix.utf8.count))
        guard numbers.next(before: UInt8(ascii: ".")) != nil, let sequence = numbers.next(before: UInt8(ascii: ".")),
            let number = numbers.next(before: UInt8(ascii: ".")), let time = numbers.next(before: UInt8(ascii: ".")),
            let pending = numbers.next(before: nil)
        else { return nil }
        self.init(sequence: Int(sequence), number: Int(number), time: Int(time), pending: Int(pending))
    }
}
