import CMicroHTTPD

/// One browser that watches: the newest screen, as soon as it can take it. A slow one skips those between.
final class EventStream {
    enum Next {
        case bytes([UInt8])
        /// Nothing yet.
        case wait
        /// Nothing any more.
        case end
    }

    /// Makes what is to be sent next.
    private let next: (EventStream) -> Next
    private let connection: OpaquePointer
    private var frame = EventFrame.beginning
    private var sent = 0
    private var isWaiting = false
    /// The version of the screen that was sent last.
    var version = 0
    var needsHeartbeat = false

    init(_ connection: OpaquePointer, next: @escaping (EventStream) -> Next) {
        self.connection = connection
        self.next = next
    }

    /// - Returns: how many bytes there are; 0 for none yet: the connection then waits for ``wake()``; -1 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        if sent == frame.count {
            switch next(self) {
            case .bytes(let more): (frame, sent) = (more, 0)
            case .end: return -1
            case .wait:
                isWaiting = true
                MHD_suspend_connection(connection)
                return 0
            }
        }
        let count = min(buffer.count, frame.count - sent)
        frame.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[sent..<sent + count])) }
        sent += count
        return count
    }

    /// There may be something to send.
    func wake() {
        guard isWaiting else { return }
        isWaiting = false
        MHD_resume_connection(connection)
    }
}
