import Composition

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Requests that have not been answered, in order.
///
/// Most are answered in the order in which they came, so what came is only copied, and an answer is held against the
/// first that is open. Answers to later ones are noted, and looked at when those become the first.
struct OpenRequests {
    /// Answers that came before those to earlier requests.
    private struct Early {
        var count: Int
        /// They are to requests that came before this place: ids are unique for their sender only.
        var upTo: Int
    }

    /// Types of what is about requests before it; when those are answered, nobody needs it.
    private let notices: [MessagePattern]
    /// Whole lines; those before `front` are answered.
    private var log: [UInt8] = []
    /// Places count from the first byte ever; this is that of the first in `log`.
    private var origin = 0
    private var front = 0
    /// The id of the request at the front; nil before that has been looked for.
    private var frontID: Range<Int>?
    private var early: [ArraySlice<UInt8>: Early] = [:]
    private var heads = LineHeads()
    private static let fewestSwept = 1024

    init(notices: [MessagePattern]) {
        self.notices = notices
    }

    var isEmpty: Bool { front == log.count }

    /// - Parameter lines: whole lines, with their LF.
    mutating func append(_ lines: UnsafeRawBufferPointer) { log.append(contentsOf: lines) }

    /// - Parameter id: as it stands in the answer.
    mutating func answered(_ id: UnsafeRawBufferPointer) {
        if frontID == nil { advance() }
        guard let frontID else { return }
        if log.withUnsafeBytes({ Self.isEqual(UnsafeRawBufferPointer(rebasing: $0[frontID]), id) }) {
            front = lineEnd(from: frontID.upperBound)
            self.frontID = nil
            if isEmpty { letGo() } else if !early.isEmpty { advance() }
        } else {
            early[ArraySlice(id), default: Early(count: 0, upTo: 0)].count += 1
            early[ArraySlice(id)]?.upTo = origin + log.count
            if early.count > Self.fewestSwept, early.count * 256 > log.count - front { sweep() }
        }
    }

    /// The open ones, and the notices behind the first of them.
    mutating func lines() -> [[UInt8]] {
        sweep()
        return log[front...].split(separator: 0x0A).map { Array($0) + [0x0A] }
    }

    /// Goes on to the first that is open.
    private mutating func advance() {
        frontID = nil
        while !isEmpty {
            let end = lineEnd(from: front)
            if let id = requestID(front..<end), !takeEarly(id) {
                frontID = id
                break
            }
            front = end
        }
        if isEmpty { return letGo() }
        // The front is given back once it is the larger part, so that the copying stays cheap.
        guard front > 1 << 16, front > log.count / 2 else { return }
        log.removeFirst(front)
        origin += front
        frontID = frontID.map { $0.lowerBound - front..<$0.upperBound - front }
        front = 0
    }

    /// Nil for a notice.
    private mutating func requestID(_ line: Range<Int>) -> Range<Int>? {
        let found = log[line].withUnsafeBytes { heads.id(of: $0) }
        guard let found else { return line.lowerBound..<line.lowerBound }
        guard notices.isEmpty || !notices.contains(where: { $0.matches(heads.type) }) else { return nil }
        return found.lowerBound + line.lowerBound..<found.upperBound + line.lowerBound
    }

    /// Whether that request has been answered already.
    private mutating func takeEarly(_ id: Range<Int>) -> Bool {
        guard !early.isEmpty, let index = early.index(forKey: log[id]),
            early.values[index].upTo > origin + id.lowerBound
        else { return false }
        early.values[index].count -= 1
        if early.values[index].count == 0 { early.remove(at: index) }
        return true
    }

    /// Takes out what has been answered out of order.
    private mutating func sweep() {
        advance()
        var kept: [UInt8] = []
        var at = front
        while at < log.count {
            let end = lineEnd(from: at)
            if requestID(at..<end).map({ !takeEarly($0) }) ?? true { kept += log[at..<end] }
            at = end
        }
        // Places of what is kept move towards the end, where no earlier answer reaches.
        origin += log.count - kept.count
        (log, front, frontID, early) = (kept, 0, nil, [:])
    }

    private mutating func letGo() {
        origin += log.count
        log.removeAll(keepingCapacity: log.count <= 1 << 20)
        (front, frontID, early) = (0, nil, [:])
    }

    private static func isEqual(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Bool {
        guard one.count == other.count, let first = one.baseAddress, let second = other.baseAddress else {
            return false
        }
        return memcmp(first, second, one.count) == 0
    }

    private func lineEnd(from start: Int) -> Int {
        log.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress, let found = memchr(base + start, 0x0A, bytes.count - start) else {
                return bytes.count
            }
            return UnsafeRawPointer(found) - base + 1
        }
    }
}
