import Platform
import Wire

/// What a service has been sent since its last snapshot, and how much it has said since then.
///
/// Snapshots may come by the ten thousand a second, and finding the line after which one was taken costs more than all
/// else. So the newest is only noted; it is looked for when the log has grown large, or when a successor needs it.
struct ReplayLog {
    private struct Snapshot {
        let data: [UInt8]
        /// The id of the event that it follows, and its source where that was named.
        let after: String
        let source: String?
        /// How much had been said by then.
        let outputs: Int
    }

    /// What was queued since the last snapshot that was looked for.
    private var received: [UInt8] = []
    private var restored: [UInt8]?
    private var outputs = 0
    private var newest: Snapshot?
    /// How large the log may become before it is shortened.
    private var limit = Self.smallestLimit
    private static let smallestLimit = 1 << 22
    private static let block = 1 << 16

    mutating func queued(_ lines: UnsafeRawBufferPointer) { received.append(contentsOf: lines) }

    mutating func wrote(lines: Int) { outputs += lines }

    mutating func took(snapshot data: [UInt8], after id: String, from source: String?) {
        newest = Snapshot(data: data, after: id, source: source, outputs: outputs)
        if received.count > limit { shorten() }
    }

    /// What a successor needs: the state it is given first, what it is sent then, and how many of the lines that it says
    /// have been said already.
    mutating func replay() -> (snapshot: [UInt8]?, received: [UInt8], outputs: Int) {
        shorten()
        return (restored, received, outputs)
    }

    /// Lets go of all before the newest snapshot. One that names no event of the log, or may mean several, is none.
    private mutating func shorten() {
        defer { limit = max(Self.smallestLimit, received.count * 8) }
        guard let snapshot = newest else { return }
        newest = nil
        guard let end = end(of: snapshot) else { return }
        received.removeFirst(end)
        restored = snapshot.data
        outputs -= snapshot.outputs
    }

    /// Where the line ends after which the snapshot was taken. Who keeps up has taken it near the end, so that is where it
    /// is looked for first.
    private func end(of snapshot: Snapshot) -> Int? {
        var found: (end: Int, source: String)?
        var isUnique = true
        eachLineFromTheEnd { line, range in
            guard let (id, source) = identity(of: line), id.isSame(as: snapshot.after) else { return true }
            if let named = snapshot.source {
                guard source == named else { return true }
                found = (range.upperBound, source)
                return false
            }
            guard let first = found else {
                found = (range.upperBound, source)
                // An id that begins with its source's name is nobody else's, so there is no need to look further.
                return !Self.tells(snapshot.after, source)
            }
            isUnique = first.source == source
            return isUnique
        }
        return isUnique ? found?.end : nil
    }

    private static func tells(_ id: String, _ source: String) -> Bool {
        id.utf8.starts(with: source.utf8)
            && id.utf8.dropFirst(source.utf8.count).first.map { EventStamp.joints.contains($0) } ?? false
    }

    private func identity(of line: UnsafeRawBufferPointer) -> (id: AttributeText, source: String)? {
        line.withMemoryRebound(to: UInt8.self) { bytes in
            guard let layout = try? EnvelopeScanner.scan(bytes.span), let id = AttributeText(line, layout[.id]),
                let source = try? layout.text(.source, in: bytes.span)
            else { return nil }
            return (id, source)
        }
    }

    /// Block by block from the end, the lines of each in their order.
    /// - Parameter body: takes a line without its LF, and where it stands with it; returns whether to go on.
    private func eachLineFromTheEnd(_ body: (UnsafeRawBufferPointer, Range<Int>) -> Bool) {
        received.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            var blockEnd = bytes.count
            while blockEnd > 0 {
                let near = max(0, blockEnd - Self.block)
                let start = bytes[..<near].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
                var at = start
                while at < blockEnd {
                    guard let found = memchr(base + at, 0x0A, bytes.count - at) else { return }
                    let end = UnsafeRawPointer(found) - base + 1
                    guard body(UnsafeRawBufferPointer(rebasing: bytes[at..<end - 1]), at..<end) else { return }
                    at = end
                }
                blockEnd = start
            }
        }
    }
}
