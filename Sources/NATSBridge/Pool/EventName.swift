import Wire

/// Source and id, which together identify an event.
package struct EventName: Hashable, Sendable {
    package let source: String
    package let id: String

    package init(source: String, id: String) {
        self.source = source
        self.id = id
    }
}
