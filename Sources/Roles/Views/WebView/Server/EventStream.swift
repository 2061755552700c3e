import CMicroHTTPD

/// A browser that watches: it gets the newest screen, as soon as it can take it. A slow one skips those between.
final class EventStream {
    enum Next {
        case bytes([UInt8])
        /// The wait for something to send.
        case wait
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
    /// The versions of the screens that the browser keeps, by number (``SentScreens``).
    var held: [Int: Int] = [:]
    var needsHeartbeat = false

    init(_ connection: OpaquePointer, next: @escaping (EventStream) -> Next) {
        self.connection = connection
        self.next = next
    }

    /// - Returns: the number of bytes; 0 for none yet: the connection then waits for ``wake()``; -1 at the end.
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

    /// Wakes the stream: there may be something to send.
    func wake() {
        guard isWaiting else { return }
        isWaiting = false
        MHD_resume_connection(connection)
    }
}

/// A server-sent event (HTML Standard, 9.2.5).
package enum EventFrame {
    /// Keeps the connection, and finds out whether the browser is still there. It shows the page that the stream comes through.
    /// - Parameter isSettled: whether nothing that the user has done waits for its answer.
    package static func heartbeat(isSettled: Bool) -> [UInt8] {
        Array("event: beat\ndata: \(isSettled ? "settled" : "waits")\n\n".utf8)
    }
    /// Milliseconds until a browser that has lost the connection tries again.
    package static let beginning = Array("retry: 300\n\n".utf8)
    package static let end = Array("event: end\ndata: The session has ended.\n\n".utf8)

    /// - Parameter data: UTF-8, of any number of lines.
    package static func screen(_ data: [UInt8]) -> [UInt8] {
        var frame = Array("event: screen\ndata: ".utf8)
        for byte in data {
            switch byte {
            case 0x0A: frame += "\ndata: ".utf8
            // Text has none, and one would end the line.
            case 0x0D: break
            default: frame.append(byte)
            }
        }
        frame += "\n\n".utf8
        return frame
    }
}
