/// The newest of each state, in the order in which they came, within a number of bytes: scenes come and go and nobody says
/// which are gone, so the oldest states are let go of.
struct KeptStates {
    private struct Entry {
        let number: Int
        let line: [UInt8]
    }

    private let limit: Int
    private var newest: [Outbox.StateKey: Entry] = [:]
    /// Every state that came, also those that have been replaced since; these are passed over.
    private var order: [(number: Int, key: Outbox.StateKey)] = []
    private var front = 0
    private var bytes = 0
    private var count = 0

    init(limit: Int) {
        self.limit = limit
    }

    /// In their order.
    var lines: [[UInt8]] {
        order[front...].compactMap { entry in newest[entry.key].flatMap { $0.number == entry.number ? $0.line : nil } }
    }

    func holds(_ key: Outbox.StateKey) -> Bool { newest[key] != nil }

    /// - Returns: whether another one had to go.
    mutating func take(_ line: [UInt8], as key: Outbox.StateKey) -> Bool {
        count += 1
        bytes += line.count - (newest[key]?.line.count ?? 0)
        newest[key] = Entry(number: count, line: line)
        order.append((count, key))
        var hasForgotten = false
        while bytes > limit, newest.count > 1 { hasForgotten = forgetOldest() || hasForgotten }
        closeUp()
        return hasForgotten
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
