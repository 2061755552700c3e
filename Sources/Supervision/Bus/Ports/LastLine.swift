import Platform

/// The beginning of the last line that went one way. Every line of the bus passes here, so it is kept cheaply.
struct LastLine {
    private static let kept = 160
    private var bytes: [UInt8] = []

    init() {
        bytes.reserveCapacity(Self.kept)
    }

    /// - Parameter lines: one line or several, each with its LF.
    mutating func note(_ lines: UnsafeRawBufferPointer) {
        guard let base = lines.baseAddress, lines.count > 0 else { return }
        let start = memrchr(base, 0x0A, lines.count - 1).map { UnsafeRawPointer($0) - base + 1 } ?? 0
        bytes.removeAll(keepingCapacity: true)
        bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: lines[start..<min(start + Self.kept, lines.count)]))
    }

    /// Empty when there was none.
    var text: String {
        let text = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
        return bytes.last == 0x0A || bytes.isEmpty ? text : text + "…"
    }
}
