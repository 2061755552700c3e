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

    /// Whether an id begins with a source and a joint.
    package static func tells(_ id: String, source: String) -> Bool {
        var place = id.utf8.startIndex
        for byte in source.utf8 {
            guard place < id.utf8.endIndex, id.utf8[place] == byte else { return false }
            id.utf8.formIndex(after: &place)
        }
        return place < id.utf8.endIndex && joints.contains(id.utf8[place])
    }

    /// Whether the id is of this form.
    package func isOwn(_ id: String) -> Bool { id.hasPrefix(prefix) }

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
