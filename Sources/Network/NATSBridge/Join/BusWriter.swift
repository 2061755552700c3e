/// Writes each line to the bus exactly once, even if this process is killed at any moment: each batch follows a snapshot that contains
/// its lines.
struct BusWriter {
    /// An item to be written.
    struct Item {
        /// Nil for something that was written before, and only needs counting.
        var line: [UInt8]?
        var origin: Origin?
        /// To be marked as done when the line is written.
        var entries: [ConsumerEntry]
    }

    enum Origin {
        case line(SenderID, type: String, position: UInt64)
        /// - Parameter consumer: the consumer's name.
        case foreign(consumer: String, ForeignPlace)
    }

    /// A snapshot, and the lines that follow it.
    struct Batch {
        var written: PeerPositions
        var foreign: [String: ForeignPlace]
        var lines: [[UInt8]]
        var next: JoinSnapshot.LineReference?
    }

    private(set) var written: PeerPositions
    private(set) var foreign: [String: ForeignPlace]
    private var items: [Item] = []
    private var front = 0
    /// Bytes in the queue.
    private(set) var bytes = 0
    /// To be marked as done when the lines on their way are out; nil while none are on their way.
    private var underWay: [ConsumerEntry]?
    /// A long line was written, but is not in the last snapshot.
    private(set) var needsSnapshot = false
    /// To be marked as done for a long line that is out. The server must redeliver it until a snapshot confirms that it
    /// was written, because a successor awaits it.
    private var unsaid: [ConsumerEntry] = []
    private var isLong = false
    /// A predecessor may have written this line; it comes first.
    private var awaited: JoinSnapshot.LineReference?
    /// Longer lines are left out of snapshots.
    private let longest: Int

    static let mostLines = 256
    static let mostBytes = 1 << 16

    /// - Parameter lineLimit: the bus's.
    init(lineLimit: Int, after snapshot: JoinSnapshot? = nil) {
        longest = lineLimit / 4
        written = snapshot?.progress.written ?? PeerPositions()
        foreign = snapshot?.progress.foreign ?? [:]
        awaited = snapshot?.next
    }

    /// Continues where the session before this one stopped.
    mutating func resume(after progress: JoinProgress) { (written, foreign) = (progress.written, progress.foreign) }

    /// Items in the queue.
    var count: Int { items.count - front }
    /// Whether lines are on their way.
    var isBusy: Bool { underWay != nil }
    var isAwaiting: Bool { awaited != nil }

    mutating func append(_ item: Item) {
        items.append(item)
        bytes += item.line?.count ?? 0
    }

    /// Handles the loss of the awaited line.
    mutating func awaitNothing() { awaited = nil }

    /// The next lines; nil if there are none, or others are on their way.
    mutating func next() -> Batch? {
        guard underWay == nil, count > 0 else { return nil }
        if let awaited {
            guard let place = items[front...].firstIndex(where: { Self.reference($0) == awaited }) else { return nil }
            let item = items.remove(at: place)
            items.insert(item, at: front)
            self.awaited = nil
        }
        var entries: [ConsumerEntry] = []
        var lines: [[UInt8]] = []
        var size = 0
        var reference: JoinSnapshot.LineReference?
        let (writtenBefore, foreignBefore) = (written, foreign)
        while front < items.count, lines.count < Self.mostLines, size < Self.mostBytes {
            let item = items[front]
            if let line = item.line {
                if line.count > longest {
                    guard lines.isEmpty else { break }
                    reference = Self.reference(item)
                }
                lines.append(line)
                size += line.count
                bytes -= line.count
            }
            entries += item.entries
            note(item)
            front += 1
            if reference != nil { break }
        }
        letGo()
        underWay = entries
        isLong = reference != nil
        guard let reference else { return Batch(written: written, foreign: foreign, lines: lines, next: nil) }
        needsSnapshot = true
        return Batch(written: writtenBefore, foreign: foreignBefore, lines: lines, next: reference)
    }

    /// Everything, including a snapshot since the last long line, has left this process.
    /// - Returns: the entries that are done now.
    mutating func drained() -> [ConsumerEntry] {
        guard let entries = underWay else {
            defer { unsaid = [] }
            return unsaid
        }
        underWay = nil
        if isLong {
            defer { unsaid = entries }
            return unsaid
        }
        defer { unsaid = [] }
        return unsaid + entries
    }

    /// The last batch had no lines, so it is finished at once.
    /// - Returns: the entries that are done now.
    mutating func passed() -> [ConsumerEntry] {
        defer { underWay = nil }
        return underWay ?? []
    }

    mutating func tookSnapshot() { needsSnapshot = false }

    private static func reference(_ item: Item) -> JoinSnapshot.LineReference? {
        guard case .line(let sender, _, let position)? = item.origin else { return nil }
        return JoinSnapshot.LineReference(sender: sender, position: position)
    }

    private mutating func note(_ item: Item) {
        switch item.origin {
        case .line(let sender, let type, let position): written.note(position, of: type, from: sender)
        case .foreign(let consumer, let place): foreign[consumer] = max(place, foreign[consumer] ?? place)
        case nil: break
        }
    }

    private mutating func letGo() {
        if front == items.count {
            items.removeAll(keepingCapacity: true)
            front = 0
        } else if front > 4096 {
            items.removeFirst(front)
            front = 0
        }
    }
}
