/// The last lines of a log, bounded in bytes.
struct RecentLines {
    struct Line: Equatable {
        let service: String
        let text: String
    }

    static let bytesKept = 1 << 18

    private(set) var lines: ArraySlice<Line> = []
    private var bytes = 0

    mutating func append(_ line: Line) {
        lines.append(line)
        bytes += line.text.utf8.count
        while bytes > Self.bytesKept, lines.count > 1, let oldest = lines.popFirst() { bytes -= oldest.text.utf8.count }
    }
}
