package import InteractorMessages
import JSON
package import Wire

/// An item that is looked up by its id, and its picture.
package struct ItemLookup<Item: Entity & Identifiable>: JSONCodable, Sendable where Item.ID == String {
    /// Nil until it is found.
    package var item: Item?
    /// Base64 text of the picture.
    package var image: String?

    package init() {}

    /// - Parameter country: of the store that has it; nil for the store's own choice.
    package static func request(_ id: String, country: String? = nil) -> SceneRequest {
        .lookup(InteractorInput.Lookup(source: Item.source, id: id, country: country))
    }

    /// - Returns: the item; nil if the source does not have it.
    package mutating func receive(found event: Event, id: String) throws(PayloadError) -> Item? {
        let items = try event.decode(InteractorOutput.Found<Item>.self).items
        guard let item = items.first(where: { $0.id == id }) ?? items.first else { return nil }
        self.item = item
        image = nil
        return item
    }
}
