import Wire

/// `recovery: latest`: a successor is sent its predecessor's last snapshot, the newest of each state, and what else came
/// since that snapshot.
struct LatestJournal: Journal {
    private var snapshot: [UInt8]?
    private var states = KeptStates(limit: JournalLimit.states)
    /// What came since the last snapshot and is no state.
    private var news = KeptLines(limit: JournalLimit.news)
    private var troubles = TroubleList()

    var newestStates: [Line] { states.lines }

    mutating func queued(_ run: LineRun, of type: String) {
        // Only a snapshot makes it news: without one a successor begins anew, as the first process did.
        guard snapshot != nil else { return }
        for line in run.bytes.split(separator: 0x0A) { keepAsNews(Array(line) + [0x0A]) }
    }

    mutating func queued(_ run: LineRun, as key: StateKey) {
        if states.take(Array(run.bytes), as: key) { troubles.note(.statesForgotten) }
    }

    /// What was queued while the snapshot was on its way is still news. A service that names no event, or one that is no longer
    /// known, is taken to have read everything.
    mutating func took(snapshot data: [UInt8], after id: String, from source: String?) {
        snapshot = data
        guard !news.isEmpty else { return }
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
