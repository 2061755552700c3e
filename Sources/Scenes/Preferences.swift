import JSON

/// What the person has set for the whole session.
package struct Preferences: JSONCodable, Equatable, Sendable {
    /// Whose store is asked: ISO 3166-1, two capital letters. Nil for the store's own choice.
    package var country: String?
    /// How many results a search in a store asks for; nil for as many as the source lists by itself.
    package var limit: Int?

    package init(country: String? = nil, limit: Int? = nil) {
        self.country = country
        self.limit = limit
    }
}
