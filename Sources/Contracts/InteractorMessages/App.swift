import JSON

/// An app of the App Store. Any of the optional members may be missing in real answers.
package struct App: JSONCodable, Equatable, Identifiable, Sendable {
    package var id: String
    package var name: String
    package var company: String?
    /// 0 to 5.
    package var rating: Double?
    package var ratingCount: Int?
    package var version: String?
    package var releaseNotes: String?
    /// When this version came out, RFC 3339.
    package var releaseDate: String?
    package var description: String?
    /// URLs.
    package var screenshots: [String] = []
    /// The URL of the icon.
    package var artwork: String?
    /// As the store words it: "Free", "$4.99".
    package var price: String?
    package var genre: String?
    /// The page in the store.
    package var url: String?

    package init(
        id: String, name: String, company: String? = nil, rating: Double? = nil, ratingCount: Int? = nil,
        version: String? = nil, releaseNotes: String? = nil, releaseDate: String? = nil,
        description: String? = nil, screenshots: [String] = [], artwork: String? = nil, price: String? = nil,
        genre: String? = nil, url: String? = nil
    ) {
        self.id = id
        self.name = name
        self.company = company
        self.rating = rating
        self.ratingCount = ratingCount
        self.version = version
        self.releaseNotes = releaseNotes
        self.releaseDate = releaseDate
        self.description = description
        self.screenshots = screenshots
        self.artwork = artwork
        self.price = price
        self.genre = genre
        self.url = url
    }
}

extension App: Entity {
    package static let source = "itunes.apps"
}
