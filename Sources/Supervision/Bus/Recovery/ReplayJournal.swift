import Wire

/// `recovery: replay`: a successor is sent its predecessor's last snapshot and all that came since.
///
/// Snapshots may come by the ten thousand a second, and finding the line after which one was taken is the dearest part. So
/// only the newest is noted; its line is looked for when the log has grown, or when a successor needs it.
struct ReplayJournal: Journal {
    private struct Snapshot {
        let data: [UInt8]
        /// The id of the event that it follows.
        let after: String
        /// That event's source, where the service named it.
        let source: String?
        /// How many lines the service had written by then.
        let outputs: Int
    }

    /// What was queued since the restored snapshot.
    private var log = LineLog()
    private var restored: [UInt8]?
    /// The event after which that state was taken; the log begins after it.
    private var begin = (id: ProcessOutput.Snapshot.start.id, source: Optional(ProcessOutput.Snapshot.start.source))
    private var newest: Snapshot?
    /// Lines that were passed on since the restored snapshot.
    private var outputs = 0
    /// The size of the log at which it is shortened.
    private var limit = Self.smallestLimit
    private static let smallestLimit = 1 << 20

    var needsEveryState: Bool { true }

    mutating func queued(_ run: LineRun, of type: String) { log.append(run.bytes) }
    mutating func queued(_ run: LineRun, as key: StateKey) { log.append(run.bytes) }
    mutating func wrote(lines: Int) { outputs += lines }

    mutating func took(snapshot data: [UInt8], after id: String, from source: String?) {
        newest = Snapshot(data: data, after: id, source: source, outputs: outputs)
        if log.count > limit { shorten() }
    }

    mutating func backlog(unread: [Line]) -> Backlog {
        shorten()
        let head = restored.map { [RestoreLine.make(of: $0)] } ?? []
        return Backlog(
            lines: head + Self.marked(log.lines, butFor: RestoreLine.without(unread)), isRestored: restored != nil,
            saidAlready: outputs)
    }

    /// Lines that stand at the end of both are new to the service, since no line in its queue is ever superseded.
    private static func marked(_ lines: [Line], butFor unread: [Line]) -> [Line] {
        let fresh = zip(lines.reversed(), unread.reversed()).prefix { $0 == $1 }.count
        return lines.dropLast(fresh).map(ReplayMark.marked) + lines.suffix(fresh)
    }

    /// Drops all before the newest snapshot. One that names the same event as the one before tells what the service did
    /// without being sent anything. One that names no event of the log, or may mean several, is ignored.
    private mutating func shorten() {
        defer { limit = max(Self.smallestLimit, log.count * 8) }
        guard let snapshot = newest else { return }
        newest = nil
        if (snapshot.after, snapshot.source) != begin {
            guard let place = log.place(after: snapshot.after, from: snapshot.source) else { return }
            log.removeAll(before: place)
            begin = (snapshot.after, snapshot.source)
        }
        restored = snapshot.data
        outputs -= snapshot.outputs
    }
}
