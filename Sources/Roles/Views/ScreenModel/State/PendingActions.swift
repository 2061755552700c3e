package import Wire

/// Reports without a reply yet, oldest first: user actions, and the view's own reports (``OwnReports``), for which the user
/// does not wait.
///
/// Both are in one order: the answer to an action answers all before it, so it may be the only one that comes.
package struct PendingActions: Sendable {
    private struct Entry: Sendable {
        let event: Event
        let isOwn: Bool
    }

    private var entries: [Entry] = []

    package init() {}

    /// - Parameter ids: the user's actions in an earlier view.
    package init(ids: [String]) {
        entries = ids.map { id in
            var event = Event(type: "")
            event.id = id
            return Entry(event: event, isOwn: false)
        }
    }

    private var actions: [Event] { entries.lazy.filter { !$0.isOwn }.map(\.event) }

    package var ids: [String] { actions.map(\.id) }
    /// True if the user waits for nothing.
    package var isEmpty: Bool { !entries.contains { !$0.isOwn } }
    package var oldest: Event? { actions.first }

    /// - Parameter isOwn: whether it is the view's own, and not a user action.
    package mutating func sent(_ event: Event, isOwn: Bool = false) {
        entries.append(Entry(event: event, isOwn: isOwn))
    }

    /// Scenes that are gone answer no report of the view.
    package mutating func dropOwn() { entries.removeAll(where: \.isOwn) }

    /// Removes what an event answers.
    /// - Returns: whether the event has no correlation, so that the answer to what the user did had to be guessed.
    package mutating func settle(by event: Event) -> Bool {
        if let correlation = event.correlationID {
            answered(correlation)
            return false
        }
        guard !entries.isEmpty else { return false }
        let isGuess = !isEmpty
        // Without a guess, the same action would be taken for a key that is held down, and swallowed.
        if let cause = event.causationID, entries.contains(where: { $0.event.id == cause }) {
            answered(cause)
        } else {
            answered(on: event.subject)
        }
        return isGuess
    }

    /// Screens are states and the bus may keep only the newest, so the answer to an action answers all before it.
    private mutating func answered(_ id: String) {
        guard let index = entries.firstIndex(where: { $0.event.id == id }) else { return }
        entries.removeFirst(index + 1)
    }

    /// An event for a scene is the reply to actions there; an event without a scene, to any action.
    private mutating func answered(on scene: String?) {
        let index = entries.lastIndex { scene == nil || $0.event.subject == nil || $0.event.subject == scene }
        if let index { entries.removeFirst(index + 1) }
    }

    /// True if the view waits for the answer to such a report of its own.
    package func hasOwn(_ type: String) -> Bool { entries.contains { $0.isOwn && $0.event.type == type } }

    /// True if the user has asked the same already, as when Enter is held down.
    package func contains(sameAs event: Event) -> Bool {
        actions.contains { $0.type == event.type && $0.subject == event.subject && $0.data == event.data }
    }
}
