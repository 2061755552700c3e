import Recording
package import Wire

/// What a program says otherwise than recorded, as changes to the cassette, by its lines. It holds what has changed in
/// memory, not the cassette.
package struct CassetteEdits: Sendable {
    package private(set) var replaced: [Int: Event] = [:]
    package private(set) var removed: Set<Int> = []
    private var additions: [Int: [(number: Int, event: Event)]] = [:]
    /// For each cause of late, what was said to it, and the line where that stands.
    private var anchors = RecentMap<String, [(number: Int, line: Int)]>(capacity: IDMap.memory)

    package init() {}

    package var isEmpty: Bool { replaced.isEmpty && removed.isEmpty && additions.isEmpty }

    /// The events that come after a line, in the order in which they were said.
    package func added(after line: Int) -> [Event] {
        (additions[line] ?? []).sorted { $0.number < $1.number }.map(\.event)
    }

    /// Takes over what the program says for a recorded output, and where it stands among the answers to its cause.
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

    /// Takes in what was not recorded: after what was said before it to the same cause.
    /// - Parameters:
    ///   - number: how many outputs were said before it.
    ///   - line: of its cause, after which it comes when it is the first.
    package mutating func insert(_ event: Event, _ number: Int, after line: Int, by service: String) {
        let cause = event.causationID ?? ""
        let place = anchors[cause]?.last { $0.number < number }?.line ?? line
        var event = event
        // One that no recorded event has.
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
        // What has no cause has no end either; the newest are enough to see an order.
        anchors[cause] = places.sorted { $0.number < $1.number }.suffix(100)
    }
}

extension CassetteEdits: CustomStringConvertible {
    package var description: String {
        let count = additions.values.reduce(0) { $0 + $1.count }
        return "\(replaced.count) outputs changed, \(count) added, \(removed.count) removed"
    }
}
