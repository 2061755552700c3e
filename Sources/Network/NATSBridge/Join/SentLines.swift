import JSON
import Platform

/// The bus's lines on their way to this join's stream, kept until the server has stored them.
///
/// Messages are published one after the other without waiting. Each one names the message that must precede it in the stream, by its
/// place and its id (`Nats-Expected-Last-Sequence`, `Nats-Expected-Last-Msg-Id`). So when the server does not store one, it refuses all
/// that follow, and the stream has no hole, even if somebody else publishes there. Then, and after each lost connection, the join asks
/// which message is the last one, and continues behind it.
///
/// While more than a few lines wait, several of one type travel in one message.
struct SentLines {

    /// The event behind a line.
    struct Origin: JSONCodable, Equatable {
        var id: String
        var source: String
        var position: UInt64
    }

    struct Line {
        let subject: String
        let type: String
        /// The line without its LF; empty for one that must not be stored.
        let bytes: [UInt8]
        let origin: Origin
        let previous: StampCounter.Last
        let isDirect: Bool
    }

    private struct Message {
        /// The places of the message's lines.
        let lines: Range<Int>
        let publishedAt: Instant
    }

    private enum Phase: Equatable {
        /// The contents of the stream are unknown.
        case doubting
        case open
        /// The sender rests after a refusal.
        case resting(until: Instant)
    }

    let sender: SenderID
    private let service: String
    private let bus: String
    private var counter: StampCounter
    /// Lines before `front` are stored.
    private var lines: [Line] = []
    private var front = 0
    /// Messages without an answer, oldest first; they hold the lines from `front` on.
    private var underWay: [Message] = []
    private var bytes = 0
    /// The last place in the stream before `front`.
    private var lastPlace = 0
    /// The id of the message there; nil if this sender has not published it.
    private var lastID: String?
    /// The last line that is stored together with all before it, and the counter at that line.
    private(set) var stored: (origin: Origin, types: [String: StampCounter.Last])?
    /// Distinguishes answers to messages that are published again.
    private var round = 0
    private var phase = Phase.doubting
    private var pause = Self.shortestPause
    /// Why publishing has stopped; nil while all is well.
    private(set) var trouble: String?

    static let mostLines = 1024
    static let mostBytes = 1 << 20
    /// Messages without an answer.
    static let mostUnderWay = 16
    /// While no more lines wait, each one is a message.
    static let mostAlone = 8
    /// Lines in one message; their bytes.
    static let mostTogether = 128
    static let mostBytesTogether = 1 << 15
    static let patience = Duration.seconds(5)
    static let shortestPause = Duration.milliseconds(50)
    static let longestPause = Duration.seconds(2)
    static let idHeader = "Nats-Msg-Id"
    static let expectedIDHeader = "Nats-Expected-Last-Msg-Id"
    static let expectedPlaceHeader = "Nats-Expected-Last-Sequence"

    /// - Parameter stored: the predecessor's last stored line, and the counter at that line.
    init(
        sender: SenderID, service: String, bus: String,
        stored: (origin: Origin, types: [String: StampCounter.Last])? = nil
    ) {
        self.sender = sender
        self.service = service
        self.bus = bus
        self.stored = stored
        counter = StampCounter(position: stored?.origin.position ?? 0, types: stored?.types ?? [:])
    }

    var hasRoom: Bool { count < Self.mostLines && bytes < Self.mostBytes }
    /// Lines not yet stored.
    var count: Int { lines.count - front }
    var isEmpty: Bool { count == 0 }
    /// The position up to which everything is stored.
    var storedPosition: UInt64 { stored?.origin.position ?? 0 }
    /// True if the stream has to be asked for its contents.
    var isDoubting: Bool { phase == .doubting }

    /// - Parameter isDirect: the server must not store the line.
    /// - Returns: the line's stamp; nil if there are too many types.
    mutating func append(
        _ bytes: [UInt8], subject: String, type: String, id: String, source: String, isDirect: Bool = false
    ) -> LineStamp? {
        guard let place = counter.next(of: type) else { return nil }
        lines.append(
            Line(
                subject: subject, type: type, bytes: isDirect ? [] : bytes,
                origin: Origin(id: id, source: source, position: place.position), previous: place.previous,
                isDirect: isDirect))
        self.bytes += lines[lines.count - 1].bytes.count
        return stamp(lines.count - 1, count: 1)
    }

    private func stamp(_ place: Int, count: Int) -> LineStamp {
        let line = lines[place]
        return LineStamp(
            incarnation: sender.incarnation, position: line.origin.position, count: count,
            previous: line.previous.position, number: line.previous.number, bus: bus, service: service)
    }

    // MARK: - To the server

    /// The messages to publish now.
    /// - Parameter inbox: where the server's answers go; a suffix distinguishes them.
    mutating func due(at now: Instant, inbox: String) -> [NATSMessage] {
        if case .resting(let until) = phase, now >= until { doubt() }
        guard phase == .open else { return [] }
        if let first = underWay.first, now - first.publishedAt >= Self.patience {
            rest("the server does not answer", at: now)
            return []
        }
        var messages: [NATSMessage] = []
        while underWay.count < Self.mostUnderWay {
            let next = underWay.last?.lines.upperBound ?? front
            guard next < lines.count else { break }
            let range = next..<end(after: next)
            let answer = "\(inbox).p.\(round).\(lastPlace + underWay.count + 1)"
            messages.append(message(range, expecting: lastPlace + underWay.count, reply: answer))
            underWay.append(Message(lines: range, publishedAt: now))
        }
        return messages
    }

    /// The end of the message that begins with a line.
    private func end(after first: Int) -> Int {
        guard lines.count - first > Self.mostAlone, !lines[first].isDirect else { return first + 1 }
        var end = first + 1
        var size = lines[first].bytes.count
        while end < lines.count, end - first < Self.mostTogether, lines[end].subject == lines[first].subject,
            !lines[end].isDirect, size + lines[end].bytes.count <= Self.mostBytesTogether
        {
            size += lines[end].bytes.count + 1
            end += 1
        }
        return end
    }

    private func message(_ range: Range<Int>, expecting place: Int, reply: String) -> NATSMessage {
        let first = lines[range.lowerBound]
        let stamp = stamp(range.lowerBound, count: range.count)
        var headers = [
            NATSHeader(LineStamp.header, stamp.text), NATSHeader(Self.expectedPlaceHeader, "\(place)"),
            NATSHeader(Self.idHeader, id(stamp.last)),
        ]
        if let before = underWay.isEmpty ? lastID : id(stamp.position - 1) {
            headers.append(NATSHeader(Self.expectedIDHeader, before))
        }
        if first.isDirect { headers.append(NATSHeader(LineStamp.directHeader, "1")) }
        guard range.count > 1 else {
            return CloudEventsBinding.message(first.bytes, on: first.subject, reply: reply, headers: headers)
        }
        return CloudEventsBinding.message(
            lines[range].lazy.map(\.bytes), on: first.subject, reply: reply, headers: headers)
    }

    /// The id of the message whose last line has a position.
    private func id(_ position: UInt64) -> String { "\(sender.incarnation).\(position)" }

    /// When to check again.
    var deadline: Instant? {
        switch phase {
        case .resting(let until): until
        case .open: underWay.first.map { $0.publishedAt + Self.patience }
        case .doubting: nil
        }
    }

    // MARK: - Answers

    /// The server has answered a message.
    /// - Parameters:
    ///   - round: as in its reply subject.
    ///   - place: the same; where the message would be in the stream.
    mutating func handle(_ answer: ServerAnswer, round: Int, place: Int, stream: String, at now: Instant) {
        guard round == self.round, phase == .open, place > lastPlace, place - lastPlace <= underWay.count else {
            return
        }
        guard let error = answer.error else {
            // A forged answer would not have both: only the server knows them.
            guard answer.sequence == place, answer.stream == stream else { return }
            didStore(underWay[place - lastPlace - 1].lines.upperBound)
            underWay.removeFirst(place - lastPlace)
            (lastPlace, lastID) = (place, id(storedPosition))
            (pause, trouble) = (Self.shortestPause, nil)
            return
        }
        if error.isWrongPlace { doubt() } else { rest(error.reason, at: now) }
    }

    /// Doubts the stream: after a reconnect or a refusal its contents are unknown.
    mutating func doubt() {
        round += 1
        phase = .doubting
        underWay = []
    }

    private mutating func rest(_ why: String, at now: Instant) {
        doubt()
        trouble = why
        phase = .resting(until: now + pause)
        pause = min(pause * 2, Self.longestPause)
    }

    /// True if the last message in the stream must be read.
    func doubts(_ last: Int) -> Bool { phase == .doubting && last != lastPlace && last > 0 }

    /// The stream's last place is known.
    /// - Parameters:
    ///   - last: the place.
    ///   - stamp: of the message there; nil if the server no longer has it, or no join has written it.
    mutating func didFind(last: Int, _ stamp: LineStamp?) {
        guard phase == .doubting else { return }
        if let stamp, stamp.incarnation == sender.incarnation, !isEmpty {
            let first = lines[front].origin.position
            if stamp.last >= first { didStore(front + Int(min(UInt64(count), stamp.last - first + 1))) }
        }
        lastPlace = last
        lastID = stamp.flatMap { $0.incarnation == sender.incarnation ? id($0.last) : nil }
        (phase, trouble) = (.open, nil)
    }

    /// The server has all lines before a place in ``lines``.
    private mutating func didStore(_ end: Int) {
        guard end > front else { return }
        var types = stored?.types ?? [:]
        for line in lines[front..<end] {
            bytes -= line.bytes.count
            types[line.type] = StampCounter.Last(position: line.origin.position, number: line.previous.number + 1)
        }
        stored = (lines[end - 1].origin, types)
        front = end
        guard front == lines.count || front > Self.mostLines else { return }
        lines.removeFirst(front)
        underWay = underWay.map {
            let (lower, upper) = ($0.lines.lowerBound - front, $0.lines.upperBound - front)
            return Message(lines: max(lower, 0)..<max(upper, 0), publishedAt: $0.publishedAt)
        }
        front = 0
    }
}
