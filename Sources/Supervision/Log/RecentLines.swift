/// The last lines of a log, within a limit of bytes.
struct RecentLines {
    struct Line: Equatable {
        let time: String
        let service: String
        let text: String

        /// Bytes of memory, roughly; an empty line takes some too.
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
