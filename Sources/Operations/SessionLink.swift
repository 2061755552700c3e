package import Processes
package import Wire
import SupervisorMessages

/// A connection to a running session: requests out, answers and records in, one a line.
package struct SessionLink: ~Copyable {
    package enum Failure: Error, Equatable, Sendable {
        /// Nobody listens there.
        case unreachable(SystemError)
        /// The session has ended, or has let go of us.
        case ended
        /// The session would not do it; its words.
        case refused(String)
        case notUnderstood(String)
    }

    /// Its answers may hold as much as an event, and records more.
    private static let lineLimit = 64 << 20

    package let socket: Descriptor
    private var buffer = LineBuffer(limit: lineLimit)

    package init(to path: String) throws(Failure) {
        do throws(SystemError) { socket = try UnixSocket.connect(to: path) } catch { throw .unreachable(error) }
    }

    package func send(_ type: String, _ payload: some Encodable) throws(Failure) {
        var request = Event(type, payload)
        request.source = "operator"
        request.id = "request"
        try send(request.line)
    }

    /// - Parameter lines: whole ones, each with its LF.
    package func send(_ lines: [UInt8]) throws(Failure) {
        do throws(StandardStream.Failure) { try StandardStream.write(lines, to: socket.number) } catch { throw .ended }
    }

    package func endRequests() { UnixSocket.endWriting(socket.number) }

    /// The next line, without its LF; nil at the end.
    package mutating func nextLine() throws(Failure) -> [UInt8]? {
        while true {
            if let line = bufferedLine() { return line }
            guard try fill() else { return nil }
        }
    }

    /// A line that has been read already.
    package mutating func bufferedLine() -> [UInt8]? {
        while let line = buffer.next() {
            if case .whole(let range) = line { return Array(buffer.bytes[range]) }
        }
        return nil
    }

    /// Waits for more, or for the end.
    /// - Returns: whether there was more.
    package mutating func fill() throws(Failure) -> Bool {
        let descriptor = socket.number
        do throws(StandardStream.Failure) {
            return try buffer.fill(room: 1 << 18) { space throws(StandardStream.Failure) in
                try StandardStream.read(descriptor, into: space)
            } > 0
        } catch { return false }
    }

    /// Asks for one thing and waits for its answer.
    package mutating func ask<Answer: Decodable>(
        _ type: String, _ payload: some Encodable, for answerType: String
    ) throws(Failure) -> Answer {
        try send(type, payload)
        guard let line = try nextLine() else { throw .ended }
        let answer = try Self.event(line)
        guard answer.type == answerType else { throw .notUnderstood(answer.type) }
        do throws(PayloadError) { return try answer.decode(Answer.self) } catch { throw .notUnderstood(error.reason) }
    }

    /// Reads an answer, which may be that it can't be done.
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
        case .ended: "the session has ended"
        case .refused(let message): message
        case .notUnderstood(let text): "the session answered with what this program does not know: \(text)"
        }
    }
}
