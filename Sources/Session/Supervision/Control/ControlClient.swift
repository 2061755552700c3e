import JSON
import Platform
import Processes
import Recording
import SupervisorMessages
import Wire

/// A client of the control socket: its connection, and what it is used for.
final class ControlClient {
    enum Purpose {
        /// Requests and answers.
        case asking
        case tapping(TapFilter)
        case sending
        case followingLog(LogFilter)
    }

    /// Bytes of a stream that may wait for a client; further events are counted, not kept.
    static let patience = 4 << 20
    /// While more bytes than this wait for a client, its further requests are not read.
    static let answerPatience = 1 << 18

    /// A number that is unique in the session.
    let id: Int
    let connection: Descriptor
    var purpose = Purpose.asking
    /// The client will send no more requests: its stream has ended.
    private(set) var isSilent = false
    /// The connection is closed once the client has read what waits for it.
    var isLeaving = false
    /// The other end is closed.
    private(set) var isGone = false
    /// The number of the client's events that were put on the bus.
    private var sent = 0
    /// Requests may be left in the buffer, because the client does not read its answers.
    private(set) var holdsRequests = false
    private var inbox: LineBuffer
    private var outbox = Outbox()
    private var missed = 0

    init(_ connection: consuming Descriptor, id: Int = 0, lineLimit: Int) {
        self.id = id
        self.connection = connection
        inbox = LineBuffer(limit: lineLimit)
    }

    var isTapping: Bool { if case .tapping = purpose { true } else { false } }
    var hasOutput: Bool { outbox.count > 0 }

    func read() {
        guard !isSilent else {
            isGone = true
            return
        }
        let count = inbox.fill(room: 1 << 16) { space in
            Platform.read(connection.number, space.baseAddress, space.count)
        }
        if count == 0 { isSilent = true }
        if count < 0, errno != EAGAIN, errno != EINTR { isGone = true }
    }

    /// True if the client has to read before its next request is carried out.
    var isBehind: Bool { outbox.count > Self.answerPatience }

    /// The next line, unless the client is behind; at the end, also a line without LF.
    func nextLine() -> [UInt8]? {
        holdsRequests = isBehind
        guard !isBehind, let line = inbox.next() ?? (isSilent ? inbox.last() : nil) else { return nil }
        switch line {
        case .whole(let range): return Array(inbox.bytes[range])
        case .tooLong(_, let beginning): return Array(inbox.bytes[beginning])
        }
    }

    func countSent() { sent += 1 }

    /// Handles the end of the client's requests. A client that waits for the result of a swap stays.
    func heardOut() {
        guard case .sending = purpose else { return }
        purpose = .asking
        answer(SupervisorOutput.Sent.type, SupervisorOutput.Sent(count: sent))
        isLeaving = true
    }

    func answer(_ type: String, _ payload: some JSONWritable) { answer(Event(type, payload)) }

    func fail(_ message: String) {
        answer(SupervisorOutput.Failed.type, SupervisorOutput.Failed(message: message))
    }

    private func answer(_ answer: Event) {
        var answer = answer
        answer.source = SessionLog.ownName
        answer.id = answer.causationID ?? "control"
        answer.line.withUnsafeBytes { outbox.append($0) }
    }

    /// True if the client is so far behind that it misses further events.
    var isFull: Bool { outbox.count > Self.patience }

    /// Leaves lines out of the client's stream.
    func miss(_ count: Int) { missed += count }

    /// Adds lines to the client's stream, or counts them if it is too far behind.
    /// - Parameter count: the number of lines.
    func offer(_ lines: [UInt8], count: Int) {
        guard !isFull else { return miss(count) }
        tellMissed()
        lines.withUnsafeBytes { outbox.append($0) }
    }

    /// Sends the client a line of the log.
    func tell(_ line: RecentLines.Line) {
        let logged = SupervisorOutput.Logged(time: line.time, service: line.service, text: line.text)
        var event = Event(SupervisorOutput.Logged.type, logged)
        event.source = SessionLog.ownName
        offer(event.line, count: 1)
    }

    /// The session is over: sends a stream's client the number of missed events, and the end of the stream.
    func conclude() {
        switch purpose {
        case .tapping, .followingLog: break
        case .asking, .sending: return
        }
        tellMissed()
        answer(SupervisorOutput.Ended.type, SupervisorOutput.Ended())
    }

    /// Bytes that the client has not read yet.
    var waiting: Int { outbox.count }

    /// Writes as much as the connection takes.
    func write() {
        switch outbox.write(to: connection.number) {
        case .gone: isGone = true
        case .drained: tellMissed()
        case .blocked: break
        }
    }

    private func tellMissed() {
        guard missed > 0 else { return }
        Passage.missed(missed).withUnsafeBytes { outbox.append($0) }
        missed = 0
    }
}
