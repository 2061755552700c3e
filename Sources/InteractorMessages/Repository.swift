import JSON

/// A repository of GitHub.
package struct Repository: JSONCodable, Equatable, Sendable {
    package var id: String
    /// `owner/name`.
    package var fullName: String
    package var description: String?
    package var stars: Int
    package var language: String?
    /// The page on the web.
    package var url: String

    package init(
        id: String, fullName: String, description: String? = nil, stars: Int, language: String? = nil, url: String
    ) {
        self.id = id
        self.fullName = fullName
        self.description = description
        self.stars = stars
        self.language = language
        self.url = url
    }
}

extension Repository: Entity {
    package static let source = "github.repositories"
}
