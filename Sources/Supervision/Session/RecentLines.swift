/// The last lines of a log, bounded in bytes.
struct RecentLines {
    struct Line: Equatable {
        let time: String
        let service: String
        let text: String

        /// What it takes in memory, at least: also an empty line takes something.
        var cost: Int { 64 + service.utf8.count + text.utf8.count }
    }

    static let bytesKept = 1 << 18

    private(set) var lines: ArraySlice<Line> = []
    private var bytes = 0

    mutating func append(_ line: Line) {
        lines.append(line)
        bytes += line.cost
        while bytes > Self.bytesKept, lines.count > 1, let oldest = lines.popFirst() { bytes -= oldest.cost }
    }
}
