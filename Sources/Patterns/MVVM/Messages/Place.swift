import JSON

/// A scene on the path.
package struct Place: JSONCodable, Equatable, Sendable {
    /// The instance, the `subject` of every event about it: `apps-1`.
    package var scene: String
    package var name: String
    /// An aside, to be closed, rather than the next page of the same way.
    package var isModal: Bool?  // JSON: modal

    package init(scene: String, name: String, isModal: Bool? = nil) {
        self.scene = scene
        self.name = name
        self.isModal = isModal
    }
}
