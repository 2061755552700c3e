/// Completes outgoing events: names their source and gives them an id that this source never used before.
package struct EventStamp: Sendable {
    /// What stands between the source and the rest of an id: in ours, and in those that the bus gives.
    package static let joints = Array("-+".utf8)

    package let source: String
    /// What tells one life of the process from the next (`view-<run>-<n>`).
    package let run: String
    private var count = 0

    package init(source: String, run: String) {
        self.source = source
        self.run = run
    }

    package mutating func nextID() -> String {
        count += 1
        return "\(source)-\(run)-\(count)"
    }

    /// Fills in what is missing; an event that begins a chain is its own correlation.
    package mutating func stamp(_ event: Event) -> Event {
        var event = event
        if event.source.isEmpty { event.source = source }
        if event.id.isEmpty { event.id = nextID() }
        if event.correlationID == nil { event.correlationID = event.id }
        return event
    }
}
