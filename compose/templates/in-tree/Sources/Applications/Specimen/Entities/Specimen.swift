import JSON

/// An item of my-application.
package struct Specimen: JSONCodable, Equatable, Sendable {
    package var id: String
    package var title: String
    /// A paragraph about the item.
    package var text: String?
    /// The item's web page.
    package var url: String?

    package init(id: String, title: String, text: String? = nil, url: String? = nil) {
        self.id = id
        self.title = title
        self.text = text
        self.url = url
    }
}

extension Specimen: Entity {
    package static let source = "specimen"
}
