package import Wire

/// What the person did and nobody has answered yet, oldest first.
package struct PendingActions: Sendable {
    private var events: [Event] = []

    package init() {}

    /// - Parameter ids: the events that an earlier view has sent.
    package init(ids: [String]) {
        events = ids.map { id in
            var event = Event(type: "")
            event.id = id
            return event
        }
    }

    package var ids: [String] { events.map(\.id) }
    package var isEmpty: Bool { events.isEmpty }
    package var oldest: Event? { events.first }

    package mutating func sent(_ event: Event) { events.append(event) }

    /// Removes what an event answers.
    /// - Returns: whether the event has no correlation, so that its answer had to be guessed.
    mutating func settle(by event: Event) -> Bool {
        if let correlation = event.correlationID {
            answered(correlation)
            return false
        }
        guard !isEmpty else { return false }
        // Without a guess, the same action would be taken for a key that is held down, and swallowed.
        if let cause = event.causationID, contains(id: cause) {
            answered(cause)
        } else {
            answered(on: event.subject)
        }
        return true
    }

    /// Screens are states and the bus may keep only the newest, so the answer to an action answers all before it.
    private mutating func answered(_ id: String) {
        guard let index = events.firstIndex(where: { $0.id == id }) else { return }
        events.removeFirst(index + 1)
    }

    /// An event for a scene answers what was done there; an event for none, whatever was done.
    private mutating func answered(on scene: String?) {
        guard let index = events.lastIndex(where: { scene == nil || $0.subject == nil || $0.subject == scene }) else {
            return
        }
        events.removeFirst(index + 1)
    }

    private func contains(id: String) -> Bool { events.contains { $0.id == id } }

    func contains(type: String) -> Bool { events.contains { $0.type == type } }

    /// Whether the same is asked already, as when Enter is held down.
    package func contains(sameAs event: Event) -> Bool {
        events.contains { $0.type == event.type && $0.subject == event.subject && $0.data == event.data }
    }
}
