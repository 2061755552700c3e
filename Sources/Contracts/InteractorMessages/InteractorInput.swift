import JSON

/// Requests to the fetcher. Each has exactly one final answer, with its correlation: `found`, `got` or `failed`.
package enum InteractorInput {
    /// Searches a source such as `itunes.apps`. The `cursor` of an answer requests the next page.
    package struct Search: JSONCodable, Equatable, Sendable {
        package static let type = "interactor.input.search"
        package var source: String
        package var term: String
        package var limit: Int?
        /// ISO 3166-1 code of the store, where the source has stores.
        package var country: String?
        /// Nil for the source's own order, usually the best match first.
        package var order: SearchOrder?
        /// The values of the source's own variables, by name; a declared source has those that its scenes filter by.
        package var filters: [String: String]?
        /// The `cursor` of the previous page; the other members must be the same.
        package var cursor: String?
    }

    /// Lists the entities of a source, such as the entries of the playlist `id`, page by page.
    package struct List: JSONCodable, Equatable, Sendable {
        package static let type = "interactor.input.list"
        package var source: String
        package var id: String?
        package var limit: Int?
        /// The values of the source's own variables, by name.
        package var filters: [String: String]?
        /// The `cursor` of the previous page.
        package var cursor: String?
    }

    /// Fetches one entity by its id; the answer for an unknown id is `found` with no items.
    package struct Lookup: JSONCodable, Equatable, Sendable {
        package static let type = "interactor.input.lookup"
        package var source: String
        package var id: String
        package var country: String?
    }

    /// Fetches any http or https URL.
    package struct Get: JSONCodable, Equatable, Sendable {
        package static let type = "interactor.input.get"
        package var url: String
        package var headers: [String: String]?
        /// Seconds for the whole transfer.
        package var timeout: Double?
    }

    /// Cancels requests: the one with this event id, or all of the user action with this id. Each is answered with `failed`,
    /// kind `cancelled`.
    package struct Cancel: JSONCodable, Equatable, Sendable {
        package static let type = "interactor.input.cancel"
        package var id: String
    }
}

/// The order in which a source is to sort the results of a search.
package struct SearchOrder: JSONCodable, Equatable, Sendable {
    /// A name of the source's own, such as `stars`.
    package var by: String
    package var isDescending: Bool = false  // JSON: descending
}
