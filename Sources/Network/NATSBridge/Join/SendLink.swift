import Platform
import Wire

/// The lines for one process of another join, kept until that process has acknowledged them.
///
/// Each message names the line before it, so the receiver notices a gap. Then, after a silence, and after each connection, the link sends
/// everything again that is not acknowledged.
struct SendLink {
    enum Life: Equatable {
        case present(seenAt: Instant)
        /// The receiver is silent. It may come back, and so may its successor.
        case gone
        /// The receiver has ended, and may yet have a successor.
        case left(at: Instant)
    }

    /// Messages without an answer.
    private struct UnderWay {
        /// The first line that is not sent.
        var next = 0
        /// The positions of the messages' last lines.
        var ends: [UInt64] = []
        /// The time of the oldest one, or of the last acknowledgement since then.
        var since: Instant?
    }

    /// Lines that were dropped, because the receiver was silent for too long.
    private struct Gap {
        /// Lines that the link has not sent.
        var lost: UInt64 = 0
        /// The newest states up to here are not among them.
        var begin: UInt64?
        /// Lines that the link has sent, so the receiver may have them.
        var doubtful: [UInt64] = []
        /// Newest states among the dropped lines, which come all the same, so they do not count.
        private var coming: Set<UInt64> = []

        var count: UInt64 { min(lost + UInt64(doubtful.count), LineStamp.highest) }
        var dropped: UInt64 { min(count + UInt64(coming.count), LineStamp.highest) }

        mutating func add(_ position: UInt64, isSent: Bool) {
            if isSent { doubtful.append(position) } else { lost += 1 }
        }

        /// Some of the dropped lines are newest states; others no longer are.
        mutating func note(coming states: [SentLine], published: UInt64) {
            guard let begin else { return }
            let new = Set(states.lazy.map(\.position).filter { $0 > begin })
            let (more, sent) = (new.subtracting(coming), doubtful.count)
            doubtful.removeAll(where: more.contains)
            lost -= min(lost, UInt64(more.count - (sent - doubtful.count)))
            for position in coming.subtracting(new) { add(position, isSent: position <= published) }
            coming = new
        }

        mutating func acknowledge(_ position: UInt64) {
            doubtful.removeAll { $0 <= position }
            coming = coming.filter { $0 > position }
        }

        /// Lines between two that are sent. States from before the end of the gap may have arrived already, so a message with one does
        /// not count those that were never sent.
        func count(after previous: UInt64, before position: UInt64, _ end: UInt64) -> UInt64 {
            let sent = doubtful.count { $0 > previous && $0 < position }
            return min(UInt64(sent) + (previous <= end && position > end ? lost : 0), LineStamp.highest)
        }
    }

    let receiver: JoinID
    /// Types of this join's that the receiver takes.
    let takes: [MessagePattern]
    private(set) var life: Life
    /// The snapshots before the link. Nothing is sent until the bus has a later one: a successor would not know the link.
    let opened: Int
    /// Lines that may wait.
    private let most: Int
    /// Oldest first.
    private var lines: ArraySlice<SentLine> = []
    private var bytes = 0
    /// The receiver has everything up to this position.
    private(set) var acknowledged: UInt64 = 0
    /// Up to this position, the receiver gets the newest states instead of all lines.
    private(set) var begins: UInt64
    private var needsStates = true
    /// The highest position that this link has sent, or that its predecessor may have sent.
    private var published: UInt64 = 0
    private var underWay = UnderWay()
    private var gap = Gap()

    static let mostLines = 4096
    static let mostBytes = 4 << 20
    /// Bytes that have come from the bus since its first line, whoever takes them: the bus keeps them for a successor.
    static let mostBehind: UInt64 = 8 << 20
    static let mostUnderWay = 16
    /// While no more lines wait, each one is a message.
    static let mostAlone = 8
    /// Lines in one message; their bytes.
    static let mostTogether = 128
    static let mostBytesTogether = 1 << 15
    /// Unanswered lines are sent again after this time.
    static let patience = Duration.seconds(2)
    /// A receiver that has ended may have a successor for so long.
    static let staysFor = Duration.seconds(60)
    /// Bytes of the patterns in `takes`.
    static let mostTaken = 1024

    /// - Parameter begins: the position of the last line before the link.
    init(
        to receiver: JoinID, taking takes: [MessagePattern], after begins: UInt64, opened: Int,
        most: Int = SendLink.mostLines, at now: Instant
    ) {
        (self.receiver, self.takes, self.begins, self.opened, self.most) = (receiver, takes, begins, opened, most)
        life = .present(seenAt: now)
    }

    /// Continues after a predecessor.
    init(_ saved: JoinSnapshot.Link, most: Int, at now: Instant) {
        let takes = saved.takes.map(MessagePattern.init)
        self.init(to: saved.receiver, taking: takes, after: saved.begins, opened: 0, most: most, at: now)
        acknowledged = saved.acknowledged
        (gap.lost, gap.begin) = (min(saved.lost, LineStamp.highest), saved.gap)
    }

    var saved: JoinSnapshot.Link {
        JoinSnapshot.Link(
            receiver: receiver, takes: takes.map(\.description), acknowledged: acknowledged, begins: begins,
            lost: gap.dropped, gap: gap.begin)
    }

    // MARK: - The receiver

    var isPresent: Bool { if case .present = life { true } else { false } }

    /// The receiver gives a sign of life.
    /// - Parameter isNew: its connection or its process is new, so what was on its way may be lost.
    mutating func noteSign(isNew: Bool, at now: Instant) {
        if isNew || !isPresent { goBack() }
        life = .present(seenAt: now)
    }

    mutating func leave(at now: Instant) { life = .left(at: now) }

    /// This join is connected again, and could not receive anything before.
    mutating func reconnect(at now: Instant) {
        goBack()
        if isPresent { life = .present(seenAt: now) }
    }

    /// While this join is connected.
    mutating func advance(at now: Instant) {
        if case .present(let seenAt) = life, now - seenAt >= Peers.patience {
            life = .gone
            goBack()
        }
    }

    func hasEnded(at now: Instant) -> Bool {
        if case .left(let time) = life { now - time >= Self.staysFor } else { false }
    }

    // MARK: - Lines

    var count: Int { lines.count }
    /// Lines up to a position that the receiver misses when the link ends.
    func missing(upTo position: UInt64) -> UInt64 {
        gap.count + UInt64(lines.count { $0.position <= position })
    }
    /// The first position that a successor needs.
    var needed: UInt64? { lines.first?.position }

    /// True if the link is to take no more.
    /// - Parameter offset: of the newest line of the bus.
    func isFull(at offset: UInt64) -> Bool {
        guard let first = lines.first else { return false }
        let behind = offset > first.offset ? offset - first.offset : 0
        return count >= most || bytes >= Self.mostBytes || behind >= Self.mostBehind
    }

    /// - Parameter isReplayed: whether a predecessor has read the line.
    mutating func append(_ line: SentLine, isReplayed: Bool = false) {
        if isReplayed { published = max(published, line.position) }
        if line.position > max(acknowledged, begins), takes(line) {
            lines.append(line)
            bytes += line.bytes.count
        }
        while !isPresent, isFull(at: line.offset), let first = lines.first { drop(first) }
    }

    private func takes(_ line: SentLine) -> Bool { takes.contains { $0.matches(line.type) } }

    /// Drops the oldest line. If it is a newest state, the receiver gets it later all the same.
    private mutating func drop(_ line: SentLine) {
        needsStates = true
        if line.position > begins {
            gap.begin = gap.begin ?? begins
            gap.add(line.position, isSent: line.position <= published)
            begins = line.position
        }
        removeFirst(1)
    }

    private mutating func removeFirst(_ count: Int) {
        for line in lines.prefix(count) { bytes -= line.bytes.count }
        lines.removeFirst(count)
        underWay.next = max(underWay.next, lines.startIndex)
        // The memory of what has gone is released.
        if lines.isEmpty { (lines, underWay.next) = ([], 0) }
    }

    // MARK: - Acknowledgements

    /// The receiver has everything up to a position.
    mutating func acknowledge(_ position: UInt64, at now: Instant) {
        guard position > acknowledged else { return }
        if underWay.since != nil { underWay.since = now }
        acknowledged = position
        if position > begins { gap = Gap() }
        gap.acknowledge(position)
        removeFirst(lines.prefix { $0.position <= position }.count)
        underWay.ends.removeAll { $0 <= position }
        if underWay.ends.isEmpty { underWay.since = nil }
    }

    /// Sends everything again that is not acknowledged.
    mutating func goBack() { underWay = UnderWay(next: lines.startIndex) }

    // MARK: - Messages

    /// Publishes what is due.
    /// - Parameter limit: bytes of the longest message that the server takes.
    mutating func send(
        from sender: JoinSettings, _ states: NewestStates, taken position: UInt64, limit: Int, _ turn: inout Turn
    ) {
        guard isPresent, position >= begins else { return }
        if needsStates { begin(with: states) }
        if let since = underWay.since, turn.now - since >= Self.patience { goBack() }
        while underWay.ends.count < Self.mostUnderWay, underWay.next < lines.endIndex {
            let first = lines[underWay.next]
            let size = first.bytes.count
            guard size + NATSMessage.roomForHeaders <= limit else {
                let reason = "\(size) bytes, and the server takes \(limit) with the headers"
                turn.complain("\(first.type) has \(reason)")
                bytes -= size
                lines.remove(at: underWay.next)
                continue
            }
            let end = end(after: underWay.next)
            turn.publish(message(underWay.next..<end, from: sender))
            underWay.next = end
            underWay.ends.append(lines[end - 1].position)
            published = max(published, lines[end - 1].position)
            underWay.since = underWay.since ?? turn.now
        }
    }

    /// Puts the newest states before the first line.
    private mutating func begin(with states: NewestStates) {
        needsStates = false
        let found = states.lines(after: acknowledged, upTo: begins).filter(takes)
        gap.note(coming: found, published: published)
        lines = (found + lines.filter { $0.position > begins })[...]
        bytes = lines.reduce(0) { $0 + $1.bytes.count }
        goBack()
    }

    /// The end of the message that begins with a line.
    private func end(after first: Int) -> Int {
        guard lines.endIndex - first > Self.mostAlone else { return first + 1 }
        var end = first + 1
        var size = lines[first].bytes.count
        while end < lines.endIndex, end - first < Self.mostTogether, lines[end].type == lines[first].type,
            lines[end].position == lines[end - 1].position + 1, lines[end - 1].position != begins,
            size + lines[end].bytes.count <= Self.mostBytesTogether
        {
            size += lines[end].bytes.count + 1
            end += 1
        }
        return end
    }

    private func message(_ range: Range<Int>, from sender: JoinSettings) -> NATSMessage {
        let first = lines[range.lowerBound]
        let isFirst = range.lowerBound == lines.startIndex
        let previous = isFirst ? acknowledged : lines[range.lowerBound - 1].position
        let stamp = LineStamp(
            sender: sender.incarnation, receiver: receiver.incarnation, position: first.position, count: range.count,
            previous: previous, isFirst: isFirst, lost: gap.count(after: previous, before: first.position, begins),
            bus: sender.bus, service: sender.environment.service)
        let subject = sender.session.subject(of: first.type, from: sender.name, to: receiver.name)
        let headers = [NATSHeader(LineStamp.header, stamp.text)]
        return range.count == 1
            ? CloudEventsBinding.message(first.bytes, on: subject, headers: headers)
            : CloudEventsBinding.message(lines: lines[range].lazy.map(\.bytes), on: subject, headers: headers)
    }

    /// When lines are sent again, or the receiver counts as gone.
    var deadline: Instant? {
        guard case .present(let seenAt) = life else { return nil }
        return earliest(seenAt + Peers.patience, underWay.since.map { $0 + Self.patience })
    }
}
