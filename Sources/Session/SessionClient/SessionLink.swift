package import JSON
package import Platform
package import Processes
import SupervisorMessages
package import Wire

/// A connection to a running session: requests go out, answers and records come in, one per line.
package struct SessionLink: ~Copyable {
    package enum Failure: Error, Equatable, Sendable {
        /// No process listens at the socket.
        case unreachable(SystemError)
        /// A different user listens at the socket.
        case foreign(user: UInt32)
        /// No answer in time; the session may be suspended.
        case silent
        /// The session has ended, or closed the connection.
        case ended
        case refused(String)
        case notUnderstood(String)
    }

    /// Answers may be as long as events, and records longer.
    private static let lineLimit = 64 << 20

    package let socket: Descriptor
    /// The process that listens, according to the system.
    package let peer: Peer?
    /// How many lines were too long and are lost.
    package private(set) var overlong = 0
    private var buffer = LineBuffer(limit: lineLimit)

    /// - Parameter user: the user that must be listening.
    package init(to path: String, of user: UInt32 = geteuid()) throws(Failure) {
        socket = try Self.connect(to: path, of: user)
        peer = Peer.of(socket.number)
    }

    private static func connect(to path: String, of user: UInt32) throws(Failure) -> Descriptor {
        let socket: Descriptor
        do throws(SystemError) { socket = try UnixSocket.connect(to: path) } catch {
            // The listener's queue is full: it accepts no connection.
            throw error.code == EAGAIN ? .silent : .unreachable(error)
        }
        if let peer = Peer.of(socket.number), peer.user != user { throw .foreign(user: peer.user) }
        return socket
    }

    package func send(_ type: String, _ payload: some JSONWritable) throws(Failure) {
        var request = Event(type, payload)
        request.source = "operator"
        request.id = "request"
        try send(request.line)
    }

    /// - Parameter lines: whole ones, each with its LF.
    package func send(_ lines: [UInt8]) throws(Failure) {
        do throws(StandardStream.Failure) { try StandardStream.write(lines, to: socket.number) } catch {
            // The session may have sent the reason before it closed the connection.
            var rest = LineBuffer(limit: Self.lineLimit)
            let count = rest.fill(room: 1 << 16) { read(socket.number, $0.baseAddress, $0.count) }
            if count > 0, case .whole(let range)? = rest.next() { _ = try Self.event(Array(rest.bytes[range])) }
            throw .ended
        }
    }

    package func endRequests() { UnixSocket.endWriting(socket.number) }

    /// The next line, without its LF; nil at the end.
    /// - Parameter deadline: nil waits without end.
    package mutating func nextLine(before deadline: Instant? = nil) throws(Failure) -> [UInt8]? {
        while true {
            if let line = bufferedLine() { return line }
            if let deadline, !PollSet.isReady(socket.number, until: deadline) { throw .silent }
            guard try fill() else { return nil }
        }
    }

    /// The next line that has been read already.
    package mutating func bufferedLine() -> [UInt8]? {
        while let line = buffer.next() {
            switch line {
            case .whole(let range): return Array(buffer.bytes[range])
            case .tooLong: overlong += 1
            }
        }
        return nil
    }

    /// Waits for more bytes, or for the end.
    /// - Returns: whether there were more.
    package mutating func fill() throws(Failure) -> Bool {
        let descriptor = socket.number
        do throws(StandardStream.Failure) {
            return try buffer.fill(room: 1 << 18) { space throws(StandardStream.Failure) in
                try StandardStream.read(descriptor, into: space)
            } > 0
        } catch { return false }
    }

    /// Sends a request and waits for its answer.
    /// - Parameter patience: nil waits without end.
    package mutating func ask<Answer: JSONReadable>(
        _ type: String, _ payload: some JSONWritable, for answerType: String, within patience: Duration? = nil
    ) throws(Failure) -> Answer {
        try send(type, payload)
        guard let line = try nextLine(before: patience.map { Instant.now + $0 }) else { throw .ended }
        return try Self.answer(line, of: answerType)
    }

    /// Decodes an answer of a certain type.
    package static func answer<Answer: JSONReadable>(_ line: [UInt8], of type: String) throws(Failure) -> Answer {
        let answer = try event(line)
        guard answer.type == type else { throw .notUnderstood(answer.type) }
        do throws(PayloadError) { return try answer.decode(Answer.self) } catch { throw .notUnderstood(error.reason) }
    }

    /// Decodes an answer, or throws the session's refusal.
    package static func event(_ line: [UInt8]) throws(Failure) -> Event {
        guard let event = try? Event(line: line.span) else {
            throw .notUnderstood(String(decoding: line.prefix(200), as: UTF8.self))
        }
        if event.type == SupervisorOutput.Failed.type,
            let failed = try? event.decode(SupervisorOutput.Failed.self)
        {
            throw .refused(failed.message)
        }
        return event
    }
}

extension SessionLink.Failure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unreachable(let error): "\(error)"
        case .foreign(let user):
            "the process at the session's socket belongs to another user (\(user)); nothing was sent to it"
        case .silent: "the session does not answer; it may be suspended (fg continues it)"
        case .ended: "the session has ended"
        case .refused(let message): message
        case .notUnderstood(let text): "this program does not know the session's answer: \(text)"
        }
    }
}

/// Sends the lines of a descriptor to the bus of a session. It reads the answers meanwhile, because a session reads
/// nothing more from a client that does not.
package struct EventUpload: ~Copyable {
    private var link: SessionLink
    private let input: Int32
    private let refused: (String) -> Void
    private var isInputOver = false
    private var isLineWhole = true
    private var isOver = false
    private var pending = OutputQueue(limit: 1 << 16)

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
            if pollSet.isReady(lines) { takeInput() }
            if pollSet.canWrite(session) { write() }
            if pollSet.canRead(session) { try readReplies() }
        }
    }

    private var hasPending: Bool { !pending.isEmpty }

    private mutating func takeInput() {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        let count = chunk.withUnsafeMutableBytes { space in
            (try? StandardStream.read(input, into: space)) ?? 0
        }
        if count > 0 {
            isLineWhole = chunk[count - 1] == 0x0A
            pending.append(Array(chunk[..<count]))
        } else {
            isInputOver = true
            if !isLineWhole { pending.append([0x0A]) }
        }
        if isInputOver, !hasPending { link.endRequests() }
    }

    private mutating func write() {
        // The session may have closed the connection; its reason is still to be read.
        do throws(StandardStream.Failure) { try pending.drain(to: link.socket.number) } catch {
            pending.removeAll()
            isInputOver = true
        }
        if isInputOver, !hasPending { link.endRequests() }
    }

    private mutating func readReplies() throws(SessionLink.Failure) {
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
