import Wire

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

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
    private static let block = 1 << 16
    private var heads = LineHeads()

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
    /// for first, a block at a time.
    private mutating func end(of id: String) -> Int? {
        var quoted: [UInt8] = []
        JSONText.append(id, to: &quoted)
        let text = quoted[1..<quoted.count - 1]
        var blockEnd = received.count
        while blockEnd > 0 {
            let start = lineStart(before: max(0, blockEnd - Self.block))
            var at = start
            while at < blockEnd {
                let end = lineEnd(from: at)
                if has(text, asIDOf: at..<end) { return end }
                at = end
            }
            blockEnd = start
        }
        return nil
    }

    private mutating func has(_ id: ArraySlice<UInt8>, asIDOf line: Range<Int>) -> Bool {
        received.withUnsafeBytes { bytes in
            let line = UnsafeRawBufferPointer(rebasing: bytes[line])
            guard let found = heads.id(of: line), found.count == id.count, let base = line.baseAddress else {
                return false
            }
            return id.withUnsafeBytes { memcmp(base + found.lowerBound, $0.baseAddress ?? base, id.count) == 0 }
        }
    }

    private func lineStart(before index: Int) -> Int { received[..<index].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0 }

    private func lineEnd(from start: Int) -> Int {
        received.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress, let found = memchr(base + start, 0x0A, bytes.count - start) else {
                return bytes.count
            }
            return UnsafeRawPointer(found) - base + 1
        }
    }
}
