import Platform
import Processes

/// Whole lines that wait for one receiver, in order. The code that appends bounds ``count``.
///
/// A state that is superseded while it waits is dropped, and its successor goes to the end, so that a receiver never
/// sees an effect before its cause. Lines to a pipe are kept until its reader has read them, because a process that ends
/// leaves the rest to its successor (``takeBack(unread:)``).
struct Outbox {
    enum Writing: Equatable {
        case drained
        /// The receiver is behind; the rest waits.
        case blocked
        /// The reader has closed the other end.
        case gone
    }

    private var bytes: [UInt8] = []
    /// Offsets count from the first byte ever queued, so that they stay valid when the storage moves: this is
    /// `bytes[0]`'s.
    private var origin = 0
    /// The next byte to write.
    private var head = 0
    /// The place of each state. Places before `head` were written already.
    private var states: [StateKey: Range<Int>] = [:]
    /// Superseded lines.
    private var holes = Holes()
    /// Most superseded bytes that may stay; a receiver that never reads must not make them pile up.
    private let wasteLimit: Int
    /// The receiver reads a pipe, and what it has not read is kept.
    private let keepsUnread: Bool
    /// ``head`` when what was read was last looked for.
    private var lastLook = 0
    /// The number of bytes that are still to be written.
    private(set) var count = 0
    /// How many bytes were ever written.
    private(set) var written = 0
    /// Pieces that one system call writes.
    private static let gathered = 64

    init(wasteLimit: Int = 1 << 16, keepsUnread: Bool = false) {
        self.wasteLimit = wasteLimit
        self.keepsUnread = keepsUnread
    }

    /// Bytes in memory, with those that were written or superseded.
    var held: Int { bytes.count }

    /// Changes whenever the receiver reads.
    var position: Int { head }

    /// - Parameter lines: one line or several, each with its LF.
    mutating func append(_ lines: UnsafeRawBufferPointer) {
        bytes.append(contentsOf: lines)
        count += lines.count
    }

    mutating func append(_ line: UnsafeRawBufferPointer, as key: StateKey) {
        let start = end
        append(line)
        guard let old = states.updateValue(start..<end, forKey: key), old.lowerBound >= head else { return }
        holes.insert(old)
        count -= old.count
        if holes.bytes > max(wasteLimit, bytes.count - holes.bytes) { closeUp() }
    }

    /// Writes as much as the descriptor takes without waiting.
    mutating func write(to descriptor: Int32) -> Writing {
        let writing = write(to: descriptor, upTo: end)
        removeRead(from: descriptor)
        return writing
    }

    /// Writes the rest of the line that the receiver has a part of; what follows it stays.
    mutating func finishLine(to descriptor: Int32) -> Writing { write(to: descriptor, upTo: lineEnd) }

    /// The lines that the receiver has not read completely.
    func unread() -> [[UInt8]] {
        var at = lineStart(at: head)
        var text: [UInt8] = []
        for hole in holes.all where hole.lowerBound >= at {
            text += bytes[at - origin..<hole.lowerBound - origin]
            at = hole.upperBound
        }
        text += bytes[at - origin..<bytes.count]
        return text.split(separator: 0x0A).map { Array($0) + [0x0A] }
    }

    /// The receiver has ended. The lines that it has not read completely are to be written again, the first one from its
    /// beginning.
    /// - Parameter unread: how many written bytes it has left in its pipe.
    mutating func takeBack(unread: Int) {
        let start = lineStart(at: place(before: unread))
        count += head - start - holes.rewind(to: start)
        head = start
        lastLook = min(lastLook, head)
    }

    mutating func replace(with lines: [[UInt8]]) {
        clear()
        for line in lines { line.withUnsafeBytes { append($0) } }
    }

    /// Drops everything: the receiver will not read it.
    mutating func clear() {
        origin += bytes.count
        head = origin
        count = 0
        bytes.removeAll(keepingCapacity: bytes.count <= 1 << 20)
        states.removeAll(keepingCapacity: true)
        holes.removeAll()
    }

    // MARK: - Writing

    private var end: Int { origin + bytes.count }

    private mutating func write(to descriptor: Int32, upTo end: Int) -> Writing {
        while true {
            advance(by: 0)
            guard head < end else { return .drained }
            let written = gather(upTo: end) { writev(descriptor, $0.baseAddress, Int32($0.count)) }
            if written < 0 {
                if errno == EINTR { continue }
                return errno == EAGAIN ? .blocked : .gone
            }
            advance(by: written)
        }
    }

    /// Hands `body` the next pieces between the holes.
    private func gather(upTo end: Int, _ body: (UnsafeBufferPointer<iovec>) -> Int) -> Int {
        bytes.withUnsafeBytes { storage in
            withUnsafeTemporaryAllocation(of: iovec.self, capacity: Self.gathered) { pieces in
                var (used, at) = (0, head)
                func add(upTo limit: Int) {
                    guard limit > at, let base = storage.baseAddress else { return }
                    pieces[used] = iovec(
                        iov_base: UnsafeMutableRawPointer(mutating: base + (at - origin)), iov_len: limit - at)
                    used += 1
                }
                for hole in holes.all where used < Self.gathered - 1 && hole.lowerBound < end {
                    add(upTo: hole.lowerBound)
                    at = hole.upperBound
                }
                if used < Self.gathered - 1 { add(upTo: end) }
                return body(UnsafeBufferPointer(rebasing: pieces[..<used]))
            }
        }
    }

    private mutating func advance(by written: Int) {
        self.written += written
        count -= written
        var left = written
        while let hole = holes.first, head + left >= hole.lowerBound {
            left -= hole.lowerBound - head
            head = hole.upperBound
            holes.passFirst()
        }
        head += left
    }

    /// Removes what the receiver has read, or what was superseded before. It is looked for once as much as half of the memory was
    /// passed, and removed once it is half of it, so that looking and copying stay cheap per byte.
    private mutating func removeRead(from descriptor: Int32) {
        if count == 0, !keepsUnread { return clear() }
        guard head - lastLook > max(1 << 16, bytes.count / 2) else { return }
        lastLook = head
        let unread = keepsUnread ? Descriptor.unread(in: descriptor) ?? 0 : 0
        if count == 0, unread == 0 { return clear() }
        let start = lineStart(at: place(before: unread))
        guard start - origin >= bytes.count / 2 else { return }
        bytes.removeFirst(start - origin)
        origin = start
        holes.forget(before: start)
    }

    // MARK: - Lines

    /// The offset at which the last written bytes begin.
    /// - Parameter count: how many, without the superseded bytes between them.
    private func place(before count: Int) -> Int {
        var (at, left) = (head, count)
        for hole in holes.passed.reversed() {
            guard left > at - hole.upperBound else { break }
            left -= at - hole.upperBound
            at = hole.lowerBound
        }
        return max(origin, at - left)
    }

    /// The beginning of the line of which a receiver that has read as far as `place` may have a part.
    private func lineStart(at place: Int) -> Int {
        origin + (bytes[..<(place - origin)].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0)
    }

    /// The end of the line that the receiver has in part; `head` if there is no such line.
    private var lineEnd: Int {
        guard lineStart(at: head) < head else { return head }
        let lineFeed = bytes[(head - origin)...].firstIndex(of: 0x0A)
        return lineFeed.map { origin + $0 + 1 } ?? head
    }

    /// Takes the superseded lines out of the memory; all of them are still before the receiver.
    private mutating func closeUp() {
        var (remaining, removed) = (holes.all, 0)
        for (key, range) in states.sorted(by: { $0.value.lowerBound < $1.value.lowerBound }) {
            while let hole = remaining.first, hole.lowerBound < range.lowerBound {
                removed += hole.count
                remaining = remaining.dropFirst()
            }
            states[key] = range.lowerBound - removed..<range.upperBound - removed
        }
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count)
        var from = origin
        for hole in holes.all {
            kept += bytes[from - origin..<hole.lowerBound - origin]
            from = hole.upperBound
        }
        kept += bytes[(from - origin)...]
        bytes = kept
        holes.removeRest()
    }
}

/// Ranges of a queue that are not to be written, in order. Ranges that touch are one.
struct Holes {
    private var ranges: [Range<Int>] = []
    private var front = 0
    /// Bytes in all holes, without those that were passed.
    private(set) var bytes = 0

    /// Ranges that the writer has not passed.
    var all: ArraySlice<Range<Int>> { ranges[front...] }
    var first: Range<Int>? { front < ranges.count ? ranges[front] : nil }
    /// Ranges that the writer has passed, and that may be before it again.
    var passed: ArraySlice<Range<Int>> { ranges[..<front] }

    mutating func insert(_ range: Range<Int>) {
        bytes += range.count
        let place = place(of: range.lowerBound)
        let touchesNext = place < ranges.count && ranges[place].lowerBound == range.upperBound
        if place > front, ranges[place - 1].upperBound == range.lowerBound {
            let end = touchesNext ? ranges.remove(at: place).upperBound : range.upperBound
            ranges[place - 1] = ranges[place - 1].lowerBound..<end
        } else if touchesNext {
            ranges[place] = range.lowerBound..<ranges[place].upperBound
        } else {
            ranges.insert(range, at: place)
        }
    }

    mutating func passFirst() {
        bytes -= ranges[front].count
        front += 1
    }

    /// The writer goes back.
    /// - Returns: how many bytes of the holes are before it again.
    mutating func rewind(to offset: Int) -> Int {
        let before = bytes
        while front > 0, ranges[front - 1].lowerBound >= offset {
            front -= 1
            bytes += ranges[front].count
        }
        return bytes - before
    }

    /// The writer will not go back behind this offset.
    mutating func forget(before offset: Int) {
        let gone = passed.prefix { $0.upperBound <= offset }.count
        ranges.removeFirst(gone)
        front -= gone
    }

    /// Removes the holes that the writer has not passed.
    mutating func removeRest() {
        ranges.removeSubrange(front...)
        bytes = 0
    }

    mutating func removeAll() {
        ranges.removeAll(keepingCapacity: true)
        (front, bytes) = (0, 0)
    }

    /// The index of the first range after an offset.
    private func place(of offset: Int) -> Int {
        var (low, high) = (front, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].lowerBound < offset { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// The key of a state. A state supersedes another of the same type and the same subject, byte for byte. (As strings, é and e with
/// an accent would be equal.)
struct StateKey: Hashable {
    private let text: [UInt8]

    init(type: String, subject: String) {
        text = Self.head(of: type) + subject.utf8
    }

    /// - Parameters:
    ///   - head: of the type.
    ///   - subject: where it is in the line.
    init(_ head: [UInt8], subject: AttributeText?) {
        var text: [UInt8] = []
        text.reserveCapacity(head.count + (subject?.spelling.count ?? 0))
        text += head
        subject?.append(to: &text)
        self.text = text
    }

    /// The part of all keys of one type. No text in JSON has the byte 0xFF.
    static func head(of type: String) -> [UInt8] { type.utf8 + [0xFF] }

    func hash(into hasher: inout Hasher) {
        text.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
}
