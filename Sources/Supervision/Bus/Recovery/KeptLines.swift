/// The last lines that came, within a number of bytes; older ones are dropped.
struct KeptLines {
    private struct Entry {
        let line: [UInt8]
        let mark: Int
    }

    private let limit: Int
    private var kept: [Entry] = []
    private var front = 0
    private var bytes = 0

    init(limit: Int) {
        self.limit = limit
    }

    var isEmpty: Bool { front == kept.count }
    var lines: [[UInt8]] { kept[front...].map(\.line) }

    /// - Parameter mark: a number that never falls, for ``removeAll(before:)``.
    /// - Returns: whether older lines were dropped.
    mutating func take(_ line: [UInt8], mark: Int = 0) -> Bool {
        kept.append(Entry(line: line, mark: mark))
        bytes += line.count
        let before = front
        while bytes > limit, front < kept.count - 1 { removeFirst() }
        let hasForgotten = front > before
        if front > 64, front > kept.count / 2 {
            kept.removeFirst(front)
            front = 0
        }
        return hasForgotten
    }

    /// Removes the last line that `isLast` holds for, and all before it.
    /// - Returns: whether there was one.
    mutating func removeAll(through isLast: ([UInt8]) -> Bool) -> Bool {
        guard let place = kept[front...].lastIndex(where: { isLast($0.line) }) else { return false }
        while front <= place { removeFirst() }
        return true
    }

    /// Removes the lines with a lower mark.
    mutating func removeAll(before mark: Int) {
        while front < kept.count, kept[front].mark < mark { removeFirst() }
    }

    mutating func removeAll() { self = KeptLines(limit: limit) }

    private mutating func removeFirst() {
        bytes -= kept[front].line.count
        kept[front] = Entry(line: [], mark: kept[front].mark)
        front += 1
    }
}
