import Platform
import Processes
import SupervisorMessages
import Wire

/// Puts the lines of a descriptor on the bus of a session. It reads what is answered while it sends: a session takes nothing
/// more from one that does not.
package struct EventUpload: ~Copyable {
    private var link: SessionLink
    private let input: Int32
    private let refused: (String) -> Void
    private var isInputOver = false
    private var isLineWhole = true
    private var isOver = false
    private var pending: [UInt8] = []
    private var done = 0

    /// - Parameter refused: called with the session's words about each line that it did not take.
    package init(over link: consuming SessionLink, from input: Int32, refused: @escaping (String) -> Void) {
        self.link = link
        self.input = input
        self.refused = refused
        var request = Event(SupervisorInput.Send.type, SupervisorInput.Send())
        request.source = "operator"
        request.id = "request"
        pending = request.line
    }

    /// Until the input ends and the session has said what became of the lines.
    package mutating func run() throws(SessionLink.Failure) {
        while !isOver {
            var entries = [pollfd(fd: link.socket.number, events: Int16(POLLIN), revents: 0)]
            if hasPending { entries[0].events |= Int16(POLLOUT) }
            if !hasPending, !isInputOver { entries.append(pollfd(fd: input, events: Int16(POLLIN), revents: 0)) }
            guard poll(&entries, nfds_t(entries.count), -1) > 0 else { continue }
            if entries.count > 1, entries[1].revents != 0 { takeInput() }
            if entries[0].revents & Int16(POLLOUT) != 0 { write() }
            if entries[0].revents & ~Int16(POLLOUT) != 0 { try listen() }
        }
    }

    private var hasPending: Bool { done < pending.count }

    private mutating func takeInput() {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        let count = chunk.withUnsafeMutableBytes { space in
            (try? StandardStream.read(input, into: space)) ?? 0
        }
        if count > 0 {
            isLineWhole = chunk[count - 1] == 0x0A
            pending = Array(chunk[..<count])
        } else {
            isInputOver = true
            pending = isLineWhole ? [] : [0x0A]
        }
        done = 0
        if isInputOver, pending.isEmpty { link.endRequests() }
    }

    private mutating func write() {
        let descriptor = link.socket.number
        let count = pending[done...].withUnsafeBytes { rest in
            Platform.write(descriptor, rest.baseAddress, rest.count)
        }
        if count > 0 {
            done += count
        } else if errno != EAGAIN, errno != EINTR {
            // It has let go of us; what it has said about that is still to be read.
            isInputOver = true
            done = pending.count
        }
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
