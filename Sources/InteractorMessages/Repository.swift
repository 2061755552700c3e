import JSON

/// A repository of GitHub.
package struct Repository: JSONCodable, Equatable, Sendable {
    package var id: String
    /// `owner/name`.
    package var fullName: String
    package var description: String?
    package var stars: Int
    package var forks: Int?
    package var language: String?
    /// When it last changed, RFC 3339.
    package var updated: String?
    /// The page on the web.
    package var url: String

    package init(
        id: String, fullName: String, description: String? = nil, stars: Int, forks: Int? = nil,
        language: String? = nil, updated: String? = nil, url: String
    ) {
        self.id = id
        self.fullName = fullName
        self.description = description
        self.stars = stars
        self.forks = forks
        self.language = language
        self.updated = updated
        self.url = url
    }
}

extension Repository: Entity {
    package static let source = "github.repositories"
}
