import Platform

/// The bus's lines on their way to the server, kept until the server has stored them and all before them.
///
/// Lines are published one after the other without waiting. When one is refused, because the stream is full or the server does not
/// answer, no new one is published, and all unstored ones are published again, in order, after a growing pause.
struct SentLines {

    /// The event behind a line.
    struct Origin: Equatable {
        var id: String
        var source: String
        var position: UInt64
    }

    private struct Line {
        let subject: String
        let type: String
        let bytes: [UInt8]
        let origin: Origin
        let previous: UInt64
        let others: [TypePosition]
        var publishedAt: Instant?
        var isStored = false
    }

    private let sender: SenderID
    private let service: String
    private var counter: StampCounter
    /// Lines before `front` are finished.
    private var lines: [Line] = []
    private var front = 0
    /// The first line that was never published.
    private var fresh = 0
    private var bytes = 0
    /// The last line that is stored together with all before it.
    private(set) var stored: Origin?
    /// The positions of types at `stored`.
    private(set) var storedTypes: [TypePosition]
    /// Counts how often everything was published again.
    private var round = 0
    private var pausedUntil: Instant?
    private var pause = Self.shortestPause
    /// Why publishing has stopped; nil while all is well.
    private(set) var trouble: String?

    static let mostLines = 1024
    static let mostBytes = 1 << 20
    static let patience = Duration.seconds(5)
    static let shortestPause = Duration.milliseconds(50)
    static let longestPause = Duration.seconds(2)

    /// - Parameters:
    ///   - stored: the predecessor's last stored line.
    ///   - types: the positions of types at that place.
    init(sender: SenderID, service: String, stored: Origin? = nil, types: [TypePosition] = []) {
        self.sender = sender
        self.service = service
        self.stored = stored
        storedTypes = types
        counter = StampCounter(position: stored?.position ?? 0, types: types)
    }

    var hasRoom: Bool { count < Self.mostLines && bytes < Self.mostBytes }
    /// Lines not yet stored.
    var count: Int { lines.count - front }
    var isEmpty: Bool { count == 0 }
    /// Everything up to this position is stored.
    var storedPosition: UInt64 { stored?.position ?? 0 }

    /// - Returns: the line's stamp; nil if it has too many types.
    mutating func append(_ bytes: [UInt8], subject: String, type: String, id: String, source: String) -> LineStamp? {
        guard let place = counter.next(of: type) else { return nil }
        lines.append(
            Line(
                subject: subject, type: type, bytes: bytes,
                origin: Origin(id: id, source: source, position: place.position),
                previous: place.previous, others: place.others))
        self.bytes += bytes.count
        return stamp(lines.count - 1)
    }

    private func stamp(_ place: Int) -> LineStamp {
        let line = lines[place]
        return LineStamp(
            sender: sender, service: service, position: line.origin.position, stored: storedPosition,
            previous: line.previous, others: line.others)
    }

    /// The messages to publish now.
    /// - Parameter inbox: where the server's answers go; a suffix distinguishes them.
    mutating func due(at now: Instant, inbox: String) -> [NATSMessage] {
        if pausedUntil == nil, front < fresh, let first = lines[front].publishedAt, now - first >= Self.patience {
            hold("the server does not answer", at: now)
        }
        if let pausedUntil {
            guard now >= pausedUntil else { return [] }
            publishAgain()
        }
        guard fresh < lines.count else { return [] }
        var messages: [NATSMessage] = []
        for place in fresh..<lines.count {
            lines[place].publishedAt = now
            guard !lines[place].isStored else { continue }
            messages.append(message(place, reply: "\(inbox).p.\(lines[place].origin.position).\(round)"))
        }
        fresh = lines.count
        return messages
    }

    /// The messages for a server that stores nothing; there are no answers.
    mutating func takeAll() -> [NATSMessage] {
        let messages = (front..<lines.count).map { message($0, reply: nil) }
        for place in front..<lines.count { lines[place].isStored = true }
        fresh = lines.count
        letGo()
        return messages
    }

    private func message(_ place: Int, reply: String?) -> NATSMessage {
        let stamp = stamp(place)
        return CloudEventsBinding.message(
            lines[place].bytes, on: lines[place].subject, reply: reply, headers: stamp.headers)
    }

    /// After a reconnect, it is unknown which unstored lines the server has.
    mutating func publishAgain() {
        round += 1
        pausedUntil = nil
        fresh = front
    }

    /// When to check again.
    var deadline: Instant? {
        if let pausedUntil { return pausedUntil }
        guard front < fresh else { return nil }
        return lines[front].publishedAt.map { $0 + Self.patience }
    }

    /// The server has stored a line.
    mutating func wasStored(_ position: UInt64) {
        guard let place = place(of: position), !lines[place].isStored else { return }
        lines[place].isStored = true
        pause = Self.shortestPause
        if pausedUntil == nil { trouble = nil }
        letGo()
    }

    /// The server has refused a line.
    mutating func wasRefused(_ position: UInt64, round: Int, why: String, at now: Instant) {
        guard round == self.round, pausedUntil == nil, let place = place(of: position), !lines[place].isStored else {
            return
        }
        hold(why, at: now)
    }

    private mutating func hold(_ why: String, at now: Instant) {
        trouble = why
        pausedUntil = now + pause
        pause = min(pause * 2, Self.longestPause)
    }

    private func place(of position: UInt64) -> Int? {
        guard !isEmpty else { return nil }
        let first = lines[front].origin.position
        guard position >= first, position - first < UInt64(count) else { return nil }
        return front + Int(position - first)
    }

    private mutating func letGo() {
        while front < lines.count, lines[front].isStored {
            bytes -= lines[front].bytes.count
            stored = lines[front].origin
            note(lines[front])
            front += 1
        }
        fresh = max(fresh, front)
        if front == lines.count {
            lines.removeAll(keepingCapacity: true)
            (front, fresh) = (0, 0)
        } else if front > Self.mostLines {
            lines.removeFirst(front)
            (front, fresh) = (0, fresh - front)
        }
    }

    private mutating func note(_ line: Line) {
        let type = line.type
        if let place = storedTypes.firstIndex(where: { $0.type == type }) {
            storedTypes[place].position = line.origin.position
        } else {
            storedTypes.append(TypePosition(type, line.origin.position))
        }
    }
}
