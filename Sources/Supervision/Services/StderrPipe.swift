import Platform
import Processes
import Wire

/// What a service writes on stderr, as lines.
final class StderrPipe {
    /// A longer line is cut.
    private static let longestLine = 1 << 16
    private static let chunk = 1 << 14

    private var end: Descriptor?
    private var buffer = LineBuffer(limit: longestLine)
    /// How much is still the service's own: without end while its process lives, then what it left in the pipe. A
    /// grandchild that holds the pipe open may write for ever.
    private var left = Int.max
    private var isProcessAlive = true

    /// Nil at the end.
    var descriptor: Int32? { end?.number }

    /// A new process writes into this pipe.
    func open(_ end: consuming Descriptor) {
        self.end = consume end
        buffer = LineBuffer(limit: Self.longestLine)
        left = .max
        isProcessAlive = true
    }

    func processEnded() {
        left = end?.unread ?? 0
        isProcessAlive = false
    }

    /// Reads what is there.
    func read() -> [String] {
        guard let number = descriptor else { return [] }
        let room = min(Self.chunk, left)
        let count = room > 0 ? buffer.fill(room: room) { Platform.read(number, $0.baseAddress, $0.count) } : 0
        let isAtEnd = count == 0 || (count < 0 && errno != EINTR && (errno != EAGAIN || !isProcessAlive))
        if !isProcessAlive { left -= max(0, count) }
        var lines: [String] = []
        while let line = buffer.next() { lines.append(text(of: line)) }
        if isAtEnd {
            if let line = buffer.last() { lines.append(text(of: line)) }
            end = nil
        }
        return lines
    }

    private func text(of line: LineBuffer.Line) -> String {
        switch line {
        case .whole(let range): String(decoding: buffer.bytes[range], as: UTF8.self)
        case .tooLong(let bytes, let beginning):
            String(decoding: buffer.bytes[beginning.prefix(200)], as: UTF8.self) + "… (\(bytes) bytes)"
        }
    }
}
