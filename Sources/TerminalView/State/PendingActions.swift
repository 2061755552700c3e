package import Wire

/// The actions of the person that nobody has answered yet, oldest first.
package struct PendingActions: Sendable {
    private var events: [Event] = []

    package init() {}

    /// What an earlier view had sent, by id.
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

    /// Screens are states, and the bus may keep only the newest: an answer to an action is an answer to all before it.
    package mutating func answered(_ correlation: String?) {
        guard let index = events.firstIndex(where: { $0.id == correlation }) else { return }
        events.removeFirst(index + 1)
    }

    /// What was done on a scene is answered by what comes for it; what was done anywhere, by what is for no scene.
    package mutating func answered(on scene: String?) {
        guard let index = events.lastIndex(where: { scene == nil || $0.subject == nil || $0.subject == scene }) else {
            return
        }
        events.removeFirst(index + 1)
    }

    package func contains(id: String) -> Bool { events.contains { $0.id == id } }

    /// The same has been asked already, as when Enter is held down.
    package func contains(sameAs event: Event) -> Bool {
        events.contains { $0.type == event.type && $0.subject == event.subject && $0.data == event.data }
    }
}
