import Wire

/// `recovery: latest`: a successor is sent its predecessor's last snapshot, the newest of each state, and what else
/// came since that snapshot.
struct LatestJournal: Journal {
    private var snapshot: [UInt8]?
    private var states = KeptStates(limit: JournalLimit.states)
    /// Events since the last snapshot, except states.
    private var news = KeptLines(limit: JournalLimit.news)
    /// The event that the last snapshot named.
    private var covered = RestoreLine.event
    private var troubles = TroubleList()

    var newestStates: [Line] { states.lines }

    mutating func noteInput(_ run: LineRun, of type: String) {
        // Only a snapshot makes lines news: without one a successor begins from nothing, as the first process did.
        guard snapshot != nil else { return }
        for line in run.bytes.split(separator: 0x0A) { keepAsNews(Array(line) + [0x0A]) }
    }

    mutating func noteInput(_ line: UnsafeRawBufferPointer, as key: StateKey) {
        if states.take(Array(line), as: key) { troubles.note(.statesForgotten) }
    }

    /// Events that were queued while the snapshot was on its way are still news. A snapshot before any event, or one that names the
    /// same event as the one before, covers no news. If the snapshot names no event, or one that the journal no longer has,
    /// the service counts as having read everything.
    mutating func noteSnapshot(_ data: [UInt8], after id: String, from source: String?) {
        snapshot = data
        let event = (id: id, source: source)
        let addsNothing = event == covered || event == RestoreLine.event || event == ProcessOutput.Snapshot.start
        covered = event
        guard !news.isEmpty, !addsNothing || id.isEmpty else { return }
        if news.removeAll(through: { EventLine.isEvent($0, id: id, from: source) }) { return }
        if let number = states.number(where: { EventLine.isEvent($0, id: id, from: source) }) {
            news.removeAll(before: number)
        } else {
            news.removeAll()
        }
    }

    mutating func backlog(unread: [Line]) -> Backlog {
        let waiting = states.withoutSuperseded(RestoreLine.without(unread))
        let kept = states.lines + news.lines
        let known = Set(kept)
        let others = waiting.filter { !known.contains(ReplayMark.unmarked($0)) }
        if snapshot != nil {
            for line in others where !states.holdsState(of: line) { keepAsNews(ReplayMark.unmarked(line)) }
        }
        let fresh = Set(waiting)
        return Backlog(
            lines: (snapshot.map { [RestoreLine.make(of: $0)] } ?? [])
                + kept.map { fresh.contains($0) ? $0 : ReplayMark.marked($0) } + others,
            isRestored: snapshot != nil)
    }

    mutating func takeTroubles() -> [JournalTrouble] { troubles.take() }

    private mutating func keepAsNews(_ line: Line) {
        if news.take(line, mark: states.count) { troubles.note(.newsForgotten) }
    }
}

/// The newest line of each state, in the order in which they came, within a number of bytes. No sender reports that a
/// scene will not come back, so the oldest states are dropped at the limit.
struct KeptStates {
    private struct Entry {
        var number: Int
        var line: [UInt8]
    }

    private let limit: Int
    private var newest: [StateKey: Entry] = [:]
    /// Every state, in order of arrival. Readers skip entries that are no longer the newest of their key.
    private var order: [(number: Int, key: StateKey)] = []
    private var front = 0
    private var bytes = 0
    /// States that came so far.
    private(set) var count = 0

    init(limit: Int) {
        self.limit = limit
    }

    var lines: [[UInt8]] {
        order[front...].compactMap { entry in newest[entry.key].flatMap { $0.number == entry.number ? $0.line : nil } }
    }

    /// - Returns: whether another state was dropped.
    mutating func take(_ line: [UInt8], as key: StateKey) -> Bool {
        count += 1
        bytes += line.count
        if let old = newest.updateValue(Entry(number: count, line: line), forKey: key) { bytes -= old.line.count }
        order.append((count, key))
        var hasForgotten = false
        while bytes > limit, newest.count > 1 { hasForgotten = forgetOldest() || hasForgotten }
        closeUp()
        return hasForgotten
    }

    /// The number, counted from 1, of the state whose line `isWanted`.
    func number(where isWanted: ([UInt8]) -> Bool) -> Int? { newest.values.first { isWanted($0.line) }?.number }

    /// True if the line is one of these states, or an older one of the same type and subject.
    func holdsState(of line: [UInt8]) -> Bool {
        guard !newest.isEmpty, let layout = try? EnvelopeScanner.scan(line.span),
            let type = try? layout.text(.type, in: line.span)
        else { return false }
        let subject = (try? layout.text(.subject, in: line.span)) ?? ""
        return newest[StateKey(type: type, subject: subject)] != nil
    }

    /// Leaves out states that are older than those kept: a process that died at once has not read the first ones in its queue.
    /// - Parameter lines: as in the queue, or marked as replayed.
    func withoutSuperseded(_ lines: [[UInt8]]) -> [[UInt8]] {
        let current = Set(self.lines)
        guard !current.isEmpty else { return lines }
        return lines.filter { current.contains(ReplayMark.unmarked($0)) || !holdsState(of: $0) }
    }

    private mutating func forgetOldest() -> Bool {
        let oldest = order[front]
        front += 1
        guard let entry = newest[oldest.key], entry.number == oldest.number else { return false }
        newest[oldest.key] = nil
        bytes -= entry.line.count
        return true
    }

    /// Keeps the order about as long as the states are many.
    private mutating func closeUp() {
        guard order.count > 2 * newest.count + 64 else { return }
        order = order[front...].filter { newest[$0.key]?.number == $0.number }
        front = 0
    }
}

/// The last lines that came, within a number of bytes; older ones are dropped.
struct KeptLines {
    private struct Entry {
        let line: [UInt8]
        let mark: Int
    }

    private let limit: Int
    private var kept: [Entry] = []
    private var front = 0
    private var bytes = 0

    init(limit: Int) {
        self.limit = limit
    }

    var isEmpty: Bool { front == kept.count }
    var lines: [[UInt8]] { kept[front...].map(\.line) }

    /// - Parameter mark: a number that never falls, for ``removeAll(before:)``.
    /// - Returns: whether older lines were dropped.
    mutating func take(_ line: [UInt8], mark: Int = 0) -> Bool {
        kept.append(Entry(line: line, mark: mark))
        bytes += line.count
        let before = front
        while bytes > limit, front < kept.count - 1 { removeFirst() }
        let hasForgotten = front > before
        if front > 64, front > kept.count / 2 {
            kept.removeFirst(front)
            front = 0
        }
        return hasForgotten
    }

    /// Removes the last line that `isLast` holds for, and all before it.
    /// - Returns: whether there was one.
    mutating func removeAll(through isLast: ([UInt8]) -> Bool) -> Bool {
        guard let place = kept[front...].lastIndex(where: { isLast($0.line) }) else { return false }
        while front <= place { removeFirst() }
        return true
    }

    mutating func removeAll(before mark: Int) {
        while front < kept.count, kept[front].mark < mark { removeFirst() }
    }

    mutating func removeAll() { self = KeptLines(limit: limit) }

    private mutating func removeFirst() {
        bytes -= kept[front].line.count
        kept[front] = Entry(line: [], mark: kept[front].mark)
        front += 1
    }
}
