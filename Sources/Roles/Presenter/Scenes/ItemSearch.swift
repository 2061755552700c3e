package import InteractorMessages
import JSON
package import Wire

/// A search, and its results so far.
package struct ItemSearch<Item: Entity & Identifiable>: JSONCodable, Sendable where Item.ID == String {
    /// The latest search term; empty before the first search.
    package var term: String = ""
    /// The order of the results; nil for the source's own.
    package var order: SearchOrder?
    /// Nil until the first reply to ``term``.
    package var pages: ItemPages<Item>?
    /// The settings when the search began: all its pages must use the same.
    package var country: String?
    package var limit: Int?
    /// The id of the item where the selection rests.
    package var highlighted: String?
    /// Another order that was asked for. The rows stay as they are until those in the new order have come.
    package var sorting: Sorting?

    package struct Sorting: JSONCodable, Sendable {
        /// Nil for the source's own order.
        package var order: SearchOrder?
    }

    package init() {}

    /// Begins another search.
    package mutating func begin(_ term: String, _ preferences: Preferences? = nil) -> SceneRequest {
        self.term = term
        country = preferences?.country
        limit = preferences?.limit
        // Rows always belong to the term above them: the old ones go now, not when the new ones come.
        pages = nil
        highlighted = nil
        sorting = nil
        return nextPage
    }

    /// Asks for the results in another order, from the first one on: the source sorts all of them, not only those that are
    /// here.
    /// - Parameter order: nil for the source's own.
    package mutating func sort(by order: SearchOrder?) -> SceneRequest {
        if pages == nil { self.order = order } else { sorting = Sorting(order: order) }
        return nextPage
    }

    /// Forgets an order in which no results have come.
    package mutating func keepOrder() { sorting = nil }

    /// Asks for the next page; for the first one if there are no pages, or if the user wants another order.
    package var nextPage: SceneRequest {
        .search(
            InteractorInput.Search(
                source: Item.source, term: term, limit: limit, country: country,
                order: sorting.map(\.order) ?? order, cursor: sorting == nil ? pages?.cursor : nil))
    }

    package mutating func receive(found event: Event) throws(PayloadError) {
        let found = try event.decode(InteractorOutput.Found<Item>.self)
        if let sorting {
            order = sorting.order
            pages = nil
            self.sorting = nil
        }
        var pages = pages ?? ItemPages()
        _ = pages.appendNew(found)
        self.pages = pages
    }

    package func item(_ id: String) -> Item? { pages?.items.first { $0.id == id } }

    /// The selected row; nil until the view has reported it.
    package var highlightedItem: Item? { highlighted.flatMap(item) }
}
