package import InteractorMessages
import JSON
package import Wire

/// A search, and what it has found so far.
package struct ItemSearch<Item: Entity & Identifiable>: JSONCodable, Sendable where Item.ID == String {
    /// The latest search term; empty before the first search.
    package var term: String = ""
    /// Nil while there is no answer to ``term``.
    package var pages: ItemPages<Item>?
    /// What the person had set when they searched: the pages of a search must be alike.
    package var country: String?
    package var limit: Int?

    package init() {}

    /// Begins another search.
    package mutating func begin(_ term: String, _ preferences: Preferences? = nil) -> SceneRequest {
        self.term = term
        country = preferences?.country
        limit = preferences?.limit
        // Rows always belong to the term above them: the old ones go now, not when the new ones come.
        pages = nil
        return nextPage
    }

    /// Asks for the next page; for the first one while there are no pages.
    package var nextPage: SceneRequest {
        .search(
            InteractorInput.Search(
                source: Item.source, term: term, limit: limit, country: country, cursor: pages?.cursor))
    }

    package mutating func receive(found event: Event) throws(PayloadError) {
        var found = try event.decode(InteractorOutput.Found<Item>.self)
        var pages = pages ?? ItemPages()
        // Results may shift between two requests, so that one is repeated on the next page.
        var known = Set(pages.items.map(\.id))
        found.items.removeAll { !known.insert($0.id).inserted }
        pages.append(found)
        self.pages = pages
    }

    package func item(_ id: String) -> Item? { pages?.items.first { $0.id == id } }
}
