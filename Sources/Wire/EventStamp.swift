/// Completes outgoing events: fills in the source and an id that the source has never used before.
package struct EventStamp: Sendable {
    /// Between the source and the rest of an id: in ours, and in those given by the bus.
    package static let joints = Array("-+".utf8)

    package let source: String
    /// The life of the process: ids are `view-<run>-<n>`.
    package let run: String
    private let prefix: String
    private var count = 0

    package init(source: String, run: String) {
        self.source = source
        self.run = run
        prefix = "\(source)-\(run)-"
    }

    package mutating func nextID() -> String {
        count += 1
        return prefix + String(count)
    }

    /// Fills in what is missing. An event that begins a chain is its own correlation.
    package mutating func complete(_ event: inout Event) {
        if event.source.isEmpty { event.source = source }
        if event.id.isEmpty { event.id = nextID() }
        if event.correlationID == nil { event.correlationID = event.id }
    }

    package mutating func stamp(_ event: Event) -> Event {
        var event = event
        complete(&event)
        return event
    }
}
