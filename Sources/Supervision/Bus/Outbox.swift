import Platform

/// What waits for one receiver: whole lines in order, bounded by who looks at ``count``.
///
/// A state that is superseded while it still waits whole is dropped; its successor goes to the end, so that a receiver
/// never sees an effect before its cause.
struct Outbox {
    /// What makes one state replace another: the type and the subject, byte for byte.
    struct StateKey: Hashable {
        private let text: [UInt8]

        init(type: String, subject: String) {
            // No text of JSON has this byte.
            text = type.utf8 + [0xFF] + subject.utf8
        }
    }

    enum Writing: Equatable {
        case drained
        /// The receiver is behind; the rest waits.
        case blocked
        /// Nobody reads any more.
        case gone
    }

    private var bytes: [UInt8] = []
    /// Offsets below count from the first byte ever queued, so that they stay good when the storage moves.
    private var origin = 0
    private var head = 0
    private var waitingStates: [StateKey: Range<Int>] = [:]
    /// Superseded lines, in order.
    private var superseded: [Range<Int>] = []
    /// How many bytes they have.
    private var waste = 0
    /// So much of them may stay: a receiver that does not read would else be kept everything that it will never be sent.
    private let wasteLimit: Int
    /// How many bytes are still to be written.
    private(set) var count = 0

    init(wasteLimit: Int = 1 << 16) {
        self.wasteLimit = wasteLimit
    }

    /// How many bytes are held, with what was written or superseded.
    var held: Int { bytes.count }

    /// Changes whenever the receiver reads.
    var position: Int { head }

    /// - Parameter line: one line or several, each with its LF.
    mutating func append(_ line: UnsafeRawBufferPointer) {
        bytes.append(contentsOf: line)
        count += line.count
    }

    mutating func append(_ line: UnsafeRawBufferPointer, as key: StateKey) {
        if let old = waitingStates[key], old.lowerBound >= head {
            // Most often it is the last.
            let place = superseded.lastIndex { $0.lowerBound < old.lowerBound }.map { $0 + 1 } ?? 0
            superseded.insert(old, at: place)
            count -= old.count
            waste += old.count
            if waste > max(wasteLimit, count) { closeUp() }
        }
        let start = origin + bytes.count
        append(line)
        waitingStates[key] = start..<start + line.count
    }

    /// Writes as much as the descriptor takes without waiting.
    mutating func write(to descriptor: Int32) -> Writing {
        let writing = write(to: descriptor) { outbox in outbox.superseded.first?.lowerBound ?? outbox.end }
        if writing == .drained { clear() }
        return writing
    }

    /// Writes what is missing of the line that the receiver has a part of; what is behind it stays.
    mutating func finishLine(to descriptor: Int32) -> Writing {
        write(to: descriptor) { outbox in outbox.lineEnd }
    }

    private var end: Int { origin + bytes.count }

    /// - Parameter end: up to where, which is past `head` for as long as there is something to write.
    private mutating func write(to descriptor: Int32, upTo end: (inout Outbox) -> Int) -> Writing {
        while count > 0 {
            skipSuperseded()
            let end = end(&self)
            guard end > head else { break }
            let written = bytes[head - origin..<end - origin].withUnsafeBytes { run in
                Platform.write(descriptor, run.baseAddress, run.count)
            }
            if written < 0 {
                if errno == EINTR { continue }
                return errno == EAGAIN ? .blocked : .gone
            }
            head += written
            count -= written
        }
        return .drained
    }

    /// What the receiver has not read whole, a line each.
    func unread() -> [[UInt8]] {
        var at = lineStart
        var text: [UInt8] = []
        for hole in superseded where hole.lowerBound >= at {
            text += bytes[at - origin..<hole.lowerBound - origin]
            at = hole.upperBound
        }
        text += bytes[at - origin..<bytes.count]
        return text.split(separator: 0x0A).map { Array($0) + [0x0A] }
    }

    /// Puts these lines in the place of what waits.
    mutating func replace(with lines: [[UInt8]]) {
        clear()
        for line in lines { line.withUnsafeBytes { append($0) } }
    }

    /// Where the line begins of which the receiver may have read a part.
    private var lineStart: Int {
        let written = bytes[..<(head - origin)]
        return origin + (written.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0)
    }

    /// Where the line ends of which the receiver has a part; `head` when it has none.
    private var lineEnd: Int {
        guard lineStart < head else { return head }
        let lineFeed = bytes[(head - origin)...].firstIndex(of: 0x0A)
        return lineFeed.map { origin + $0 + 1 } ?? head
    }

    /// Lets everything go: the receiver will not read it.
    mutating func clear() {
        origin += bytes.count
        head = origin
        count = 0
        bytes.removeAll(keepingCapacity: bytes.count <= 1 << 20)
        waitingStates.removeAll(keepingCapacity: true)
        superseded.removeAll(keepingCapacity: true)
        waste = 0
    }

    /// Moves together what is left when the superseded lines are taken out; all of them are still to be written.
    private mutating func closeUp() {
        var holes = superseded[...]
        var removed = 0
        for (key, range) in waitingStates.sorted(by: { $0.value.lowerBound < $1.value.lowerBound }) {
            while let hole = holes.first, hole.lowerBound < range.lowerBound {
                removed += hole.count
                holes = holes.dropFirst()
            }
            waitingStates[key] = range.lowerBound - removed..<range.upperBound - removed
        }
        var kept: [UInt8] = []
        var from = origin
        for hole in superseded {
            kept += bytes[from - origin..<hole.lowerBound - origin]
            from = hole.upperBound
        }
        bytes = kept + bytes[(from - origin)...]
        superseded.removeAll(keepingCapacity: true)
        waste = 0
    }

    private mutating func skipSuperseded() {
        while let next = superseded.first, next.lowerBound == head {
            head = next.upperBound
            waste -= next.count
            superseded.removeFirst()
        }
        // The front is given back once it is the larger part, so that the copying stays cheap per byte.
        let consumed = head - origin
        if consumed > 1 << 16, consumed > bytes.count / 2 {
            let start = lineStart
            bytes.removeFirst(start - origin)
            origin = start
        }
    }
}
