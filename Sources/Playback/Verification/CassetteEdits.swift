import Recording
package import Wire

/// Differences between a program's output and the recording, as edits of the cassette's lines. Only the edits are in
/// memory.
package struct CassetteEdits: Sendable {
    package private(set) var replaced: [Int: Event] = [:]
    package private(set) var removed: Set<Int> = []
    private var additions: [Int: [(number: Int, event: Event)]] = [:]
    /// For each recent cause, the answers to it, and their lines.
    private var anchors = RecentMap<String, [(number: Int, line: Int)]>(capacity: IDMap.memory)

    package init() {}

    package var isEmpty: Bool { replaced.isEmpty && removed.isEmpty && additions.isEmpty }

    /// The events inserted after each line, in order.
    package func added(after line: Int) -> [Event] {
        (additions[line] ?? []).sorted { $0.number < $1.number }.map(\.event)
    }

    /// Replaces a recorded output, and notes its position among the answers to its cause.
    package mutating func accept(_ pair: OutputComparison.Pair) {
        let line = pair.expectation.place.line
        let cause = pair.expectation.event.causationID ?? ""
        let others = anchors[cause] ?? []
        if let before = others.last(where: { $0.number < pair.number }), before.line > line {
            removed.insert(line)
            add(pair.asRecorded, pair.number, after: before.line, cause: cause)
        } else {
            if !pair.differences.isEmpty { replaced[line] = pair.asRecorded }
            note(pair.number, at: line, cause: cause)
        }
    }

    package mutating func remove(_ line: Int) { removed.insert(line) }

    /// Inserts an output that was not recorded, after the earlier answers to the same cause.
    /// - Parameters:
    ///   - number: the number of outputs before it.
    ///   - line: its cause's line, after which a first answer comes.
    package mutating func insert(_ event: Event, _ number: Int, after line: Int, by service: String) {
        let cause = event.causationID ?? ""
        let place = anchors[cause]?.last { $0.number < number }?.line ?? line
        var event = event
        // An id that no recorded event has.
        let id = "\(service)-accepted-\(place)-\((additions[place]?.count ?? 0) + 1)"
        if event.correlationID == event.id { event.correlationID = id }
        event.id = id
        event.source = service
        add(event, number, after: place, cause: cause)
    }

    private mutating func add(_ event: Event, _ number: Int, after line: Int, cause: String) {
        additions[line, default: []].append((number, event))
        note(number, at: line, cause: cause)
    }

    private mutating func note(_ number: Int, at line: Int, cause: String) {
        var places = anchors[cause] ?? []
        places.append((number, line))
        // Outputs without a cause never complete; the newest are enough to order them.
        anchors[cause] = places.sorted { $0.number < $1.number }.suffix(100)
    }
}

extension CassetteEdits: CustomStringConvertible {
    package var description: String {
        let count = additions.values.reduce(0) { $0 + $1.count }
        return "\(replaced.count) outputs changed, \(count) added, \(removed.count) removed"
    }
}
