import Platform
import Wire

/// `recovery: replay`: a successor receives its predecessor's last snapshot and all events since.
///
/// A service may send ten thousand snapshots a second, and finding the line to which one belongs is the most expensive
/// part. So only the newest is noted; its line is searched when the log has grown, or when a successor needs it.
struct ReplayJournal: Journal {
    private struct Snapshot {
        let data: [UInt8]
        /// The id of the event that it follows.
        let after: String
        /// The source of that event, where the service named it.
        let source: String?
        /// How many lines the service had written by then.
        let outputs: Int
    }

    /// Lines that were queued since the restored snapshot.
    private var log = LineLog()
    private var restored: [UInt8]?
    /// The event that this state follows; the log begins after it.
    private var begin = (id: ProcessOutput.Snapshot.start.id, source: Optional(ProcessOutput.Snapshot.start.source))
    private var newest: Snapshot?
    /// Lines that were passed on since the restored snapshot.
    private var outputs = 0
    /// The size of the log at which it is shortened.
    private var limit = Self.smallestLimit
    private static let smallestLimit = 1 << 20

    var needsEveryState: Bool { true }

    mutating func noteInput(_ run: LineRun, of type: String) { log.append(run.bytes) }
    mutating func noteInput(_ line: UnsafeRawBufferPointer, as key: StateKey) { log.append(line) }
    mutating func noteOutput(lines: Int) { outputs += lines }

    mutating func noteSnapshot(_ data: [UInt8], after id: String, from source: String?) {
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

    /// Lines at the end of both are new to the service, since no line in its queue is ever superseded.
    private static func marked(_ lines: [Line], butFor unread: [Line]) -> [Line] {
        let fresh = zip(lines.reversed(), unread.reversed()).prefix { $0 == $1 }.count
        return lines.dropLast(fresh).map(ReplayMark.marked) + lines.suffix(fresh)
    }

    /// Drops all before the newest snapshot. One that names the same event as the one before covers what the service
    /// did without an input. One that names no event of the log, or may mean several, is ignored.
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

/// Lines in the order in which they came, in chunks, so that a long log never moves. No line crosses two chunks.
struct LineLog {
    /// The end of a line: the offset in a chunk.
    struct Place: Equatable {
        fileprivate let chunk: Int
        fileprivate let offset: Int
    }

    private var chunks: [[UInt8]] = []
    /// Bytes in all chunks.
    private(set) var count = 0
    private static let chunkSize = 1 << 18

    /// - Parameter lines: whole lines, each with its LF.
    mutating func append(_ lines: UnsafeRawBufferPointer) {
        if chunks.isEmpty || chunks[chunks.count - 1].count + lines.count > Self.chunkSize {
            var chunk: [UInt8] = []
            chunk.reserveCapacity(max(Self.chunkSize, lines.count))
            chunks.append(chunk)
        }
        chunks[chunks.count - 1].append(contentsOf: lines)
        count += lines.count
    }

    var lines: [[UInt8]] { chunks.flatMap { $0.split(separator: 0x0A).map { Array($0) + [0x0A] } } }

    mutating func removeAll(before place: Place) {
        chunks.removeFirst(place.chunk)
        chunks[0].removeFirst(place.offset)
        count = chunks.reduce(0) { $0 + $1.count }
    }

    /// The end of the event's line; the newest chunk is searched first.
    /// - Parameters:
    ///   - id: decoded, not as spelt in the line.
    ///   - source: of the event. Without one, an id that two sources have used means nothing, unless it begins with its
    ///     source's name.
    func place(after id: String, from source: String?) -> Place? {
        var found: (place: Place, source: String)?
        var isUnique = true
        for chunk in chunks.indices.reversed() {
            Self.eachLine(of: chunks[chunk], that: id) { end, owner in
                let place = Place(chunk: chunk, offset: end)
                if let source {
                    if owner == source { found = (place, owner) }
                    return owner != source
                }
                guard let first = found else {
                    found = (place, owner)
                    return !Self.names(id, owner)
                }
                isUnique = first.source == owner
                return isUnique
            }
            if let found, source != nil || !isUnique || Self.names(id, found.source) { break }
        }
        return isUnique ? found?.place : nil
    }

    /// True if the id begins with its source's name, as Viperline's ids do: then no other source has it.
    private static func names(_ id: String, _ source: String) -> Bool {
        id.utf8.starts(with: source.utf8)
            && id.utf8.dropFirst(source.utf8.count).first.map { EventStamp.joints.contains($0) } ?? false
    }

    /// Calls `body` with the end and the source of each line that has the id, until it returns false.
    private static func eachLine(of chunk: [UInt8], that id: String, _ body: (Int, String) -> Bool) {
        let text = Array(id.utf8)
        guard !text.isEmpty else { return }
        chunk.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            // In a chunk without escapes, only lines that contain the id's bytes need reading.
            let isPlain = memchr(base, 0x5C, bytes.count) == nil
            var start = 0
            while start < bytes.count {
                var near = start
                if isPlain {
                    guard let hit = memmem(base + start, bytes.count - start, text, text.count) else { return }
                    near = UnsafeRawPointer(hit) - base
                    start = memrchr(base, 0x0A, near).map { UnsafeRawPointer($0) - base + 1 } ?? 0
                }
                guard let feed = memchr(base + near, 0x0A, bytes.count - near) else { return }
                let end = UnsafeRawPointer(feed) - base
                let line = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
                if let source = EventLine.source(of: line, if: id), !body(end + 1, source) { return }
                start = end + 1
            }
        }
    }
}
