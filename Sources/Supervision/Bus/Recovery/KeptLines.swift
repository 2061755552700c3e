/// The last lines that came, within a number of bytes; older ones are dropped.
struct KeptLines {
    private let limit: Int
    private var kept: [[UInt8]] = []
    private var front = 0
    private var bytes = 0

    init(limit: Int) {
        self.limit = limit
    }

    var lines: ArraySlice<[UInt8]> { kept[front...] }

    /// - Returns: whether older ones were dropped.
    mutating func take(_ line: [UInt8]) -> Bool {
        kept.append(line)
        bytes += line.count
        let before = front
        while bytes > limit, front < kept.count - 1 {
            bytes -= kept[front].count
            kept[front] = []
            front += 1
        }
        let hasForgotten = front > before
        if front > 64, front > kept.count / 2 {
            kept.removeFirst(front)
            front = 0
        }
        return hasForgotten
    }

    mutating func removeAll() { self = KeptLines(limit: limit) }
}
