import Platform

/// Splits a byte stream into lines at LF only, with a limit on a line's length.
///
/// A line over the limit is reported once, with its length, when its end is reached. Only its beginning is kept.
package struct LineBuffer: Sendable {
    package enum Line: Equatable, Sendable {
        /// The range of ``bytes`` that holds the line without its LF; valid until the next fill.
        case whole(Range<Int>)
        /// A line of this many bytes was dropped; the range holds its beginning.
        case tooLong(bytes: Int, beginning: Range<Int>)
    }

    package static let standardLimit = 1 << 20
    /// Upper bound of a limit set by a user.
    package static let highestLimit = 1 << 30

    /// The longest line, in bytes without its LF.
    package let limit: Int
    /// Unread bytes are in `start..<end`; the rest is room.
    package private(set) var bytes: [UInt8] = []
    private var start = 0
    private var end = 0
    /// The offset before which there is no LF.
    private var scanned = 0
    /// Bytes of an over-long line dropped so far; nil while the line is within the limit.
    private var excess: Int?
    /// Bytes kept of a dropped line: enough for its attributes.
    private static let kept = 1024

    /// Bytes of an over-long line that has not ended, dropped so far; 0 while the line is within the limit.
    package var dropped: Int { excess ?? 0 }

    package init(limit: Int = LineBuffer.standardLimit) { self.limit = limit }

    /// Appends what `body` writes into `room` bytes: it returns the number of bytes written (negative: none).
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

    /// Bytes read so far of a line that has not ended, once ``next()`` has returned nil.
    package var unfinished: Int { dropped + end - start }

    package var unread: ArraySlice<UInt8> { bytes[start..<end] }

    /// The next whole line; nil until the next fill.
    package mutating func next() -> Line? {
        guard let lineFeed = firstLineFeed() else {
            dropExcess()
            return nil
        }
        let range = start..<lineFeed
        start = lineFeed + 1
        scanned = start
        guard excess != nil || range.count > limit else { return .whole(range) }
        let count = range.count + dropped
        excess = nil
        return .tooLong(bytes: count, beginning: range.prefix(Self.kept))
    }

    /// Hands all unread bytes to `body`, which returns how many of them it has consumed: whole lines with their LF. Does
    /// nothing while an over-long line is being dropped.
    package mutating func consume(_ body: (UnsafeRawBufferPointer) -> Int) {
        guard excess == nil, start < end else { return }
        start += bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[start..<end])) }
        scanned = max(scanned, start)
    }

    /// The last line without LF at the end of the stream.
    package mutating func last() -> Line? {
        guard start < end || excess != nil else { return nil }
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
        guard end + room > bytes.count else { return }
        // The room is not zeroed: nothing reads a byte there before it is written.
        let (unread, size) = (unread, max(end + room, 2 * bytes.count))
        bytes = Array(unsafeUninitializedCapacity: size) { storage, count in
            _ = storage.initialize(fromContentsOf: unread)
            count = size
        }
    }

    private mutating func firstLineFeed() -> Int? {
        let (from, count) = (scanned, end - scanned)
        scanned = end
        guard count > 0 else { return nil }
        // The relay's rate depends on this search.
        return bytes.withUnsafeBytes { storage in
            guard let base = storage.baseAddress, let found = memchr(base + from, 0x0A, count) else { return nil }
            return UnsafeRawPointer(found) - base
        }
    }

    /// Keeps the beginning of an over-long line and drops the rest.
    private mutating func dropExcess() {
        guard end - start > limit else { return }
        let keep = min(start + Self.kept, end)
        excess = dropped + end - keep
        (end, scanned) = (keep, keep)
    }
}
