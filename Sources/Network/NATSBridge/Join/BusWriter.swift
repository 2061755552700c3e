/// Writes each line to the bus exactly once, even if this process is killed at any moment: each batch follows a snapshot that contains
/// its lines.
struct BusWriter {
    struct Item {
        /// Nil for an item that only counts: a message whose lines could not be read.
        var line: [UInt8]?
        /// Nil for a line that no join has sent.
        var origin: LineOrigin?
        /// The lines before this one that the sender's messages do not contain; nil for none.
        var loss: Loss?
    }

    /// A snapshot, and the lines that follow it.
    struct Batch {
        /// The progress for the snapshot: with `lines`, but without `next`.
        var progress: JoinProgress
        var lines: [[UInt8]] = []
        /// The only line, which is too long for a snapshot.
        var next: LineOrigin?
    }

    /// The progress with everything that was passed on, including lines on their way.
    private(set) var progress: JoinProgress
    /// The progress that the bus has for certain: a successor does not write these lines again.
    private(set) var confirmed: JoinProgress
    /// The lost lines among those that ``progress`` counts.
    var losses: Losses
    private var items: ArraySlice<Item> = []
    private(set) var bytes = 0
    /// Lines are on their way.
    private(set) var isBusy = false
    /// Longer lines are left out of snapshots.
    let longest: Int

    /// Lines of one write, and about their bytes.
    static let mostLines = 256
    static let mostBytes = 1 << 16

    init(lineLimit: Int, after snapshot: JoinSnapshot? = nil) {
        longest = lineLimit / 4
        progress = snapshot?.progress ?? JoinProgress()
        confirmed = progress
        losses = Losses(after: snapshot?.losses ?? [])
    }

    var count: Int { items.count }

    mutating func append(_ item: Item) {
        bytes += item.line?.count ?? 0
        items.append(item)
    }

    /// The next lines; nil if there are none, or others are on their way.
    mutating func next() -> Batch? {
        guard !isBusy, count > 0 else { return nil }
        var batch = Batch(progress: progress)
        var size = 0
        var last: LineOrigin?
        while let item = items.first, batch.lines.count < Self.mostLines, size < Self.mostBytes, batch.next == nil {
            if let line = item.line {
                if line.count > longest {
                    guard batch.lines.isEmpty else { break }
                    batch.next = item.origin
                }
                batch.lines.append(line)
                size += line.count
                bytes -= line.count
            }
            if let origin = item.origin {
                if let last, last.sender != origin.sender { progress.note(last) }
                last = origin
            }
            if let loss = item.loss { losses.add(loss) }
            items.removeFirst()
        }
        if let last { progress.note(last) }
        // The memory of what has gone is released.
        if items.isEmpty { items = [] }
        isBusy = true
        if batch.next == nil { batch.progress = progress }
        return batch
    }

    /// Everything has left this process.
    /// - Returns: whether something is ``confirmed`` that was not before.
    mutating func drained() -> Bool {
        defer { (confirmed, isBusy) = (progress, false) }
        return confirmed != progress
    }
}
