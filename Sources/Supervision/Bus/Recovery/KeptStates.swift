import Wire

/// The newest line of each state, in the order in which they came, within a number of bytes. No sender says when a scene is
/// gone for good, so the oldest states are dropped at the limit.
struct KeptStates {
    private struct Entry {
        var number: Int
        var line: [UInt8]
    }

    private let limit: Int
    private var newest: [StateKey: Entry] = [:]
    /// Every state that came. Entries whose number is no longer the newest of their key are passed over.
    private var order: [(number: Int, key: StateKey)] = []
    private var front = 0
    private var bytes = 0
    /// States that came so far.
    private(set) var count = 0

    init(limit: Int) {
        self.limit = limit
    }

    var lines: [[UInt8]] {
        order[front...].compactMap { entry in newest[entry.key].flatMap { $0.number == entry.number ? $0.line : nil } }
    }

    /// - Returns: whether another state was dropped.
    mutating func take(_ line: [UInt8], as key: StateKey) -> Bool {
        count += 1
        bytes += line.count
        if let old = newest.updateValue(Entry(number: count, line: line), forKey: key) { bytes -= old.line.count }
        order.append((count, key))
        var hasForgotten = false
        while bytes > limit, newest.count > 1 { hasForgotten = forgetOldest() || hasForgotten }
        closeUp()
        return hasForgotten
    }

    /// Which state it was, counted from 1, whose line `isWanted`.
    func number(where isWanted: ([UInt8]) -> Bool) -> Int? { newest.values.first { isWanted($0.line) }?.number }

    /// Whether the line is one of these states, or an older one of the same type and subject.
    func holdsState(of line: [UInt8]) -> Bool {
        guard !newest.isEmpty, let layout = try? EnvelopeScanner.scan(line.span),
            let type = try? layout.text(.type, in: line.span)
        else { return false }
        let subject = (try? layout.text(.subject, in: line.span)) ?? ""
        return newest[StateKey(type: type, subject: subject)] != nil
    }

    /// Leaves out states that are older than those kept: a process that died at once leaves what it was sent first.
    /// - Parameter lines: as they were queued, or marked as replayed.
    func withoutSuperseded(_ lines: [[UInt8]]) -> [[UInt8]] {
        let current = Set(self.lines)
        guard !current.isEmpty else { return lines }
        return lines.filter { current.contains(ReplayMark.unmarked($0)) || !holdsState(of: $0) }
    }

    private mutating func forgetOldest() -> Bool {
        let oldest = order[front]
        front += 1
        guard let entry = newest[oldest.key], entry.number == oldest.number else { return false }
        newest[oldest.key] = nil
        bytes -= entry.line.count
        return true
    }

    /// Keeps the order about as long as the states are many.
    private mutating func closeUp() {
        guard order.count > 2 * newest.count + 64 else { return }
        order = order[front...].filter { newest[$0.key]?.number == $0.number }
        front = 0
    }
}
