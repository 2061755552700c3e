import JSON

/// An item of my-application.
package struct Specimen: JSONCodable, Equatable, Sendable {
    package var id: String
    package var title: String
    /// A paragraph about the item.
    package var text: String?
    /// The item's web page.
    package var url: String?
}

extension Specimen: Entity {
    package static let source = "specimen"
}
