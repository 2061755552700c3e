/// The beginning of the last line that went one way, kept cheaply: every line of the bus comes by here.
struct LastLine {
    private static let kept = 160
    private var bytes: [UInt8] = []

    init() {
        bytes.reserveCapacity(Self.kept)
    }

    /// - Parameter lines: one line or several, each with its LF.
    mutating func note(_ lines: UnsafeRawBufferPointer) {
        var start = max(0, lines.count - 1)
        while start > 0, lines[start - 1] != 0x0A { start -= 1 }
        bytes.removeAll(keepingCapacity: true)
        bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: lines[start..<min(start + Self.kept, lines.count)]))
    }

    /// Empty when there was none.
    var text: String {
        let text = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
        return bytes.last == 0x0A || bytes.isEmpty ? text : text + "…"
    }
}
