import Platform
import Processes
import SupervisorMessages
import Wire

/// Sends the lines of a descriptor to the bus of a session. It reads the answers meanwhile, because a session reads nothing more
/// from a client that does not.
package struct EventUpload: ~Copyable {
    private var link: SessionLink
    private let input: Int32
    private let refused: (String) -> Void
    private var isInputOver = false
    private var isLineWhole = true
    private var isOver = false
    private var pending = PendingBytes()

    /// - Parameter refused: called with the session's reason for each line that it refused.
    package init(over link: consuming SessionLink, from input: Int32, refused: @escaping (String) -> Void) {
        self.link = link
        self.input = input
        self.refused = refused
        var request = Event(SupervisorInput.Send.type, SupervisorInput.Send())
        request.source = "operator"
        request.id = "request"
        pending.append(request.line)
    }

    /// Returns when the input has ended and the session has answered.
    package mutating func run() throws(SessionLink.Failure) {
        while !isOver {
            var pollSet = PollSet()
            let session = pollSet.add(link.socket.number, for: hasPending ? .readingAndWriting : .reading)
            let lines = hasPending || isInputOver ? nil : pollSet.add(input)
            pollSet.wait()
            if let lines, pollSet.isReady(lines) { takeInput() }
            if pollSet.canWrite(session) { write() }
            if pollSet.canRead(session) { try listen() }
        }
    }

    private var hasPending: Bool { pending.count > 0 }

    private mutating func takeInput() {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        let count = chunk.withUnsafeMutableBytes { space in
            (try? StandardStream.read(input, into: space)) ?? 0
        }
        if count > 0 {
            isLineWhole = chunk[count - 1] == 0x0A
            pending.append(chunk[..<count])
        } else {
            isInputOver = true
            if !isLineWhole { pending.append([0x0A]) }
        }
        if isInputOver, !hasPending { link.endRequests() }
    }

    private mutating func write() {
        // The session may have closed the connection; its reason is still to be read.
        if pending.write(to: link.socket.number) == .gone { isInputOver = true }
        if isInputOver, !hasPending { link.endRequests() }
    }

    private mutating func listen() throws(SessionLink.Failure) {
        let isThere = try link.fill()
        while let line = link.bufferedLine() {
            do throws(SessionLink.Failure) {
                isOver = try SessionLink.event(line).type == SupervisorOutput.Sent.type || isOver
            } catch .refused(let message) {
                refused(message)
            }
        }
        guard isThere || isOver else { throw .ended }
    }
}
