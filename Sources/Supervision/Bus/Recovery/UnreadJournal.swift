/// `recovery: none`: a successor is sent what its predecessor had not read.
struct UnreadJournal: Journal {
    mutating func queued(_ run: LineRun, of type: String) {}
    mutating func queued(_ run: LineRun, as key: StateKey) {}

    mutating func backlog(unread: [Line]) -> Backlog { Backlog(lines: RestoreLine.without(unread)) }
}
