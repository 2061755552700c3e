/// Restores the senders' order of the others' lines, each once, in whatever order and however often they arrive.
///
/// A join has a separate consumer for each of its patterns. So a line may arrive before an earlier one of its sender. It is held until
/// that one is here, or until that one certainly will not come, because it was published before this join began to listen.
struct PeerOrder {
    /// A received line.
    struct Arrival: Equatable {
        var stamp: LineStamp
        var type: String
        var line: [UInt8]
        /// The consumer that it came from.
        var consumer: Int
        /// Its place in the stream.
        var sequence: Int
        /// To be marked as done when it is written.
        var entries: [ConsumerEntry]
    }

    /// The missing line for which the first of a sender's held lines waits.
    struct Blocker: Hashable {
        var sender: SenderID
        var type: String
        var position: UInt64
        var isStored: Bool
    }

    private struct Sender {
        /// The last released position of each type.
        var last: [String: UInt64] = [:]
        var held: [UInt64: Arrival] = [:]
        /// Their positions, in descending order.
        var waiting: [UInt64] = []
        var heldBytes = 0
        /// How many of them came from each consumer, and their bytes.
        var heldFrom: [Int: (lines: Int, bytes: Int)] = [:]
        /// All positions up to this one are stored.
        var stored: UInt64 = 0
        /// For each consumer: lines up to this position that have not come from it will not come.
        var complete: [Int: UInt64] = [:]
        /// Another process of the same join publishes now; missing lines will not come.
        var isOver = false
        var used = 0
    }

    private var senders: [SenderID: Sender] = [:]
    /// For each join, the process that publishes.
    private var newest: [String: SenderID] = [:]
    /// For each consumer, the last place in the stream that arrived in order.
    private var reached: [Int: Int] = [:]
    private var uses = 0
    /// The consumer that brings a type; nil if none.
    private let consumer: (String) -> Int?

    static let mostSenders = 64
    /// Per sender. Anything beyond is written out of order, so a join stops pulling long before (``isFull(_:)``).
    static let mostHeld = 8 * SentLines.mostLines
    static let mostHeldBytes = 32 * SentLines.mostBytes
    /// Per consumer, before no more is pulled from it.
    static let mostHeldLines = 256
    static let mostHeldOfConsumer = SentLines.mostBytes / 2

    /// - Parameters:
    ///   - positions: the last released ones.
    ///   - consumer: the consumer that brings a type; nil if none.
    init(_ positions: PeerPositions = PeerPositions(), consumer: @escaping (String) -> Int?) {
        self.consumer = consumer
        for (sender, last) in positions.senders {
            var state = Sender()
            state.last = last
            senders[sender] = state
            newest[sender.name] = sender
        }
    }

    /// Held lines.
    var held: Int { senders.values.reduce(0) { $0 + $1.held.count } }

    /// Whether a consumer is too far ahead of the others, because too many of its lines wait for theirs.
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
        // No real session has so many types; lines of forgotten types may come twice.
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

    /// The server has stored everything that a sender published up to a position.
    mutating func note(stored: UInt64, of id: SenderID) {
        guard let known = senders[id]?.stored else { return }
        senders[id]?.stored = max(known, stored)
    }

    /// The stream may be a different one, with new places.
    mutating func forgetPlaces() { reached = [:] }

    /// A consumer has delivered everything up to this place in the stream.
    mutating func reach(_ sequence: Int, consumer: Int) { reached[consumer] = max(reached[consumer] ?? 0, sequence) }

    /// Another process of the join publishes now.
    mutating func hasSuccessor(_ incarnation: SenderID) -> [Arrival] {
        guard let older = newest[incarnation.name], older != incarnation, senders[incarnation] == nil else { return [] }
        return end(older)
    }

    /// What each sender has stored so far, for ``complete(_:upTo:)``.
    var storedPositions: [SenderID: UInt64] { senders.compactMapValues { $0.held.isEmpty ? nil : $0.stored } }

    /// A consumer has delivered everything that was stored when these positions were read.
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

    /// The lines for which held lines wait.
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

    /// The line that must come before this one and is not here; nil if none.
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

    /// Releases the first held line.
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

/// The written lines of each sender: the last position of each type. It goes into a snapshot.
struct PeerPositions: Equatable {
    var senders: [SenderID: [String: UInt64]] = [:]
    /// Orders senders by their last line, oldest first; equal ones in no order.
    private var used: [SenderID: Int] = [:]
    private var uses = 0

    mutating func note(_ position: UInt64, of type: String, from sender: SenderID) {
        if let types = senders[sender], types[type] == nil, types.count >= LineStamp.mostTypes { return }
        uses += 1
        used[sender] = uses
        senders[sender, default: [:]][type] = position
        if senders.count > PeerOrder.mostSenders, let oldest = senders.keys.min(by: { used[$0] ?? 0 < used[$1] ?? 0 }) {
            senders[oldest] = nil
            used[oldest] = nil
        }
    }

    static func == (one: PeerPositions, other: PeerPositions) -> Bool { one.senders == other.senders }
}

/// The position of a sender's last line of a type.
package struct TypePosition: Equatable, Sendable {
    package var type: String
    package var position: UInt64

    package init(_ type: String, _ position: UInt64) {
        self.type = type
        self.position = position
    }

    /// - Parameter text: `TYPE=POSITION`
    init?(_ text: Substring) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, parts[0].utf8.count <= SessionSubjects.longestType,
            let position = LineStamp.number(parts[1])
        else { return nil }
        self.init(String(parts[0]), position)
    }
}

/// The place of a message from outside all joins, such as one of `nats pub`, in a consumer's deliveries.
struct ForeignPlace: Equatable, Comparable {
    /// When the server stored it: nanoseconds since 1970.
    var time: Int
    var sequence: Int

    static func < (one: ForeignPlace, other: ForeignPlace) -> Bool {
        (one.time, one.sequence) < (other.time, other.sequence)
    }
}
