import Wire

/// What a service has been sent since its last snapshot, and how much it has said since then.
///
/// Snapshots may come by the ten thousand a second, and finding the line after which one was taken costs more than all
/// else. So the newest is only noted; it is looked for when the log has grown large, or when a successor needs it.
struct ReplayLog {
    private struct Snapshot {
        let data: [UInt8]
        let after: String
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

    mutating func queued(_ lines: UnsafeRawBufferPointer) { received.append(contentsOf: lines) }

    mutating func wrote(lines: Int) { outputs += lines }

    mutating func took(snapshot data: [UInt8], after id: String) {
        newest = Snapshot(data: data, after: id, outputs: outputs)
        if received.count > limit { shorten() }
    }

    /// What a successor needs: the state it is given first, what it is sent then, and how many of the lines that it says
    /// have been said already.
    mutating func replay() -> (snapshot: [UInt8]?, received: [UInt8], outputs: Int) {
        shorten()
        return (restored, received, outputs)
    }

    /// Lets go of all before the newest snapshot. One that names no event of the log is none.
    private mutating func shorten() {
        defer { limit = max(Self.smallestLimit, received.count * 8) }
        guard let snapshot = newest else { return }
        newest = nil
        guard let end = end(of: snapshot.after) else { return }
        received.removeFirst(end)
        restored = snapshot.data
        outputs -= snapshot.outputs
    }

    /// Where the line with this id ends. Who keeps up has taken its snapshot near the end, so that is where it is looked
    /// for first.
    private func end(of id: String) -> Int? {
        var text = Array(#""id":"#.utf8)
        JSONText.append(id, to: &text)
        let search = BackwardSearch(for: text)
        var before = received.count
        while let found = received.withUnsafeBytes({ search.last(in: $0[..<before]) }) {
            let line = lineAround(found)
            if let layout = try? EnvelopeScanner.scan(received.span.extracting(line)),
                (try? layout.text(.id, in: received.span.extracting(line))) == id
            {
                return line.upperBound + 1
            }
            before = found + text.count - 1
        }
        return nil
    }

    /// Without its LF.
    private func lineAround(_ index: Int) -> Range<Int> {
        let start = received[..<index].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        return start..<(received[index...].firstIndex(of: 0x0A) ?? received.count)
    }
}
