import Platform

/// Actions on the session's own input: a form a line, as a page posts it. A script can use the view like that, and a recorded
/// session is verified so.
struct ActionInput {
    private let descriptor: Int32
    private var bytes: [UInt8] = []
    private(set) var hasEnded = false

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// A terminal belongs to whatever is in its foreground.
    var canRead: Bool {
        guard !hasEnded else { return false }
        let foreground = tcgetpgrp(descriptor)
        return foreground < 0 || foreground == getpgrp()
    }

    /// Reads what is there.
    /// - Returns: whole lines.
    mutating func read() -> [[UInt8]] {
        var chunk = [UInt8](repeating: 0, count: 1 << 14)
        let count = Platform.read(descriptor, &chunk, chunk.count)
        guard count > 0 else {
            hasEnded = count == 0 || ![EINTR, EAGAIN].contains(errno)
            return []
        }
        bytes += chunk[..<count]
        var lines: [[UInt8]] = []
        while let end = bytes.firstIndex(of: 0x0A) {
            lines.append(Array(bytes[..<end]))
            bytes.removeSubrange(...end)
        }
        if bytes.count > Admission.longestBody { bytes = [] }
        return lines
    }
}
