/// Splits a byte stream into lines, on 0x0A only, with a cap on a line's length.
///
/// A line over the cap is reported once, with its length when its end is reached, and never kept in memory.
package struct LineBuffer: Sendable {
    package enum Line: Equatable, Sendable {
        /// The range of ``bytes`` that holds the line without its LF; good until the next append.
        case whole(Range<Int>)
        /// A line of that many bytes was dropped; the range holds its beginning.
        case tooLong(bytes: Int, beginning: Range<Int>)
    }

    package let limit: Int
    package private(set) var bytes: [UInt8] = []
    private var start = 0
    private var scanned = 0
    /// How many bytes of an over-long line were dropped so far; nil while the line is within the cap.
    private var dropped: Int?
    private static let quoted = 200

    package init(limit: Int = LineBuffer.standardLimit) {
        self.limit = limit
    }

    package static let standardLimit = 1 << 20

    package mutating func append(_ chunk: UnsafeRawBufferPointer) {
        if start > 0 {
            bytes.removeSubrange(..<start)
            scanned -= start
            start = 0
        }
        bytes.append(contentsOf: chunk)
    }

    /// The next whole line, or nil until more is appended.
    package mutating func next() -> Line? {
        while let end = firstLineFeed() {
            let range = start..<end
            start = end + 1
            scanned = start
            if let count = dropped {
                dropped = nil
                let beginning = range.lowerBound..<min(range.lowerBound + Self.quoted, end)
                return .tooLong(bytes: count + range.count, beginning: beginning)
            }
            if range.count > limit {
                let beginning = range.lowerBound..<min(range.lowerBound + Self.quoted, end)
                return .tooLong(bytes: range.count, beginning: beginning)
            }
            return .whole(range)
        }
        dropExcess()
        return nil
    }

    /// What is left when the stream has ended: a last line without LF.
    package mutating func last() -> Line? {
        guard start < bytes.count || dropped != nil else { return nil }
        append(UnsafeRawBufferPointer(start: nil, count: 0))
        bytes.append(0x0A)
        scanned = start
        return next()
    }

    private mutating func firstLineFeed() -> Int? {
        guard scanned < bytes.count else { return nil }
        if let found = bytes[scanned...].firstIndex(of: 0x0A) { return found }
        scanned = bytes.count
        return nil
    }

    /// Keeps the beginning of an over-long line, to be quoted, and lets the rest go.
    private mutating func dropExcess() {
        guard bytes.count - start > limit else { return }
        let keep = min(start + Self.quoted, bytes.count)
        dropped = (dropped ?? 0) + bytes.count - keep
        bytes.removeSubrange(keep...)
        scanned = bytes.count
    }
}
