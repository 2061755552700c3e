import Platform

/// Actions on the session's own input: a form a line, as a page posts it. A script can use the view like that, and a recorded
/// session is verified so.
struct ActionInput {
    private let descriptor: Int32
    private var bytes: [UInt8] = []
    /// The line that is under way is too long: what is still to come of it is no action.
    private var isSkipping = false
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
        return split(chunk[..<count])
    }

    /// - Returns: the lines that are whole now.
    mutating func split(_ more: some Sequence<UInt8>) -> [[UInt8]] {
        bytes += more
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
        bytes = lines.popLast() ?? []
        if isSkipping, !lines.isEmpty {
            lines.removeFirst()
            isSkipping = false
        }
        if isSkipping || bytes.count > Admission.longestBody { (bytes, isSkipping) = ([], true) }
        return lines
    }
}
