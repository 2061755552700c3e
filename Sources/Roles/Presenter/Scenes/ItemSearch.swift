package import InteractorMessages
import JSON
package import Wire

/// A search, and its results so far.
package struct ItemSearch<Item: Entity & Identifiable>: JSONCodable, Sendable where Item.ID == String {
    /// The latest search term; empty before the first search.
    package var term: String = ""
    /// Nil until the first reply to ``term``.
    package var pages: ItemPages<Item>?
    /// The settings when the search began: all its pages must use the same.
    package var country: String?
    package var limit: Int?
    /// The id of the item where the selection rests.
    package var highlighted: String?

    package init() {}

    /// Begins another search.
    package mutating func begin(_ term: String, _ preferences: Preferences? = nil) -> SceneRequest {
        self.term = term
        country = preferences?.country
        limit = preferences?.limit
        // Rows always belong to the term above them: the old ones go now, not when the new ones come.
        pages = nil
        highlighted = nil
        return nextPage
    }

    /// Asks for the next page; for the first one if there are no pages.
    package var nextPage: SceneRequest {
        .search(
            InteractorInput.Search(
                source: Item.source, term: term, limit: limit, country: country,
                cursor: pages?.cursor))
    }

    package mutating func receive(found event: Event) throws(PayloadError) {
        let found = try event.decode(InteractorOutput.Found<Item>.self)
        if pages == nil { pages = ItemPages() }
        _ = pages?.appendNew(found)
    }

    package func item(_ id: String) -> Item? { pages?.items.first { $0.id == id } }

    /// The selected row; nil until the view has reported it.
    package var highlightedItem: Item? { highlighted.flatMap(item) }
}
