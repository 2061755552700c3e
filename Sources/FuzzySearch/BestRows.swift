/// The rows that match best. Of equal ones the shorter goes first, then the one that stands first.
package struct BestRows: Sendable {
    /// Score, length and row in one number; the least is the best.
    private var keys: [UInt64] = []
    /// Nothing above it is among the best.
    private var limit = UInt64.max

    /// Rows. Nobody looks through more; typing on is easier.
    package static let most = 1000

    package init() {}

    package mutating func add(_ row: Int, score: Int, length: Int) {
        let rank = UInt64(UInt16.max) - UInt64(max(0, min(score, Int(UInt16.max))))
        let key = rank << 48 | UInt64(min(length, Int(UInt16.max))) << 32 | UInt64(UInt32(truncatingIfNeeded: row))
        guard key < limit else { return }
        keys.append(key)
        guard keys.count == 4 * Self.most else { return }
        keys.sort()
        keys.removeLast(keys.count - Self.most)
        limit = keys[Self.most - 1]
    }

    package var rows: [Int] { keys.sorted().prefix(Self.most).map { Int(UInt32(truncatingIfNeeded: $0)) } }
}
