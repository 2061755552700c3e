import Platform

/// A client's connection: requests one after the other, answers in the same order. Reads and writes block.
struct Connection {
    /// Bytes of a request's head at most.
    private static let longestHead = 64 << 10
    /// Bytes of a request's body that are read and dropped; a longer body ends the connection.
    private static let longestBody = 1 << 20

    private let descriptor: Int32
    private var unread: [UInt8] = []

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Returns when the client leaves, or an answer ends the connection.
    consuming func serve(_ respond: (IncomingRequest) -> OutgoingResponse) {
        while let head = nextHead() {
            let isTooLong = head.count > Self.longestHead
            guard !isTooLong, let request = IncomingRequest(head) else {
                let answer = isTooLong ? Answer.headTooLarge : .badRequest
                _ = write(OutgoingResponse(answer).bytes(hasBody: true, closes: true))
                return
            }
            let isBodySkipped = request.bodyLength.map { skip($0) } ?? false
            let response = respond(request)
            let closes = !request.keepsConnection || !isBodySkipped
            let isWritten = write(response.bytes(hasBody: request.method != "HEAD", closes: closes))
            guard isWritten, !closes, !response.isTruncated else { return }
        }
    }

    /// The bytes before the next empty line; everything so far if that is too long; nil at the end.
    private mutating func nextHead() -> [UInt8]? {
        var searched = 0
        while true {
            if let end = unread[searched...].firstRange(of: Self.emptyLine) {
                defer { unread.removeFirst(end.upperBound) }
                return Array(unread[..<end.lowerBound])
            }
            guard unread.count <= Self.longestHead else { return unread }
            searched = max(0, unread.count - Self.emptyLine.count + 1)
            guard readSome() else { return nil }
        }
    }

    private static let emptyLine = Array("\r\n\r\n".utf8)

    /// - Returns: whether the whole body was skipped.
    private mutating func skip(_ length: Int) -> Bool {
        guard length <= Self.longestBody else { return false }
        while unread.count < length {
            guard readSome() else { return false }
        }
        unread.removeFirst(length)
        return true
    }

    /// - Returns: false at the end.
    private mutating func readSome() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = read(descriptor, &bytes, bytes.count)
            if count < 0, errno == EINTR { continue }
            unread += bytes.prefix(max(0, count))
            return count > 0
        }
    }

    private func write(_ bytes: [UInt8]) -> Bool {
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }
}
