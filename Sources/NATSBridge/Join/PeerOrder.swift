/// Puts the lines of others into the order of their senders, once each, whatever order they come in and however often.
///
/// A join hears each of its patterns from a consumer of its own. So a line may come before one that its sender has published earlier.
/// It is held until that one is here; or until it is certain that it will not come, because it was published before this join began to
/// listen.
struct PeerOrder {
    /// A line that has come.
    struct Arrival: Equatable {
        var stamp: LineStamp
        var type: String
        var line: [UInt8]
        /// The consumer that it came from.
        var consumer: Int
        /// Its place in the stream.
        var sequence: Int
        /// What to acknowledge when it is written.
        var entries: [ConsumerEntry]
    }

    /// What is missing before the first line that a sender's held ones wait for.
    struct Blocker: Hashable {
        var sender: SenderID
        var type: String
        var position: UInt64
        var isStored: Bool
    }

    private struct Sender {
        /// The last position of each type that was let through.
        var last: [String: UInt64] = [:]
        var held: [UInt64: Arrival] = [:]
        /// Their positions, the first one last.
        var waiting: [UInt64] = []
        var heldBytes = 0
        /// How many of them came from each consumer, and their bytes.
        var heldFrom: [Int: (lines: Int, bytes: Int)] = [:]
        /// All positions up to this one are stored.
        var stored: UInt64 = 0
        /// For each consumer: up to this position, what has not come from it will not come.
        var complete: [Int: UInt64] = [:]
        /// Another process of the same join publishes now; what is missing will not come.
        var isOver = false
        var used = 0
    }

    private var senders: [SenderID: Sender] = [:]
    /// The process of each join that publishes.
    private var newest: [String: SenderID] = [:]
    /// For each consumer, the last place in the stream that came in order.
    private var reached: [Int: Int] = [:]
    private var uses = 0
    /// Which consumer a type comes from; nil if none.
    private let consumer: (String) -> Int?

    static let mostSenders = 64
    /// Of one sender. What is more is written out of order, so a join stops pulling long before (``isFull(_:)``).
    static let mostHeld = 8 * SentLines.mostLines
    static let mostHeldBytes = 32 * SentLines.mostBytes
    /// Of one consumer, before no more is pulled from it.
    static let mostHeldLines = 256
    static let mostHeldOfConsumer = SentLines.mostBytes / 2

    /// - Parameters:
    ///   - positions: what was let through before.
    ///   - consumer: which consumer a type comes from; nil if none.
    init(_ positions: PeerPositions = PeerPositions(), consumer: @escaping (String) -> Int?) {
        self.consumer = consumer
        for (sender, last) in positions.senders {
            var state = Sender()
            state.last = last
            senders[sender] = state
            newest[sender.name] = sender
        }
    }

    /// Lines that are held.
    var held: Int { senders.values.reduce(0) { $0 + $1.held.count } }

    /// Whether so many lines of a consumer wait for those of others that it is too far ahead of them.
    func isFull(_ consumer: Int) -> Bool {
        senders.values.contains { sender in
            sender.heldFrom[consumer].map { $0.lines >= Self.mostHeldLines || $0.bytes >= Self.mostHeldOfConsumer }
                ?? false
        }
    }

    /// Takes a line.
    /// - Returns: whether it is new, and all lines that may be written now, in order.
    mutating func take(_ arrival: consuming Arrival) -> (isNew: Bool, ready: [Arrival]) {
        let id = arrival.stamp.sender
        var ready: [Arrival] = []
        if senders[id] == nil, let older = newest[id.name], older != id { ready += end(older) }
        var sender = senders.removeValue(forKey: id) ?? Sender()
        if !sender.isOver { newest[id.name] = id }
        uses += 1
        sender.used = uses
        sender.stored = max(sender.stored, arrival.stamp.stored)
        defer {
            senders[id] = sender
            if senders.count > Self.mostSenders { forgetOldest() }
        }
        let position = arrival.stamp.position
        // Nobody has so many types; what is not remembered may come twice.
        if sender.last[arrival.type] == nil, sender.last.count >= LineStamp.mostTypes {
            return (true, ready + [arrival])
        }
        if position <= sender.last[arrival.type] ?? 0 { return (false, ready) }
        if sender.held[position] != nil {
            sender.held[position]?.entries += arrival.entries
            return (true, ready)
        }
        if sender.held.isEmpty, missing(for: arrival, sender) == nil {
            sender.last[arrival.type] = position
            ready.append(arrival)
            return (true, ready)
        }
        hold(arrival, &sender)
        ready += release(&sender)
        if sender.held.count > Self.mostHeld || sender.heldBytes > Self.mostHeldBytes { ready += releaseAll(&sender) }
        return (true, ready)
    }

    /// All that a sender has published up to a position is stored.
    mutating func heard(stored: UInt64, of id: SenderID) {
        guard let known = senders[id]?.stored else { return }
        senders[id]?.stored = max(known, stored)
    }

    /// The stream may be another one, whose places begin anew.
    mutating func forgetPlaces() { reached = [:] }

    /// A consumer has delivered all up to this place in the stream.
    mutating func reach(_ sequence: Int, consumer: Int) { reached[consumer] = max(reached[consumer] ?? 0, sequence) }

    /// Another process of the join publishes now.
    mutating func hasSuccessor(_ incarnation: SenderID) -> [Arrival] {
        guard let older = newest[incarnation.name], older != incarnation, senders[incarnation] == nil else { return [] }
        return end(older)
    }

    /// What each sender has stored so far: to be given back to ``complete(_:upTo:)``.
    var storedPositions: [SenderID: UInt64] { senders.compactMapValues { $0.held.isEmpty ? nil : $0.stored } }

    /// A consumer has delivered all that was stored when these positions were known.
    mutating func complete(_ consumer: Int, upTo positions: [SenderID: UInt64]) -> [Arrival] {
        var ready: [Arrival] = []
        for (id, position) in positions {
            guard var sender = senders.removeValue(forKey: id) else { continue }
            sender.complete[consumer] = max(sender.complete[consumer] ?? 0, position)
            ready += release(&sender)
            senders[id] = sender
        }
        return ready
    }

    /// What the held lines wait for.
    var blockers: [Blocker] {
        senders.compactMap { id, sender in
            guard let first = sender.waiting.last.flatMap({ sender.held[$0] }),
                let missing = missing(for: first, sender)
            else { return nil }
            return Blocker(
                sender: id, type: missing.type, position: missing.position, isStored: missing.position <= sender.stored)
        }
    }

    // MARK: -

    /// What has to come before a line and is not here; nil if nothing.
    private func missing(for arrival: Arrival, _ sender: Sender) -> TypePosition? {
        if sender.isOver { return nil }
        let stamp = arrival.stamp
        if !has(stamp.previous, arrival.type, arrival.consumer, arrival, sender) {
            return TypePosition(arrival.type, stamp.previous)
        }
        for other in stamp.others {
            guard let consumer = consumer(other.type) else { continue }
            if !has(other.position, other.type, consumer, arrival, sender) { return other }
        }
        return nil
    }

    private func has(
        _ position: UInt64, _ type: String, _ consumer: Int, _ arrival: Arrival, _ sender: Sender
    ) -> Bool {
        if position <= sender.last[type] ?? 0 || position <= sender.complete[consumer] ?? 0 { return true }
        // It was stored before this line was, and the consumer has passed this line's place in the stream.
        return position <= arrival.stamp.stored && reached[consumer] ?? 0 >= arrival.sequence
    }

    private func release(_ sender: inout Sender) -> [Arrival] {
        var ready: [Arrival] = []
        while let first = sender.waiting.last, let arrival = sender.held[first], missing(for: arrival, sender) == nil {
            letThrough(arrival, &sender, &ready)
        }
        return ready
    }

    private func releaseAll(_ sender: inout Sender) -> [Arrival] {
        var ready: [Arrival] = []
        while let first = sender.waiting.last, let arrival = sender.held[first] {
            letThrough(arrival, &sender, &ready)
        }
        return ready
    }

    private func hold(_ arrival: Arrival, _ sender: inout Sender) {
        let position = arrival.stamp.position
        var (low, high) = (0, sender.waiting.count)
        while low < high {
            let middle = (low + high) / 2
            if sender.waiting[middle] > position { low = middle + 1 } else { high = middle }
        }
        sender.waiting.insert(position, at: low)
        sender.held[position] = arrival
        sender.heldBytes += arrival.line.count
        let before = sender.heldFrom[arrival.consumer] ?? (0, 0)
        sender.heldFrom[arrival.consumer] = (before.lines + 1, before.bytes + arrival.line.count)
    }

    /// The first of the held lines is written.
    private func letThrough(_ arrival: Arrival, _ sender: inout Sender, _ ready: inout [Arrival]) {
        sender.held[arrival.stamp.position] = nil
        sender.waiting.removeLast()
        sender.heldBytes -= arrival.line.count
        let before = sender.heldFrom[arrival.consumer] ?? (1, arrival.line.count)
        sender.heldFrom[arrival.consumer] = (before.lines - 1, before.bytes - arrival.line.count)
        sender.last[arrival.type] = max(sender.last[arrival.type] ?? 0, arrival.stamp.position)
        ready.append(arrival)
    }

    private mutating func end(_ id: SenderID) -> [Arrival] {
        guard var sender = senders.removeValue(forKey: id) else { return [] }
        sender.isOver = true
        let ready = releaseAll(&sender)
        senders[id] = sender
        return ready
    }

    private mutating func forgetOldest() {
        guard let oldest = senders.filter({ $0.value.held.isEmpty }).min(by: { $0.value.used < $1.value.used }) else {
            return
        }
        senders[oldest.key] = nil
        if newest[oldest.key.name] == oldest.key { newest[oldest.key.name] = nil }
    }
}
