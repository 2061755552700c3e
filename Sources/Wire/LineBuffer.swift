import Platform

/// Splits a byte stream into lines, on 0x0A only, with a cap on a line's length.
///
/// A line over the cap is reported once, with its length, when its end is reached; only its beginning is kept in memory.
package struct LineBuffer: Sendable {
    package enum Line: Equatable, Sendable {
        /// The range of ``bytes`` that holds the line without its LF; good until more is filled in.
        case whole(Range<Int>)
        /// A line of that many bytes was dropped; the range holds its beginning.
        case tooLong(bytes: Int, beginning: Range<Int>)
    }

    package static let standardLimit = 1 << 20
    /// What a limit from outside may be at most.
    package static let highestLimit = 1 << 30

    /// The longest line, in bytes without its LF.
    package let limit: Int
    /// Storage: what is unread stands in `start..<end`, behind it is room.
    package private(set) var bytes: [UInt8] = []
    private var start = 0
    private var end = 0
    /// Up to here no LF was found.
    private var scanned = 0
    /// How many bytes of an over-long line were let go so far; nil while the line is within the cap.
    private var dropped: Int?
    /// Enough for the attributes of an envelope; who quotes it to a person takes less.
    private static let kept = 1024

    package init(limit: Int = LineBuffer.standardLimit) {
        self.limit = limit
    }

    /// Has `body` write up to `room` bytes behind what is unread, and takes as many as it returns (none if negative).
    package mutating func fill<Failure: Error>(
        room: Int, _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
    ) throws(Failure) -> Int {
        makeRoom(room)
        let span = end..<end + room
        let count = try bytes.withUnsafeMutableBytes { storage in
            Result { () throws(Failure) in try body(UnsafeMutableRawBufferPointer(rebasing: storage[span])) }
        }.get()
        end += max(0, count)
        return count
    }

    package mutating func append(_ chunk: UnsafeRawBufferPointer) {
        _ = fill(room: chunk.count) { space in
            space.copyMemory(from: chunk)
            return chunk.count
        }
    }

    /// The next whole line, or nil until more is filled in.
    package mutating func next() -> Line? {
        guard let lineFeed = firstLineFeed() else {
            dropExcess()
            return nil
        }
        let range = start..<lineFeed
        start = lineFeed + 1
        scanned = start
        guard dropped != nil || range.count > limit else { return .whole(range) }
        let count = range.count + (dropped ?? 0)
        dropped = nil
        return .tooLong(bytes: count, beginning: range.prefix(Self.kept))
    }

    /// Hands all that is unread to `body`, which returns how much of it, whole lines with their LF, it has dealt with.
    /// For who can tell many lines at once; nothing while an over-long line is being dropped.
    package mutating func consume(_ body: (UnsafeRawBufferPointer) -> Int) {
        guard dropped == nil, start < end else { return }
        start += bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[start..<end])) }
        scanned = max(scanned, start)
    }

    /// What is left when the stream has ended: a last line without LF.
    package mutating func last() -> Line? {
        guard start < end || dropped != nil else { return nil }
        [0x0A as UInt8].withUnsafeBytes { append($0) }
        return next()
    }

    private mutating func makeRoom(_ room: Int) {
        if start == end, start > 0 {
            (start, end, scanned) = (0, 0, 0)
        } else if start > 0, end + room > bytes.count {
            bytes.withUnsafeMutableBytes { storage in
                storage.copyMemory(from: UnsafeRawBufferPointer(rebasing: storage[start..<end]))
            }
            (start, end, scanned) = (0, end - start, scanned - start)
        }
        if end + room > bytes.count {
            bytes.append(contentsOf: repeatElement(0, count: max(end + room, 2 * bytes.count) - bytes.count))
        }
    }

    private mutating func firstLineFeed() -> Int? {
        let from = scanned
        let count = end - from
        scanned = end
        guard count > 0 else { return nil }
        // memchr: the relay's rate hangs on this search.
        return bytes.withUnsafeBytes { storage in
            guard let base = storage.baseAddress, let found = memchr(base + from, 0x0A, count) else { return nil }
            return UnsafeRawPointer(found) - base
        }
    }

    /// Keeps the beginning of an over-long line, and lets the rest go.
    private mutating func dropExcess() {
        guard end - start > limit else { return }
        let keep = min(start + Self.kept, end)
        dropped = (dropped ?? 0) + end - keep
        end = keep
        scanned = keep
    }
}
