import JSON

/// Several screens of which one is seen. Choosing another reports `didPress` with its control; the presenter shows it.
package struct Tabs: JSONCodable, Equatable, Sendable {
    package var items: [Button]
    /// The control of the one that is seen.
    package var selected: String

    package init(items: [Button], selected: String) {
        self.items = items
        self.selected = selected
    }
}
